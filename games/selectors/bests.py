"""Who leads the public games of the last days, who met whom most often, and whose first games these were.

People who keep their list of games to themselves are not named, and void games count for nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from accounts.models import User
from games.engine.vocabulary import Party
from games.models import SeatResult, Void
from games.selectors.people import person_of
from games.statistics.bests import (
    Count,
    GamePart,
    Meetings,
    closest_duels,
    longest_streaks,
    most_won,
)
from games.values.community import Duel, LatestBests
from games.values.player import ActivePerson, Best

WEEK_DAYS, MONTH_DAYS = 7, 30
ENOUGH_FOR_A_WEEK = 3
"""With fewer games in a week the last month is looked at, so that a young site has winners too."""
NEW_DAYS = 14
"""Whose first game was so long ago is still a newcomer."""
ENOUGH_OF_NEWCOMERS = 3
"""A newcomer with fewer games has not shown much yet."""
MOST_READ = 5000
"""How many results are looked at, the newest ones."""


def latest_bests(now: datetime, most: int) -> LatestBests:
    """Return who leads the last week, or month: `most` people on each list; four queries at most."""
    days = WEEK_DAYS
    rows = _rows(now, days)
    if len({game for game, _played in rows}) < ENOUGH_FOR_A_WEEK:
        days = MONTH_DAYS
        rows = _rows(now, days)
    played = [each for _game, each in rows]
    everybody = {each.person for each in played}
    new = _new_among(everybody, now)
    if new == everybody:
        # Where all are new, a list of newcomers tells nothing.
        new = set()
    games = Counter(each.person for each in played)
    often = {person: count >= ENOUGH_OF_NEWCOMERS for person, count in games.items()}
    lists = [
        counts[:most]
        for counts in (
            most_won(played),
            longest_streaks(played),
            most_won(played, Party.LIBERAL),
            most_won(played, Party.FASCIST),
            most_won(each for each in played if each.person in new and often[each.person]),
        )
    ]
    tables: dict[int, list[GamePart]] = defaultdict(list)
    for game, part in rows:
        tables[game].append(part)
    met = closest_duels(tables.values())[:most]
    named = {each.person for counts in lists for each in counts}
    named.update(person for each in met for person in each.people)
    people = User.objects.in_bulk(new | named)
    won, streaks, liberals, fascists, newcomers = (_bests(counts, people) for counts in lists)
    return LatestBests(
        days=days,
        games=len({game for game, _played in rows}),
        won=won,
        streaks=streaks,
        liberals=liberals,
        fascists=fascists,
        duels=tuple(_duel(each, people) for each in met),
        newcomers=newcomers,
        new=_newest(new, played, people),
    )


def _rows(now: datetime, days: int) -> list[tuple[int, GamePart]]:
    """Return games and who played in them, the oldest first."""
    found = SeatResult.objects.filter(
        result__ended_at__gte=now - timedelta(days=days),
        result__void=Void.NO,
        result__game__is_public=True,
        result__game__is_locked=False,
        user__closed_at=None,
        user__preferences__shows_games=True,
    ).order_by("-ended_at", "-result_id")
    rows = list(found.values_list("result_id", "user_id", "team", "won")[:MOST_READ])
    return [
        (game, GamePart(person=person, side=Party(team), has_won=won))
        for game, person, team, won in reversed(rows)
    ]


def _new_among(people: Collection[int], now: datetime) -> set[int]:
    """Return those of these people who have no older game."""
    older = SeatResult.objects.filter(
        user__in=people, ended_at__lt=now - timedelta(days=NEW_DAYS)
    ).order_by()
    return set(people) - set(older.values_list("user_id", flat=True).distinct())


def _bests(counts: Iterable[Count], people: dict[int, User]) -> tuple[Best, ...]:
    return tuple(
        Best(person=person_of(people[each.person]), count=each.count, games=each.games)
        for each in counts
    )


def _duel(met: Meetings, people: dict[int, User]) -> Duel:
    first, second = (person_of(people[each]) for each in met.people)
    return Duel(people=(first, second), wins=met.wins)


def _newest(
    new: Collection[int], played: Iterable[GamePart], people: dict[int, User]
) -> tuple[ActivePerson, ...]:
    """Return the newcomers, who came last first."""
    games: dict[int, int] = {}
    for each in played:
        if each.person in new:
            games[each.person] = games.get(each.person, 0) + 1
    return tuple(
        ActivePerson(person=person_of(people[pk]), games=count)
        for pk, count in reversed(games.items())
    )
