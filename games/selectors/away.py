"""What a stand-in has decided for a seat since its person last acted (R-113)."""

from games.engine.codec import EVENT_KINDS, decode_event
from games.engine.events import (
    BallotMarked,
    ChancellorNominated,
    Event,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyEnacted,
    PresidencyPassed,
    SpecialElectionCalled,
    Told,
    VetoGranted,
    VetoRefused,
    VetoRequested,
    told_to,
)
from games.engine.vocabulary import SeatNumber
from games.models import GameEvent
from games.values.actor import Actor

_DECISIONS = (
    BallotMarked,
    ChancellorNominated,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyEnacted,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
"""What everybody sees, and the seat's own ballots. Discards stay secret, even from who looks over a shoulder."""
_KIND_OF = {each: kind for kind, each in EVENT_KINDS.items()}
_KINDS = frozenset(_KIND_OF[each] for each in _DECISIONS)


def decided_by_stand_in(game_id: int, seat: SeatNumber) -> tuple[tuple[int, Told], ...]:
    """Return rounds with the stand-in's decisions for this seat in them, the oldest first; one query.

    It is for the seat's own viewer, and holds only what this viewer may read. Empty if the person in the seat was
    the last to act for it.
    """
    rows = GameEvent.objects.filter(game_id=game_id).order_by("seq")
    wanted = rows.filter(acting_seat=seat) | rows.filter(kind=_KIND_OF[PresidencyPassed])
    round_ = 0
    found: dict[int, list[Event]] = {}
    for row in wanted:
        if row.kind == _KIND_OF[PresidencyPassed]:
            event = decode_event(row.kind, row.payload)
            assert isinstance(event, PresidencyPassed)
            round_ = event.round
        elif row.actor == Actor.PERSON:
            found.clear()
        elif row.actor == Actor.STAND_IN and row.kind in _KINDS:
            event = decode_event(row.kind, row.payload)
            if not isinstance(event, PolicyEnacted) or event.chancellor == seat:
                found.setdefault(round_, []).append(event)
    return tuple(
        (number, told_to(events, seat, game_over=False)) for number, events in found.items()
    )
