"""Make the list of a month, a moment's work at a time, and open cases from it. The only writer of its tables.

A list is begun some hours after its month, by whichever clock comes first. Each turn reads the games of the next
people and writes what it found together with how far it came, if nobody else has come as far meanwhile. So it may
be killed at any point, and run in two processes.
"""

from bisect import bisect_left
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.moderation import audit, month_games
from games.moderation.models import Case
from games.moderation.month_games import Together, month_after
from games.moderation.month_models import LineAbout, LineGame, MonthLine, MonthList
from games.moderation.pairs import (
    TOO_RARE,
    chance_to_meet,
    chance_to_win,
    corrected,
    expected_meetings,
)
from games.moderation.reports import open_case

HOURS_AFTER = timedelta(hours=3)
"""So long after its end a month is read: at night, when its last games are rated."""
SECONDS_A_TURN = 0.5
PEOPLE_A_TURN = 200
LEAST_THROWN = 2
"""Times in a month from which a person is listed."""

Found = tuple[MonthLine, list[LineGame]]


def make_some(now: datetime, seconds: float = SECONDS_A_TURN) -> None:
    """Go on with the list that is due, for about so long; the clock calls this once a minute."""
    listing = _due(now)
    if listing is None:
        return
    people = month_games.people_after(listing.month, listing.read_up_to, PEOPLE_A_TURN)
    if not people:
        _finish(listing, now)
        return
    found: list[Found] = []
    pairs, read_up_to, end = 0, 0, monotonic() + seconds
    for person in people:
        together = month_games.together_in(listing.month, person)
        pairs += len(together)
        found += _suspect_pairs(listing, person, together)
        found += _thrown(listing, person)
        read_up_to = person
        if monotonic() > end:
            break
    _keep(listing, read_up_to, pairs, found)


def _due(now: datetime) -> MonthList | None:
    """Return the list to make: the unfinished one, or that of the month after the last, once it is over."""
    newest = MonthList.objects.order_by("-month").first()
    if newest is not None and newest.finished_at is None:
        return newest
    this_month = (now - HOURS_AFTER).date().replace(day=1)
    last_month = (this_month - timedelta(days=1)).replace(day=1)
    month = last_month if newest is None else month_after(newest.month)
    if month >= this_month:
        return None
    count = {"games": month_games.count_games(month)}
    return MonthList.objects.get_or_create(month=month, defaults=count)[0]


def _suspect_pairs(
    listing: MonthList, person: int, together: Iterable[Together]
) -> Iterable[Found]:
    """Yield the pairs whose wins are rare before the correction: it needs all of these."""
    rare = []
    for each in together:
        if each.wins > sum(each.chances):
            chance = chance_to_win(each.chances, each.wins)
            if chance < TOO_RARE:
                rare.append((each, chance))
    games = month_games.games_of(listing.month, [person, *(each.other for each, _ in rare)])
    for each, chance in rare:
        # A game may have been recorded after the list was begun.
        sat = max(listing.games, *games.values()), games[person], games[each.other]
        line = MonthLine(
            listing=listing,
            about=LineAbout.PAIR,
            person_id=person,
            other_id=each.other,
            times=each.wins,
            out_of=len(each.chances),
            expected=sum(each.chances),
            chance=chance,
            met=each.met,
            expected_met=expected_meetings(*sat),
            chance_met=chance_to_meet(*sat, each.met),
        )
        yield line, []


def _thrown(listing: MonthList, person: int) -> Iterable[Found]:
    """Yield the line of a person who threw away the only Liberal policy often enough."""
    choices = month_games.choices_of(listing.month, person)
    thrown = [(game, choice) for game, choice in choices if choice.is_thrown]
    if len(thrown) >= LEAST_THROWN:
        line = MonthLine(
            listing=listing,
            about=LineAbout.THROWN,
            person_id=person,
            times=len(thrown),
            out_of=len(choices),
        )
        ends = month_games.ends_of_steps({game for game, _choice in thrown})
        yield (
            line,
            [
                LineGame(
                    line=line,
                    game_id=game,
                    round=choice.round,
                    as_president=choice.as_president,
                    step=bisect_left(ends[game], choice.event),
                )
                for game, choice in thrown
            ],
        )


def _keep(listing: MonthList, read_up_to: int, pairs: int, found: list[Found]) -> None:
    """Write what was found, unless another clock has come as far."""
    before = MonthList.objects.filter(pk=listing.pk, read_up_to=listing.read_up_to)
    with transaction.atomic():
        if before.update(read_up_to=read_up_to, pairs=F("pairs") + pairs):
            MonthLine.objects.bulk_create([line for line, _games in found])
            LineGame.objects.bulk_create([game for _line, games in found for game in games])


def _finish(listing: MonthList, now: datetime) -> None:
    """Correct the chances of all pairs, keep those that stay rare, and show the list."""
    listing.refresh_from_db()
    pairs = list(listing.lines.filter(about=LineAbout.PAIR))
    chances = [line.chance for line in pairs if line.chance is not None]
    for line, chance in zip(pairs, corrected(chances, listing.pairs), strict=True):
        line.corrected = chance
    listed = [line for line in pairs if _is_rare(line.corrected) and _is_rare(line.chance_met)]
    games = [
        LineGame(line=line, game_id=game)
        for line in listed
        if line.other_id is not None
        for game in month_games.games_with_both(listing.month, line.person_id, line.other_id)
    ]
    unfinished = MonthList.objects.filter(pk=listing.pk, finished_at=None)
    with transaction.atomic():
        if unfinished.update(finished_at=now):
            rest = listing.lines.filter(about=LineAbout.PAIR)
            rest.exclude(pk__in=[line.pk for line in listed]).delete()
            # Accounts that were closed while their games were read.
            listing.lines.exclude(person__closed_at=None).delete()
            MonthLine.objects.bulk_update(listed, ["corrected"])
            LineGame.objects.bulk_create(games)


def _is_rare(chance: float | None) -> bool:
    return chance is not None and chance < TOO_RARE


@transaction.atomic
def open_case_from(*, line: MonthLine, person: User, moderator: User) -> Case:
    """Return the open case about one person of this line, opened now if there is none, with the line in it.

    Raises ValueError for anybody else.
    """
    if person.pk not in (line.person_id, line.other_id):
        raise ValueError("the line is not about this person")
    case = open_case(person)
    if not line.cases.filter(pk=case.pk).exists():
        line.cases.add(case)
        audit.record(act="case_opened", by=moderator, person=person, case=case.pk, line=line.pk)
    return case


def forget_lines_of(user: User) -> None:
    """Delete the lines about somebody whose account is closed."""
    MonthLine.objects.filter(person=user).delete()
    MonthLine.objects.filter(other=user).delete()


def forget_old_lists(now: datetime) -> tuple[str, int]:
    """Delete lists that were finished long ago; return the kind of data, and how many went."""
    before = now - timedelta(days=settings.KEEP_REPORTS_DAYS)
    old = MonthList.objects.filter(finished_at__lt=before)
    # The row of the newest says that its month needs no list any more.
    newest = MonthList.objects.order_by("-month").values("pk")[:1]
    MonthLine.objects.filter(listing__in=old).delete()
    return "months", old.exclude(pk__in=newest).delete()[1].get("moderation.MonthList", 0)
