"""Writing records: an event log, finished or not, back to what was dealt and decided.

Doors: record_of(events, names), actions_behind(event).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameEnded,
    GameStarted,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyDiscarded,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.vocabulary import SeatNumber, Vote
from games.records.record import FORMAT, VERSION, letters


def record_of(
    events: Iterable[Event], names: Sequence[str], meta: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The record of a game's event log, finished or not, ready for JSON.

    A vote still open is not in it: its ballots are nobody's business yet.
    """
    record: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    piles: list[str] = []
    roles: list[str] = []
    actions: list[dict[str, Any]] = []
    result: dict[str, str] | None = None
    marked: dict[SeatNumber, bool] = {}
    discarded = ""
    for event in events:
        match event:
            case GameStarted():
                record["edition"] = event.edition.value
                record["players"] = list(names)
            case SecretRoleDealt():
                roles.append(event.role.value)
            case DrawPileArranged():
                piles.append(letters(event.draw_pile))
            case PresidencyPassed(round=1):
                record["first_president"] = event.president
            case BallotMarked():
                # Marked anew, a ballot becomes final later: it moves to the end.
                marked.pop(event.seat, None)
                marked[event.seat] = event.vote is Vote.JA
            case BallotsRevealed():
                ballots = [[seat, ja] for seat, ja in marked.items()]
                actions.append({"type": "vote", "ballots": ballots})
                marked = {}
            case DiscardChosen():
                discarded = event.policy.value
            case PolicyDiscarded():
                actions.append({"type": "discard", "by": event.president, "card": discarded})
            case GameEnded():
                result = {"winner": event.victory.winner.value, "reason": event.victory.value}
            case _:
                actions.extend(actions_behind(event))
    deck, *reshuffles = piles
    record |= {
        "roles": roles,
        "first_president": record.pop("first_president"),
        "deck": deck,
        "reshuffles": reshuffles,
        "actions": actions,
    }
    if result is not None:
        record["result"] = result
    if meta:
        record["meta"] = dict(meta)
    return record


def actions_behind(event: Event) -> Iterator[dict[str, Any]]:
    """The action this event alone tells of, if it does; ballots and discards need two events."""
    match event:
        case ChancellorNominated():
            yield {"type": "nominate", "by": event.president, "target": event.chancellor}
        case PolicyEnacted(chancellor=int(chancellor)):
            yield {"type": "enact", "by": chancellor, "card": event.policy.value}
        case VetoRequested():
            yield {"type": "veto_request", "by": event.chancellor}
        case VetoGranted() | VetoRefused():
            accept = isinstance(event, VetoGranted)
            yield {"type": "veto_answer", "by": event.president, "accept": accept}
        case LoyaltyInvestigated():
            yield {"type": "investigate", "by": event.president, "target": event.target}
        case SpecialElectionCalled():
            yield {"type": "special_election", "by": event.president, "target": event.target}
        case PlayerExecuted():
            yield {"type": "execute", "by": event.president, "target": event.target}
        case PoliciesPeeked():
            yield {"type": "peek", "by": event.president}
        case _:
            return
