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
    VetoGranted,
    VetoRefused,
    VetoRequested,
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


def decided_by_stand_in(game_id: int, seat: SeatNumber) -> tuple[tuple[int, Event], ...]:
    """Return the stand-in's decisions for this seat with their rounds, the oldest first; one query.

    Empty if the person in the seat was the last to act for it. The seat's own viewer may read all of it.
    """
    rows = GameEvent.objects.filter(game_id=game_id).order_by("seq")
    wanted = rows.filter(acting_seat=seat) | rows.filter(kind=_KIND_OF[PresidencyPassed])
    round_ = 0
    found: list[tuple[int, Event]] = []
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
                found.append((round_, event))
    return tuple(found)
