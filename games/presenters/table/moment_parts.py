"""The parts of a moment's view: whom it shows, the ballots, the steps of the election tracker."""

from dataclasses import replace

from games.engine.ruleset import Ruleset
from games.engine.vocabulary import SeatNumber
from games.presenters.table.moment_view import MomentView, TrackerStep, TurnedBallotView
from games.presenters.table.plates import PlateView
from games.values.moments import SLOW_BALLOTS, Moment
from games.words.spoken_language import gettext as _


def drawn(moment: Moment, headline: str, **looks: object) -> MomentView:
    """Return the view of a moment with this headline; `looks` are the other fields of the view."""
    return MomentView(
        kind=moment.kind.value,
        headline=headline,
        is_private=moment.is_private,
        milliseconds=round(moment.seconds * 1000),
        seats=tuple(
            seat
            for seat in (moment.president, moment.chancellor, moment.target)
            if seat is not None
        ),
        **looks,  # type: ignore[arg-type]
    )


def plates_of(moment: Moment, *, are_candidates: bool = False) -> tuple[PlateView, ...]:
    """Return who has a part in a moment: the President, then whom it is about."""
    ending = "-candidate" if are_candidates else ""
    found = (
        (moment.president, f"president{ending}"),
        (moment.chancellor, f"chancellor{ending}"),
        (moment.target, "target"),
    )
    return tuple(PlateView(seat=seat, office=office) for seat, office in found if seat is not None)


def placard_handed_on(moment: Moment) -> tuple[PlateView, ...]:
    """Return the President, then who is to be President next."""
    return tuple(
        replace(plate, office="president-candidate") if plate.office == "target" else plate
        for plate in plates_of(moment)
    )


def plate_in_question(seat: SeatNumber | None) -> tuple[PlateView, ...]:
    """Return who may be Hitler: without an office, which only one of the answers has."""
    return () if seat is None else (PlateView(seat=seat, office="target"),)


def turned_ballots(moment: Moment) -> tuple[TurnedBallotView, ...]:
    """Return the ballots of a vote by seat, the last ones of a close vote marked as slow."""
    cast = [(seat, vote) for seat, vote in enumerate(moment.votes) if vote is not None]
    first_slow = len(cast) - moment.slow_ballots
    # Two slow ballots have the last two places of three: the verdict always comes at one time.
    skipped = SLOW_BALLOTS - len(cast)
    return tuple(
        TurnedBallotView(
            vote=vote.value,
            number=seat + 1,
            slow=place + 1 + skipped if place >= first_slow else 0,
        )
        for place, (seat, vote) in enumerate(cast)
    )


def tracker_steps(moment: Moment, ruleset: Ruleset) -> tuple[TrackerStep, ...]:
    """Return the steps of the election tracker, with the one where it stands after the moment."""
    return tuple(
        TrackerStep(is_here=step == moment.tracker, is_chaos=step == ruleset.chaos_at)
        for step in range(ruleset.chaos_at + 1)
    )


def next_failure(moment: Moment, ruleset: Ruleset) -> str:
    """Return what the next step of the election tracker means."""
    values = {"tracker": moment.tracker, "most": ruleset.chaos_at}
    if moment.tracker == ruleset.chaos_at - 1:
        return _("One more step, and the top policy is enacted.")
    return _("Election tracker: %(tracker)d of %(most)d.") % values
