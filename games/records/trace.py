"""The trace of a replay: the whole table after every action, for tests and finished games.

Code that serves running games must not import this.
"""

from collections.abc import Iterable
from typing import Any

from games.engine.decide import actors
from games.engine.election import eligible_chancellors
from games.engine.events import Event, HandShown, PartyMembershipShown, PeekShown
from games.engine.executive_action import legal_targets
from games.engine.legislative_session import refuse_veto_request
from games.engine.observation import hand_seen_by, observe
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber
from games.records.record import Step, letters


def trace_line(record: int, step: Step) -> dict[str, Any]:
    """Return one line of the trace, ready for JSON."""
    line: dict[str, Any] = {
        "record": record,
        "action": step.action,
        "state": table_of(step.state),
        "private": _told_to_one(step.events),
        "knowledge": _knowledge_of(step.state),
    }
    if step.probe:
        line["refused"] = step.refused
    return line


def table_of(state: GameState) -> dict[str, Any]:
    """Return the whole table in the words of the record."""
    rules = state.ruleset
    nominating = state.phase is Phase.NOMINATE
    choosing = state.phase is Phase.CHANCELLOR_ENACT
    return {
        "round": state.round,
        "phase": state.phase.value,
        "actors": list(actors(state)),
        "president": state.president,
        "chancellor": state.chancellor,
        "in_office": state.in_office,
        "eligible": list(eligible_chancellors(state)) if nominating else [],
        "targets": list(legal_targets(state)),
        "limited": [state.limited_president, state.limited_chancellor],
        "tracker": state.tracker,
        "liberal": state.liberal_policies,
        "fascist": state.fascist_policies,
        "alive": list(state.alive),
        "veto_unlocked": state.fascist_policies >= rules.veto_at,
        "may_request_veto": choosing and refuse_veto_request(state) is None,
        "hitler_zone": state.in_hitler_zone,
        "cleared": list(state.cleared),
        "investigated": list(state.investigated),
        "deck": letters(state.draw_pile),
        "deck_count": len(state.draw_pile),
        "discards": letters(sorted(state.discard_pile)),
        "discard_count": len(state.discard_pile),
        "hand": letters(sorted(state.hand)),
        "hand_seen_by": list(hand_seen_by(state)),
        "winner": None if state.victory is None else state.victory.winner.value,
        "reason": None if state.victory is None else state.victory.value,
    }


def _told_to_one(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return what these events told single seats about cards and parties, in order."""
    told: list[dict[str, Any]] = []
    for event in events:
        match event:
            case HandShown():
                cards = letters(sorted(event.policies))
                told.append({"to": event.seat, "kind": "hand", "cards": cards})
            case PartyMembershipShown():
                told.append(
                    {
                        "to": event.seat,
                        "kind": "party",
                        "seat": event.target,
                        "party": event.party.value,
                    }
                )
            case PeekShown():
                cards = letters(event.policies)
                told.append({"to": event.seat, "kind": "peek", "cards": cards})
            case _:
                pass
    return told


def _knowledge_of(state: GameState) -> list[list[str | None]]:
    """Return a row for each seat and a last one for a spectator: what each knows of every seat."""
    return [_row(state, viewer) for viewer in (*range(state.ruleset.players), None)]


def _row(state: GameState, viewer: SeatNumber | None) -> list[str | None]:
    seen = observe(state, viewer)
    row: list[str | None] = []
    for role, party in zip(seen.roles, seen.parties, strict=True):
        if role is not None:
            row.append(role.value)
        else:
            row.append(None if party is None else f"party:{party.value}")
    return row
