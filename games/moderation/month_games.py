"""Reads of one month's ranked games, a person at a time, so that a month of any size needs little memory.

Only finished games that count are read: ranked, neither annulled nor left before the first policy.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, QuerySet

from games.engine.codec import decode_event
from games.engine.events import Event
from games.engine.vocabulary import Role
from games.models import GameResult, SeatResult, Void
from games.moderation.pairs import FEWEST_TOGETHER
from games.moderation.throws import KINDS, HandChoice, choices_in
from games.selectors.event_rows import event_rows
from games.selectors.replay import moments_in
from games.values.actor import Actor
from games.values.game_kind import GameKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The games of two people in a month."""

    other: int
    met: int
    chances: list[float]
    """Of their side, before each game in which they were on the same one."""
    wins: int
    """Of those games."""


def month_after(month: date) -> date:
    """Return the first day of the next month."""
    return (month + timedelta(days=31)).replace(day=1)


def _midnight(day: date) -> datetime:
    """Return the first moment of a day, in universal time."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def count_games(month: date) -> int:
    """Return how many games of this month count."""
    ended = {"ended_at__gte": _midnight(month), "ended_at__lt": _midnight(month_after(month))}
    return GameResult.objects.filter(kind=GameKind.RANKED, void=Void.NO, **ended).count()


def _seats(month: date) -> QuerySet[SeatResult]:
    ended = {"ended_at__gte": _midnight(month), "ended_at__lt": _midnight(month_after(month))}
    of_people = SeatResult.objects.filter(user__closed_at=None, **ended)
    return of_people.filter(kind=GameKind.RANKED, result__void=Void.NO)


def _stayed(month: date) -> QuerySet[SeatResult]:
    """Seats whose person did not leave the game: a stand-in's result says nothing about a pair."""
    return _seats(month).filter(is_leaver=False)


def people_after(month: date, person: int, most: int) -> list[int]:
    """Return the next people who sat in a game of this month, by their ids."""
    later = _seats(month).filter(user_id__gt=person).order_by("user_id")
    return list(later.values_list("user_id", flat=True).distinct()[:most])


def together_in(month: date, person: int) -> list[Together]:
    """Return everybody with a higher id whom this person met often enough."""
    own = _stayed(month).filter(user_id=person)
    columns = own.values_list("result_id", "team", "predicted", "won")
    games = {result: (team, chance, won) for result, team, chance, won in columns}
    if len(games) < FEWEST_TOGETHER:
        return []
    others: dict[int, list[tuple[int, str]]] = defaultdict(list)
    beside = _stayed(month).filter(result__in=own.values("result"), user_id__gt=person)
    for other, result, team in beside.values_list("user_id", "result_id", "team"):
        others[other].append((result, team))
    found = []
    for other, met in sorted(others.items()):
        if len(met) < FEWEST_TOGETHER:
            continue
        same = [games[result][1:] for result, team in met if games[result][0] == team]
        # A game that is not rated yet has no chance, and is left out.
        rated = [(chance, won) for chance, won in same if chance is not None]
        found.append(
            Together(
                other=other,
                met=len(met),
                chances=[chance for chance, _won in rated],
                wins=sum(won for _chance, won in rated),
            )
        )
    return found


def games_of(month: date, people: Collection[int]) -> dict[int, int]:
    """Return in how many games of this month each of these people stayed."""
    rows = _stayed(month).filter(user_id__in=people).order_by("user_id").values("user_id")
    return {row["user_id"]: row["games"] for row in rows.annotate(games=Count("pk"))}


def games_with_both(month: date, one: int, other: int) -> list[int]:
    """Return the games of this month in which both stayed."""
    own = _stayed(month).filter(user_id=one).values("result")
    both = _stayed(month).filter(user_id=other, result__in=own)
    return list(both.order_by("result_id").values_list("result_id", flat=True))


def choices_of(month: date, person: int) -> list[tuple[int, HandChoice]]:
    """Return the choices of this person as a liberal, each with its game."""
    own = _seats(month).filter(user_id=person, role=Role.LIBERAL)
    seats = dict(own.order_by("result_id").values_list("result_id", "seat"))
    logs: dict[int, list[tuple[int, Event, bool]]] = defaultdict(list)
    for game_id, row in event_rows(seats, KINDS):
        event = decode_event(row.kind, row.payload)
        logs[game_id].append((row.seq, event, row.actor == Actor.PERSON))
    return [
        (game, choice)
        for game, log in logs.items()
        for choice in choices_in(log)
        if choice.seat == seats.get(game)
    ]


def ends_of_steps(games: Collection[int]) -> dict[int, list[int]]:
    """Return for each of these games after how many events each step of its replay ends."""
    logs: dict[int, list[Event]] = defaultdict(list)
    for game_id, row in event_rows(games):
        logs[game_id].append(decode_event(row.kind, row.payload))
    return {game: [each.events for each in moments_in(log)] for game, log in logs.items()}
