"""A ranked game and the ratings of its players: the chances before it, and what it changed."""

from django.utils.translation import gettext as _

from games.engine.vocabulary import Party
from games.presenters.player.numbers import percent, signed
from games.presenters.view import view_model
from games.values.player import RatedGame, RatedSeat


@view_model
class RatingChangeView:
    """A ranked game's effect on one player's rating, with its reason."""

    name: str
    before: int
    after: int
    change: str
    reason: str
    aside: str
    """A note if the rating went up after a loss, or down after a win."""


@view_model
class RatedGameView:
    """A ranked game's effect on all ratings."""

    before: str
    """The chance of each side before the game."""
    note: str
    is_awaited: bool
    """Whether the changes are still to be computed."""
    changes: tuple[RatingChangeView, ...]
    own: str = ""
    """What it did to the reader's own rating, in a sentence; empty for others, and until it is worked out."""


def present_chance(liberal: float) -> str:
    """Return the chance of each side before a game, without knowledge of the roles."""
    return _(
        "Chances before the game, by rating: liberals %(liberal)s, Fascist team %(fascist)s."
    ) % {
        "liberal": percent(100 * liberal),
        "fascist": percent(100 * (1 - liberal)),
    }


def present_rated_game(game: RatedGame, own_name: str = "") -> RatedGameView:
    """Return each change with its reason; a note when nothing changed. `own_name` is the reader's at this table."""
    liberal = game.prediction
    own = next((seat for seat in game.seats if own_name and seat.name == own_name), None)
    return RatedGameView(
        before="" if liberal is None else present_chance(liberal),
        note=_note(game),
        is_awaited=_is_awaited(game),
        changes=tuple(
            RatingChangeView(
                name=seat.name,
                before=round(seat.before),
                after=round(seat.after),
                change=signed(round(seat.after) - round(seat.before)),
                reason=_reason(seat),
                aside=_aside(seat),
            )
            for seat in game.seats
        ),
        own="" if own is None else _own_change(own),
    )


def _own_change(seat: RatedSeat) -> str:
    before, after = round(seat.before), round(seat.after)
    values = {"before": before, "after": after, "change": signed(after - before)}
    return _("Your rating: %(before)d → %(after)d (%(change)s)") % values


def _is_awaited(game: RatedGame) -> bool:
    return game.prediction is None and not game.void


def _note(game: RatedGame) -> str:
    if game.void == "annulled":
        return _("This game was annulled. It counts for nobody.")
    if game.void:
        return _(
            "Somebody left before the first policy: the game is void, and lost for whoever left."
        )
    if _is_awaited(game):
        return _("The ratings are being worked out. Look again in a moment.")
    return ""


def _aside(seat: RatedSeat) -> str:
    """Return a note for a change against the result, which other people's games may cause."""
    change = round(seat.after) - round(seat.before)
    if (seat.won and change < 0) or (not seat.won and change > 0):
        return _("Other people's games since the last one have moved the rating a little as well.")
    return ""


def _reason(seat: RatedSeat) -> str:
    """Return in one sentence why a rating changed."""
    values = {"percent": percent(100 * seat.predicted)}
    if seat.is_leaver:
        return _("Left the game, which counts as a loss whatever the team made of it.")
    is_liberal = seat.team == Party.LIBERAL.value
    if seat.won:
        text = (
            _("Won as a liberal with a chance of %(percent)s.")
            if is_liberal
            else _("Won on the Fascist team with a chance of %(percent)s.")
        )
    else:
        text = (
            _("Lost as a liberal with a chance to win of %(percent)s.")
            if is_liberal
            else _("Lost on the Fascist team with a chance to win of %(percent)s.")
        )
    return text % values
