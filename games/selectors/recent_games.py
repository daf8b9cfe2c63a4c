"""Reads of what has happened here lately: games that have ended, how they ended, and who plays often.

Only finished games; all but `tell_all` read those of public tables, which anybody may watch again.
People who keep their list of games to themselves are not named here and have no face.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Case, Count, Q, QuerySet, When

from games.engine.codec import EVENT_KINDS, decode_event
from games.engine.events import (
    BallotsRevealed,
    ChancellorNominated,
    Event,
    GameStarted,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
)
from games.engine.ruleset import FEWEST_PLAYERS, Ruleset, ruleset_of, standard_ruleset
from games.engine.vocabulary import Party, SeatNumber, Victory, Vote
from games.models import GameResult, Seat, SeatResult, Void
from games.models.rating import RATED_BOARDS
from games.selectors.event_rows import event_rows
from games.selectors.people import columns_of, named
from games.values.game_kind import GameKind
from games.values.player import (
    ActivePerson,
    AllGamesBoard,
    Best,
    Ending,
    Person,
    RecentGame,
    RecordGame,
    RecordGames,
    WeekAtTables,
)

WEEK = timedelta(days=7)
ACTIVE_DAYS = 30
"""Who has played so long ago still counts as playing here."""
LEAST_FOR_RECORDS = 3
"""Of fewer games none is a record."""
MOST_COUNTED = 5000
"""How many results the board of all games is made of."""
# What a game is told from; there are few of these in it.
_TELLING = (
    GameStarted, SecretRoleDealt, PresidencyPassed, ChancellorNominated, BallotsRevealed, PolicyEnacted, PlayerExecuted,
)  # fmt: skip
COURSE_KINDS = tuple(kind for kind, each in EVENT_KINDS.items() if each in _TELLING)


def last_ended(most: int) -> QuerySet[GameResult]:
    """Return the results of the last games of public tables, newest first."""
    return _public().order_by("-ended_at", "-pk")[:most]


def latest_and_longest(
    now: datetime, most: int
) -> tuple[tuple[RecentGame, ...], tuple[RecentGame, ...]]:
    """Return the last games of public tables, newest first, and the longest ones of the last seven days.

    Of the longest, those of people alone come first. Three queries, however many there are.
    """
    bots_last = Case(When(kind=GameKind.BOTS, then=1), default=0)
    of_week = _public().filter(ended_at__gte=now - WEEK)
    longest = of_week.order_by(bots_last, "-rounds", "-ended_at")[:most]
    wanted = Q(pk__in=last_ended(most).values("pk")) | Q(pk__in=longest.values("pk"))
    found = GameResult.objects.filter(wanted).select_related("game").order_by("-ended_at", "-pk")
    results = list(found)
    told = {game.game_id: game for game in _told(results)}
    week = [each for each in results if each.ended_at >= now - WEEK]
    week.sort(key=lambda each: (each.kind == GameKind.BOTS, -each.rounds))
    return (
        tuple(told[each.pk] for each in results[:most]),
        tuple(told[each.pk] for each in week[:most]),
    )


def active_people(now: datetime, most: int) -> tuple[ActivePerson, ...]:
    """Return who has finished most games at public tables lately; nobody who hides the list of games; one query."""
    rows = _lately(now).values_list("user_id", *columns_of("user")).annotate(games=Count("pk"))
    return tuple(
        ActivePerson(person=named(columns), games=games)
        for _user_id, *columns, games in rows.order_by("-games", "user_id")[:most]
    )


def all_games_board(now: datetime, most: int) -> AllGamesBoard:
    """Return who leads the public games of the last weeks, bots or not, ranked or not: `most` people on each board.

    Games on custom boards are left out: some are far easier to win.

    For a site with few games: the newest MOST_COUNTED results are looked at, with one query.
    """
    rows = _lately(now).filter(result__board__in=RATED_BOARDS).order_by("-ended_at", "-pk")
    games, won, streaks, running = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    people: dict[int, Person] = {}
    for user_id, has_won, *columns in rows.values_list("user_id", "won", *columns_of("user"))[
        :MOST_COUNTED
    ]:
        if user_id not in people:
            people[user_id] = named(columns)
        games[user_id] += 1
        won[user_id] += has_won
        running[user_id] = running[user_id] + 1 if has_won else 0
        streaks[user_id] = max(streaks[user_id], running[user_id])
    boards = [_leaders(counts, most) for counts in (games, won, streaks)]
    shown = [
        tuple(Best(person=people[pk], count=count) for pk, count in board) for board in boards
    ]
    return AllGamesBoard(games=shown[0], won=shown[1], streaks=shown[2])


def week_at_tables(now: datetime) -> WeekAtTables:
    """Return what was played at public tables in the last seven days, but on custom boards; one query."""
    results = _public().filter(ended_at__gte=now - WEEK, board__in=RATED_BOARDS)
    # Each game has a row for each of its seats.
    counts = results.aggregate(
        games=Count("pk", distinct=True),
        people=Count("seats__user", distinct=True),
        **{side.value: Count("pk", distinct=True, filter=Q(winner=side.value)) for side in Party},
    )
    return WeekAtTables(**counts)


def records(now: datetime) -> RecordGames | None:
    """Return the records of the last weeks at public tables, but on custom boards; None while there are too few games."""
    since = now - timedelta(days=ACTIVE_DAYS)
    found = _public().filter(ended_at__gte=since, board__in=RATED_BOARDS)
    rows = found.exclude(void=Void.LEFT_EARLY).order_by("ended_at", "pk")
    games = [
        RecordGame(code=code, name=name, seconds=seconds, rounds=rounds)
        for code, name, seconds, rounds in rows.values_list(
            "game__code", "game__name", "seconds", "rounds"
        )[:MOST_COUNTED]
    ]
    if len(games) < LEAST_FOR_RECORDS:
        return None
    return RecordGames(
        longest=max(games, key=lambda game: game.seconds),
        quickest=min(games, key=lambda game: game.seconds),
        most_rounds=max(games, key=lambda game: game.rounds),
    )


def _public() -> QuerySet[GameResult]:
    found = GameResult.objects.filter(game__is_public=True, game__is_locked=False)
    return found.exclude(void=Void.ANNULLED)


def _told(found: Iterable[GameResult]) -> tuple[RecentGame, ...]:
    results = list(found)
    if not results:
        return ()
    return tell_all(results, seats_by_game(seats_of(results)))


def tell_all(
    results: Sequence[GameResult], seats: Mapping[int, Sequence[Seat]]
) -> tuple[RecentGame, ...]:
    """Return what lists tell of these games; `seats` are theirs, by game; one query, or none for no games."""
    courses = _courses(results) if results else {}
    return tuple(tell_ended(result, seats[result.pk], courses[result.pk]) for result in results)


def tell_ended(result: GameResult, seats: Sequence[Seat], course: "Course") -> RecentGame:
    """Return what lists tell of a finished game; its seats come in order, with their people's preferences."""
    names = _names(seats)
    return RecentGame(
        game_id=result.pk,
        code=result.game.code,
        name=result.game.name,
        kind=GameKind(result.kind),
        ending=_ending(result, course, names),
        size=result.size,
        seconds=result.seconds,
        ended_at=result.ended_at,
        faces=tuple("" if _is_hidden(seat) else seat.face for seat in seats),
        names=names,
        winners=frozenset(
            seat for seat, side in course.sides.items() if side.value == result.winner
        ),
        policies=tuple(course.policies),
        rules=course.rules,
    )


def _leaders(counts: Counter[int], most: int) -> list[tuple[int, int]]:
    """Return the highest counts, who came first before who came later; nobody with nothing."""
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [item for item in found if item[1]][:most]


def _lately(now: datetime) -> QuerySet[SeatResult]:
    return SeatResult.objects.filter(
        result__ended_at__gte=now - timedelta(days=ACTIVE_DAYS),
        result__game__is_public=True,
        result__game__is_locked=False,
        user__closed_at=None,
        user__preferences__shows_games=True,
    ).exclude(result__void=Void.ANNULLED)


def seats_of(results: Iterable[GameResult]) -> QuerySet[Seat]:
    """Return the seats of these games in order, with their people's preferences."""
    rows = Seat.objects.filter(game__in=[result.pk for result in results])
    return rows.select_related("user__preferences").order_by("game", "number")


def seats_by_game(rows: Iterable[Seat]) -> Mapping[int, list[Seat]]:
    """Return these seats by their game."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in rows:
        seats[seat.game_id].append(seat)
    return seats


def _courses(results: Iterable[GameResult]) -> Mapping[int, "Course"]:
    """Return what happened in each of these games; one query, or two if a log is packed."""
    courses: dict[int, Course] = defaultdict(Course)
    ids = [result.pk for result in results]
    for game_id, row in event_rows(ids, COURSE_KINDS):
        courses[game_id].follow(decode_event(row.kind, row.payload))
    return courses


def _is_hidden(seat: Seat) -> bool:
    return seat.user is not None and not seat.user.preferences.shows_games


def _names(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple("" if _is_hidden(seat) else seat.shown_name for seat in seats)


@dataclass(frozen=True, slots=True)
class _LastRound:
    """What is known of the last round; each new one begins empty."""

    president: SeatNumber | None = None
    chancellor: SeatNumber | None = None
    target: SeatNumber | None = None
    votes: tuple[Vote | None, ...] = ()
    is_chaos: bool = False


def _followed(last: _LastRound, event: Event) -> _LastRound:
    """Return the last round after one of the events that tell an ending."""
    match event:
        case PresidencyPassed():
            return _LastRound(president=event.president)
        case ChancellorNominated():
            return replace(last, chancellor=event.chancellor)
        case BallotsRevealed():
            return replace(last, votes=event.votes)
        case PolicyEnacted():
            return replace(last, is_chaos=event.chancellor is None)
        case PlayerExecuted():
            return replace(last, target=event.target)
        case _:
            return last


def policies_at_start(rules: Ruleset) -> list[Party]:
    """Return the parties of the policies that the board enacts before the first round (B-5)."""
    return [Party.LIBERAL] * rules.liberals_at_start + [Party.FASCIST] * rules.fascists_at_start


@dataclass(slots=True)
class Course:
    """How a game went, as far as lists tell it."""

    sides: dict[SeatNumber, Party] = field(default_factory=dict)
    policies: list[Party] = field(default_factory=list)
    rules: Ruleset = field(default_factory=partial(standard_ruleset, FEWEST_PLAYERS))
    last: _LastRound = field(default_factory=_LastRound)

    def follow(self, event: Event) -> None:
        """Take the next event."""
        if isinstance(event, SecretRoleDealt):
            self.sides[event.seat] = event.role.party
        if isinstance(event, GameStarted):
            self.rules = ruleset_of(event.players, event.edition, event.board)
            self.policies += policies_at_start(self.rules)
        if isinstance(event, PolicyEnacted):
            self.policies.append(event.policy.party)
        self.last = _followed(self.last, event)


def _ending(result: GameResult, course: Course, names: Sequence[str]) -> Ending:
    def name(seat: SeatNumber | None) -> str:
        return "" if seat is None else names[seat]

    return Ending(
        victory=Victory(result.victory),
        round=result.rounds,
        president=name(course.last.president),
        chancellor=name(course.last.chancellor),
        target=name(course.last.target),
        votes=course.last.votes,
        is_chaos=course.last.is_chaos,
    )
