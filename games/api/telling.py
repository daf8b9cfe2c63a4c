"""Values of the site as answers hold them."""

from dataclasses import asdict
from typing import Any

from ninja import Schema

from games.api import schemas
from games.api.bot_accounts import is_bots_name
from games.engine.codec import encode_action, encode_event
from games.selectors.seen_table import SeenTable
from games.statistics import Measure, Numbers, wilson
from games.values.lobby import LobbySnapshot
from games.values.player import PastGame, Standing

NO_SHARES = frozenset({Measure.EXPECTED, Measure.PACE})
"""Their successes are no part of their instances."""


def tell_standing(standing: Standing) -> schemas.StandingSchema:
    """Return a rating as it is shown now."""
    return schemas.StandingSchema(**_fields(schemas.StandingSchema, standing))


def tell_statistics(numbers: Numbers) -> schemas.StatisticsSchema:
    """Return everything counted of a person in one kind of game."""
    measures = []
    for (measure, role, size), tally in sorted(numbers.cells.items()):
        is_share = measure not in NO_SHARES and tally.instances > 0
        low, high = wilson(*tally) if is_share else (None, None)
        measures.append(
            schemas.MeasureSchema(
                measure=measure.value,
                role=role,
                size=size,
                successes=tally.successes,
                instances=tally.instances,
                low=low,
                high=high,
            )
        )
    return schemas.StatisticsSchema(
        kind=numbers.kind,
        measures=measures,
        current_streak=numbers.streak.current,
        longest_won=numbers.streak.longest_won,
        longest_lost=numbers.streak.longest_lost,
    )


def tell_past_game(game: PastGame) -> schemas.PastGameSchema:
    """Return one finished game of a player's list."""
    values = asdict(game)
    for people in ("mates", "opponents"):
        values[people] = [
            {"name": each["name"], "address": each["address"]} for each in values[people]
        ]
    return schemas.PastGameSchema(**values)


def tell_lobby(lobby: LobbySnapshot) -> schemas.LobbySchema:
    """Return a table that waits for players."""
    return schemas.LobbySchema(
        code=lobby.code,
        name=lobby.name,
        is_open=lobby.is_open,
        game=lobby.game_code,
        fewest_players=lobby.fewest_players,
        most_players=lobby.most_players,
        board=lobby.board,
        board_name=lobby.board_name,
        pace=lobby.pace,
        is_ranked=lobby.is_ranked,
        has_password=lobby.has_password,
        seats=[
            schemas.LobbySeatSchema(
                name=each.name,
                is_bot=each.user_id is None or is_bots_name(each.name),
                is_ready=each.is_ready,
                is_here=each.is_here,
                is_host=each.user_id == lobby.host_id,
            )
            for each in lobby.seats
        ],
    )


def tell_table(seen: SeenTable) -> schemas.TableSchema:
    """Return a table as this viewer knows it: the Observation, and what is public beside the rules."""
    facts = seen.facts
    return schemas.TableSchema(
        code=facts.code,
        name=facts.name,
        pace=facts.pace.value,
        is_ranked=facts.is_ranked,
        is_over=facts.is_over,
        started_at=facts.started_at,
        deadline_at=facts.deadline_at,
        paused_at=facts.paused_at,
        seats=[
            schemas.SeatSchema(
                number=number,
                name=each.shown_name,
                is_bot=each.is_bot or is_bots_name(each.shown_name),
                has_stand_in=each.has_stand_in,
            )
            for number, each in enumerate(facts.occupants)
        ],
        observation=_tell_observation(seen),
    )


def _tell_observation(seen: SeenTable) -> schemas.ObservationSchema:
    known = seen.observation
    values = _fields(schemas.ObservationSchema, known)
    values["memories"] = [
        {"round": each.round, "kind": kind, "facts": facts}
        for each in known.memories
        for kind, facts in [encode_event(each.event)]
    ]
    values["legal_actions"] = [
        {"action": named.pop("type"), **{key: named[key] for key in named if key != "by"}}
        for named in map(encode_action, known.legal_actions)
    ]
    return schemas.ObservationSchema(**values)


def _fields(schema: type[Schema], value: object) -> dict[str, Any]:
    """Return those values of an object that a schema has under the same name."""
    return {name: getattr(value, name) for name in schema.model_fields}
