"""Awards honours as games are counted, and takes them away with a game that counts no more.

Which game earned an honour first does not depend on the order in which games are counted. Called by services.statistics only,
inside its transaction, after the sums have changed.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import EarnedHonour
from games.selectors.among import among
from games.selectors.honours import (
    careers_of,
    met_by,
    sheets_in_order,
    with_later_games_on_custom_boards,
)
from games.services.followed import Followed, HonoursEarned, HonoursFollowed
from games.services.people_met import PeopleMet, are_pairs_ahead
from games.statistics import (
    OF_CAREER,
    Career,
    CareerSoFar,
    PlayerKey,
    Sheet,
    Streak,
    end_of,
    honours_in_order,
    honours_on,
    of_career,
)
from games.values.game_kind import GameKind
from games.values.honours import Honour


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A game that is counted anew: what it had added, and what it adds now; None for nothing."""

    game_id: int
    before: Sheet | None
    after: Sheet | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StreaksSoFar:
    """What is known of the streaks of everybody to whose streaks some games add, or from whose they are taken."""

    extended: Mapping[PlayerKey, Streak]
    """As they stood before these games, of those that these games only extend."""
    last_ends: Mapping[int, datetime]
    """The end of each person's last game before these were counted; only games that belong to a series, without bots."""
    longest_won: Mapping[int, int]
    """With these games: each person's longest series of wins without bots."""


def award(
    changes: Sequence[Change], streaks: StreaksSoFar, followed: Followed | None = None
) -> None:
    """Give the people of these games what they have earned; find anew what hung on a game that earned more before.

    `followed`: their sums with these games, if they have been followed.
    """
    feats: list[EarnedHonour] = []
    upset: dict[int, set[Honour]] = defaultdict(set)
    people: set[int] = set()
    first_end: dict[int, datetime] = {}
    for change in changes:
        before, after = honours_on(change.before), honours_on(change.after)
        people_before, people_after = _people_on(change.before), _people_on(change.after)
        people |= people_before | people_after
        for person, earned in before.items():
            upset[person] |= earned - after.get(person, frozenset())
        if change.after is None:
            for person in people_before:
                upset[person] |= set(Honour)
            continue
        ended_at = end_of(change.after)
        feats += [
            EarnedHonour(user_id=person, honour=honour, game_id=change.game_id, earned_at=ended_at)
            for person, earned in sorted(after.items())
            for honour in sorted(earned - before.get(person, frozenset()))
        ]
        for person in people_after:
            first_end[person] = min(first_end.get(person, ended_at), ended_at)
    if followed is not None:
        known = _add_unknown(feats, people, followed.honours)
    else:
        EarnedHonour.objects.bulk_create(feats, ignore_conflicts=True)
        known = _known(people, OF_CAREER | {row.honour for row in feats})
    put_right = list(_prefer_first(feats, known))
    for person, own in known.items():
        # A game that is counted late may have brought about what a later one was thought to.
        if end := first_end.get(person):
            upset[person] |= {each for each, at in own.items() if at > end} & OF_CAREER
    reached: dict[int, frozenset[Honour]] = {}
    # Most who play often have all of them.
    lacking = [person for person in people if not known[person].keys() >= OF_CAREER]
    meeting = [person for person in lacking if Honour.FIFTY_PEOPLE not in known[person]]
    met = followed.met if followed is not None else None
    counts = None if met is None else {person: met.count(person) for person in meeting}
    wins = followed.wins.of if followed is not None else None
    careers = careers_of(lacking, meeting, streaks.longest_won, counts, wins)
    # They may have met these people in games that are yet to be counted.
    unsure = {Honour.FIFTY_PEOPLE} if met is None and are_pairs_ahead() else set()
    for person, career in careers.items():
        if new := of_career(career) - known[person].keys():
            reached[person] = new
            upset[person] |= new & unsure
    in_order = {person for person in reached if not upset[person]}
    reached.update(_find_in(changes, {p: reached[p] for p in in_order}, careers, streaks, met))
    for person, new in reached.items():
        upset[person] |= new
    changed = {person: honours for person, honours in upset.items() if honours}
    _find_anew(changed)
    if followed is not None:
        followed.honours.forget(reached.keys() | changed.keys() | set(put_right))


def _find_in(
    changes: Sequence[Change],
    reached: Mapping[int, frozenset[Honour]],
    careers: Mapping[int, Career],
    streaks: StreaksSoFar,
    followed: PeopleMet | None,
) -> Iterator[tuple[int, frozenset[Honour]]]:
    """Look in these games alone for the ones that earned what is newly reached; yield each person with what stays open.

    Only for people whose other games all ended before: then no other game can have earned it.
    """
    if not reached:
        return
    own: dict[int, list[tuple[datetime, int, Sheet]]] = defaultdict(list)
    for change in changes:
        for person in (_people_on(change.before) | _people_on(change.after)) & reached.keys():
            if change.after is not None and change.after["kind"] != GameKind.BOTS:
                own[person].append((end_of(change.after), change.game_id, change.after))
    changed = set().union(*(_people_on(change.before) for change in changes))
    first = {person: min(games)[0] for person, games in own.items() if person not in changed}
    later = {p for p in first if p in streaks.last_ends and streaks.last_ends[p] >= first[p]}
    # Games on custom boards belong to no series, and only count for the people met there.
    meeting = [p for p in first.keys() - later if Honour.FIFTY_PEOPLE in reached[p]]
    later |= with_later_games_on_custom_boards(
        {p: first[p] for p in meeting}, [change.game_id for change in changes]
    )
    met = {} if followed is not None else met_by(meeting)
    rows = []
    for person in sorted(first.keys() - later):
        games = sorted(own[person], key=lambda game: game[:2])
        kinds = {GameKind(sheet["kind"]) for _end, _game, sheet in games}
        if any((person, kind.value) not in streaks.extended for kind in kinds):
            continue
        here, pairs = CareerSoFar(), Counter[int]()
        for _end, _game, sheet in games:
            here.take(person, sheet)
            if not sheet["is_void"]:
                pairs.update(_people_on(sheet))
        wins = Counter(careers[person].wins)
        wins.subtract(here.wins)
        before = CareerSoFar(
            finished=careers[person].finished - here.finished,
            wins=wins,
            met={other for other, count in met.get(person, {}).items() if count > pairs[other]}
            if followed is None
            else followed.before(person),
        )
        before.streaks |= {kind: streaks.extended[person, kind.value] for kind in kinds}
        missing = reached[person]
        for end, game_id, sheet in games:
            before.take(person, sheet)
            earned = missing & before.earned()
            missing -= earned
            rows += [
                EarnedHonour(user_id=person, honour=honour, game_id=game_id, earned_at=end)
                for honour in sorted(earned)
            ]
        yield person, missing
    EarnedHonour.objects.bulk_create(rows)


def _people_on(sheet: Sheet | None) -> set[int]:
    if sheet is None:
        return set()
    return {person for person, *_rest in sheet["seats"] if person is not None}


def _add_unknown(
    feats: Sequence[EarnedHonour], people: Collection[int], followed: HonoursFollowed
) -> dict[int, HonoursEarned]:
    """Write those of these rows whose honours people do not have; return which these people have then."""
    known = followed.of(people, _known)
    if new := [row for row in feats if row.honour not in known[row.user_id]]:
        EarnedHonour.objects.bulk_create(new, ignore_conflicts=True)
        followed.forget({row.user_id for row in new})
        known = followed.of(people, _known)
    return known


def _known(
    people: Collection[int], honours: Collection[str] = tuple(Honour)
) -> dict[int, HonoursEarned]:
    """Return when these people earned those of these honours that they have."""
    known: dict[int, HonoursEarned] = defaultdict(dict)
    rows = EarnedHonour.objects.filter(among("user_id", people), honour__in=honours)
    for person, honour, earned_at in rows.values_list("user_id", "honour", "earned_at"):
        known[person][Honour(honour)] = earned_at
    return known


def _prefer_first(
    rows: Sequence[EarnedHonour], known: Mapping[int, HonoursEarned]
) -> Iterator[int]:
    """Of two games that earn the same, let the one stand that ended first; yield whose honour is another game's now."""
    for row in rows:
        if known[row.user_id][Honour(row.honour)] > row.earned_at:
            later = EarnedHonour.objects.filter(
                user_id=row.user_id, honour=row.honour, earned_at__gt=row.earned_at
            )
            later.update(game_id=row.game_id, earned_at=row.earned_at)
            yield row.user_id


def _find_anew(upset: Mapping[int, Collection[Honour]]) -> None:
    """Go through all games of these people for these honours, which few games bring about; three queries."""
    if not upset:
        return
    people: dict[Honour, list[int]] = defaultdict(list)
    rows = []
    for person, sheets in sheets_in_order(upset).items():
        for honour in upset[person]:
            people[honour].append(person)
        found = honours_in_order(person, [sheet for _game_id, sheet in sheets])
        rows += [
            EarnedHonour(
                user_id=person,
                honour=honour,
                game_id=sheets[found[honour]][0],
                earned_at=end_of(sheets[found[honour]][1]),
            )
            for honour in sorted(upset[person])
            if honour in found
        ]
    # A condition for each honour, not for each person, of whom there may be thousands.
    wanted = Q(pk__in=[])
    for honour, each in people.items():
        wanted |= Q(honour=honour, user_id__in=each)
    EarnedHonour.objects.filter(wanted).delete()
    EarnedHonour.objects.bulk_create(rows)
