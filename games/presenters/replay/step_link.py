"""Where a step of a replay is."""

from games.presenters.view import view_model


@view_model
class StepLink:
    """A step to go to: by address, or, without one, by number in a form."""

    step: int
    url: str
    is_here: bool = False
