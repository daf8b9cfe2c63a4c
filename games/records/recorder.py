"""Writing records: from an event log, finished or not, to the deal and the decisions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.actions import DiscardPolicy
from games.engine.codec import encode_action
from games.engine.decisions import action_behind
from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameEnded,
    GameStarted,
    PolicyDiscarded,
    PresidencyPassed,
    SecretRoleDealt,
)
from games.engine.vocabulary import BoardKind, Policy, SeatNumber, Vote
from games.records.record import FORMAT, VERSION, VERSION_OF_BOARDS, letters


def record_of(
    events: Iterable[Event], names: Sequence[str], meta: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the record of an event log, finished or not, ready for JSON.

    Ballots of an open vote are left out, as they are still secret.
    """
    record: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    piles: list[str] = []
    roles: list[str] = []
    actions: list[dict[str, Any]] = []
    result: dict[str, str] | None = None
    marked: dict[SeatNumber, bool] = {}
    discarded: Policy | None = None
    for event in events:
        match event:
            case GameStarted():
                record |= _start(event) | {"players": list(names)}
            case SecretRoleDealt():
                roles.append(event.role.value)
            case DrawPileArranged():
                piles.append(letters(event.draw_pile))
            case PresidencyPassed(round=1):
                record["first_president"] = event.president
            case BallotMarked():
                # A changed ballot becomes final later, so it moves to the end.
                marked.pop(event.seat, None)
                marked[event.seat] = event.vote is Vote.JA
            case BallotsRevealed():
                ballots = [[seat, ja] for seat, ja in marked.items()]
                actions.append({"type": "vote", "ballots": ballots})
                marked = {}
            case DiscardChosen():
                discarded = event.policy
            case PolicyDiscarded():
                assert discarded is not None
                discard = DiscardPolicy(seat=event.president, policy=discarded)
                actions.append(encode_action(discard))
            case GameEnded():
                result = {"winner": event.victory.winner.value, "reason": event.victory.value}
            case _:
                action = action_behind(event)
                if action is not None:
                    actions.append(encode_action(action))
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


def _start(event: GameStarted) -> dict[str, Any]:
    """Return what a record says of the rules; the standard board is not named, as before there were others."""
    if event.board == BoardKind.STANDARD.value:
        return {"edition": event.edition.value}
    return {
        "version": VERSION_OF_BOARDS,
        "edition": event.edition.value,
        "board": event.board,
    }
