"""Who leads the public games of the last days, who met whom most often, and whose first games these were.

People who keep their list of games to themselves are not named. Void games count for nobody, nor do games on custom
boards, of which some are far easier to win.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Value

from games.engine.vocabulary import Party
from games.models import SeatResult, Void
from games.models.rating import RATED_BOARDS
from games.selectors.lately import lately
from games.selectors.people import columns_of, named
from games.statistics.bests import (
    Count,
    GamePart,
    Meetings,
    closest_duels,
    longest_streaks,
    most_won,
)
from games.values.community import Duel, LatestBests
from games.values.player import ActivePerson, Best, Person

WEEK_DAYS, MONTH_DAYS = 7, 30
ENOUGH_FOR_A_WEEK = 3
"""With fewer games in a week the last month is looked at, so that a young site has winners too."""
NEW_DAYS = 14
"""Whose first game was so long ago is still a newcomer."""
ENOUGH_OF_NEWCOMERS = 3
"""A newcomer with fewer games has not shown much yet."""
KEPT_TIMES = 30
"""How many times as long as the lists of tables the bests are kept."""
MOST_READ = 5000
"""How many results are looked at, the newest ones."""


def latest_bests(now: datetime, most: int, *, tells_newcomers: bool = True) -> LatestBests:
    """Return who leads the last week, or month: `most` people on each list; one query."""
    days, rows, people, new = _rows(now, tells_newcomers=tells_newcomers)
    played = [each for _game, each in rows]
    if new == set(people):
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


def kept_bests(now: datetime, most: int, *, tells_newcomers: bool = True) -> LatestBests:
    """Return the same as it was a moment ago, for pages that many people open."""
    read = partial(latest_bests, now, most, tells_newcomers=tells_newcomers)
    return lately(f"bests-{most}-{tells_newcomers}", read, times=KEPT_TIMES)


def _rows(
    now: datetime, *, tells_newcomers: bool
) -> tuple[int, list[tuple[int, GamePart]], dict[int, Person], set[int]]:
    """Return how many days are looked at, their games with who played in them, the oldest first, these people, and who is new."""
    found = SeatResult.objects.filter(
        result__ended_at__gte=now - timedelta(days=MONTH_DAYS),
        result__void=Void.NO,
        result__board__in=RATED_BOARDS,
        result__game__is_public=True,
        result__game__is_locked=False,
        user__closed_at=None,
        user__preferences__shows_games=True,
    ).order_by("-ended_at", "-result_id")
    older = SeatResult.objects.filter(
        user=OuterRef("user"), ended_at__lt=now - timedelta(days=NEW_DAYS)
    ).order_by()
    is_new = ~Exists(older) if tells_newcomers else Value(False)
    fields = ("result_id", "user_id", "team", "won", "result__ended_at")
    rows = list(found.values_list(*fields, is_new, *columns_of("user"))[:MOST_READ])
    days, week = MONTH_DAYS, [row for row in rows if row[4] >= now - timedelta(days=WEEK_DAYS)]
    if len({row[0] for row in week}) >= ENOUGH_FOR_A_WEEK:
        days, rows = WEEK_DAYS, week
    shown = {person: who for _game, person, _team, _won, _at, _is_new, *who in rows}
    people = {pk: named(who) for pk, who in shown.items()}
    new = {row[1] for row in rows if row[5]}
    games = [
        (game, GamePart(person=person, side=Party(team), has_won=won))
        for game, person, team, won, *_rest in reversed(rows)
    ]
    return days, games, people, new


def _bests(counts: Iterable[Count], people: dict[int, Person]) -> tuple[Best, ...]:
    return tuple(
        Best(person=people[each.person], count=each.count, games=each.games) for each in counts
    )


def _duel(met: Meetings, people: dict[int, Person]) -> Duel:
    first, second = (people[each] for each in met.people)
    return Duel(people=(first, second), wins=met.wins)


def _newest(
    new: Collection[int], played: Iterable[GamePart], people: dict[int, Person]
) -> tuple[ActivePerson, ...]:
    """Return the newcomers, who came last first."""
    games: dict[int, int] = {}
    for each in played:
        if each.person in new:
            games[each.person] = games.get(each.person, 0) + 1
    return tuple(
        ActivePerson(person=people[pk], games=count) for pk, count in reversed(games.items())
    )
