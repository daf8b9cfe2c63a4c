"""Reads of the sums that honours follow from. Finished games only."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from django.db.models import Count, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.engine.vocabulary import Role
from games.models import HeadToHead, PlayerStreak, PlayerTally, SeatResult, Void
from games.models.rating import RATED_BOARDS
from games.selectors.among import among
from games.selectors.tally_columns import instances_of, successes_of
from games.statistics import Career, Measure, Sheet, are_people_enough, others_at_most
from games.statistics.measures import ON_CUSTOM_BOARDS
from games.values.game_kind import GameKind

WinsRow: TypeAlias = tuple[int, str, int, int, int]
"""Person, role, size, games played to their end and won."""
_KINDS = [kind.value for kind in GameKind if kind is not GameKind.BOTS]


def careers_of(
    people: Collection[int],
    meeting: Collection[int],
    longest_won: Mapping[int, int],
    people_met: Mapping[int, int] | None = None,
    finished_and_wins: Callable[[int], tuple[int, dict[tuple[Role, int], int]]] | None = None,
) -> dict[int, Career]:
    """Return the sums of each of these people over games without bots; at most three queries.

    Games on custom boards only count for the people met there. People met are counted for those in `meeting` alone who may
    have met enough for an honour, and are none for the others: for somebody who has met thousands it takes long.
    `longest_won`: the longest series of wins of those people of whom it is known already. `people_met`: how many people those
    in `meeting` have met, if it is known; `finished_and_wins`: the sums of each person, if they and the people met are known.
    """
    longest = dict(longest_won)
    if unknown := [person for person in people if person not in longest_won]:
        longest |= _longest_won(unknown)
    if people_met is not None and finished_and_wins is not None:
        return {
            person: Career(
                finished=finished,
                wins=wins,
                longest_won=longest.get(person, 0),
                people=people_met.get(person, 0),
            )
            for person in people
            for finished, wins in [finished_and_wins(person)]
        }
    others_met: dict[int, int] = defaultdict(int)
    finished: dict[int, int] = defaultdict(int)
    wins: dict[int, dict[tuple[Role, int], int]] = defaultdict(lambda: defaultdict(int))
    tallies = PlayerTally.objects.filter(among("user_id", people), kind__in=_KINDS)
    columns = (
        instances_of(Measure.FINISHED), successes_of(Measure.FINISHED), successes_of(Measure.WON)
    )  # fmt: skip
    for person, role, size, all_games, to_the_end, won in tallies.values_list(
        "user_id", "role", "size", *columns
    ):
        others_met[person] += others_at_most(all_games, size)
        if size != ON_CUSTOM_BOARDS:
            finished[person] += to_the_end
            wins[person][Role(role), size] += won
    others = people_met
    if others is None:
        may_have_met = [each for each in meeting if are_people_enough(others_met[each])]
        others = _people_met(may_have_met) if may_have_met else {}
    return {
        person: Career(
            finished=finished[person],
            wins=dict(wins[person]),
            longest_won=longest.get(person, 0),
            people=others.get(person, 0),
        )
        for person in people
    }


def _longest_won(people: Collection[int]) -> dict[int, int]:
    """Return the longest series of wins of each of these people in games without bots; one query."""
    streaks = PlayerStreak.objects.filter(among("user_id", people), kind__in=_KINDS)
    return dict(streaks.values_list("user_id").annotate(Max("longest_won")))


def _people_met(people: Collection[int]) -> dict[int, int]:
    """Return how many people each of these has played with in games without bots; one query.

    It looks into the index for each person. Grouped in one go, PostgreSQL reads the whole table of a large site for a few
    hundred people.
    """
    met = HeadToHead.objects.filter(user_id=OuterRef("pk"), kind__in=_KINDS)
    met = met.filter(Q(same_games__gt=0) | Q(opposite_games__gt=0))
    by_person = met.values("user_id").annotate(people=Count("other_id", distinct=True))
    count = Subquery(by_person.values("people"))
    rows = User.objects.filter(among("id", people)).values_list("pk", Coalesce(count, 0))
    return dict(rows)


def sheets_in_order(people: Collection[int]) -> dict[int, list[tuple[int, Sheet]]]:
    """Return for each of these people the numbers and sheets of their counted games without bots, in the order of their ends."""
    found: dict[int, list[tuple[int, Sheet]]] = {person: [] for person in people}
    played = SeatResult.objects.filter(
        user_id__in=people,
        kind__in=_KINDS,
        result__game__counted__sheet__isnull=False,
        result__game__counted__is_added=True,
    )
    rows = played.order_by("ended_at", "result_id").values_list(
        "user_id", "result_id", "result__game__counted__sheet"
    )
    for person, game_id, sheet in rows:
        assert sheet is not None
        found[person].append((game_id, sheet))
    return found


def with_later_games_on_custom_boards(
    since: Mapping[int, datetime], but: Collection[int]
) -> set[int]:
    """Return who of these people has a counted game on a custom board that ended at this time or later, but for these games.

    Games with bots are left out. Two queries at most: few people play on such boards, and only their games are read.
    """
    tallies = PlayerTally.objects.filter(
        among("user_id", since), kind__in=_KINDS, size=ON_CUSTOM_BOARDS
    )
    people = set(tallies.values_list("user_id", flat=True))
    if not people:
        return set()
    rows = SeatResult.objects.filter(
        user_id__in=people,
        kind__in=_KINDS,
        ended_at__gte=min(since.values()),
        result__game__counted__sheet__isnull=False,
        result__game__counted__is_added=True,
    ).exclude(result__board__in=RATED_BOARDS)
    found = rows.exclude(result__in=but).values_list("user_id", "ended_at")
    return {person for person, ended_at in found if ended_at >= since[person]}


def wins_counted() -> Iterator[WinsRow]:
    """Yield everybody's games played to their end and won, by kind, role and size, without bots and custom boards."""
    tallies = PlayerTally.objects.filter(kind__in=_KINDS).exclude(size=ON_CUSTOM_BOARDS)
    columns = successes_of(Measure.FINISHED), successes_of(Measure.WON)
    return tallies.values_list("user_id", "role", "size", *columns).iterator()


def people_of_counted_games() -> Iterator[list[int]]:
    """Yield the people of each counted game without bots that is not void."""
    seats = SeatResult.objects.filter(
        kind__in=_KINDS,
        result__void=Void.NO,
        result__game__counted__sheet__isnull=False,
        result__game__counted__is_added=True,
    )
    rows = seats.order_by("result_id").values_list("result_id", "user_id").iterator()
    for _game, in_game in groupby(rows, itemgetter(0)):
        yield [person for _result, person in in_game]


def met_by(people: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return for each of these people how many games without bots they have played with whom."""
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    met = HeadToHead.objects.filter(among("user_id", list(people)), kind__in=_KINDS)
    for person, other, same, opposite in met.values_list(
        "user_id", "other_id", "same_games", "opposite_games"
    ):
        found[person][other] += same + opposite
    return found
