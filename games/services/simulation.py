"""Fills a database with simulated people and finished games, for demo sites and tests of pages.

Games, seats, events, claims and results are ordinary rows. The people cannot sign in, and are in
one group, by which staff can find them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from random import Random

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import name_skeleton
from games.engine.codec import encode_event
from games.engine.state import GameState
from games.engine.vocabulary import Channel, Edition
from games.models import ChatMessage, Claim, Game, GameEvent, GameResult, Seat, SeatResult
from games.services.bot_names import pick_bot_name
from games.services.result import kind_of, leavers_in, result_rows
from games.services.simulated_play import Playthrough, SimulatedPlayer, play
from games.services.statistics import mark_results_due
from games.table import GameTable, Occupant
from games.values.actor import Actor
from games.values.chat import TalkMode
from games.values.timing import Pace

GROUP = "simulated players"
GAMES_A_TRANSACTION = 50
RANKED_SHARE, CASUAL_SHARE = 0.65, 0.2
"""Shares of the games; the rest has bots."""
PRINT_SHARE = 0.06
LEAVING_SHARE = 0.04
SIZES = (5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 10)

FIRST_WORDS = (
    "Amber", "Brisk", "Calm", "Clever", "Copper", "Cosmic", "Dapper", "Distant", "Early", "Fabled",
    "Fuzzy", "Gentle", "Hasty", "Hidden", "Humble", "Idle", "Jolly", "Lucky", "Lunar", "Mellow",
    "Misty", "Nimble", "Noble", "Patient", "Polar", "Quiet", "Rapid", "Rusty", "Salty", "Silent",
    "Solar", "Spicy", "Sunny", "Tidy", "Velvet", "Wandering", "Windy", "Witty", "Wooden", "Young",
)  # fmt: skip
SECOND_WORDS = (
    "Badger", "Bittern", "Canary", "Cobbler", "Comet", "Cricket", "Dormouse", "Falcon", "Ferry",
    "Finch", "Gecko", "Hamlet", "Harbour", "Heron", "Ibis", "Juniper", "Kestrel", "Kettle",
    "Lantern", "Lemur", "Magpie", "Marten", "Meadow", "Newt", "Otter", "Pebble", "Pigeon", "Plover",
    "Quokka", "Raven", "Saffron", "Sparrow", "Stoat", "Teapot", "Thistle", "Turnip", "Walnut",
    "Weaver", "Willow", "Wombat",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    """A simulated person: the account, and its skill from 0 to 1."""

    user: User
    skill: float
    diligence: float
    """How often this person plays, compared with others."""


def simulated_people(players: int, rng: Random) -> list[SimulatedPerson]:
    """Return so many people of different skill; those of an earlier run come first."""
    group, _is_new = Group.objects.get_or_create(name=GROUP)
    users = list(User.objects.filter(groups=group).order_by("pk")[:players])
    taken = set(User.objects.values_list("username_skeleton", flat=True))
    names = [f"{first} {second}" for first in FIRST_WORDS for second in SECOND_WORDS]
    rng.shuffle(names)
    rounds = count(2)
    while len(users) < players:
        if not names:
            number = next(rounds)
            names = [f"{first} {number}" for first in (*FIRST_WORDS, *SECOND_WORDS)]
        name = names.pop()
        if name_skeleton(name) in taken:
            continue
        taken.add(name_skeleton(name))
        user = User(username=name, is_guest=False, is_active=False)
        user.set_unusable_password()
        user.save()
        user.groups.add(group)
        users.append(user)
    return [
        SimulatedPerson(
            user,
            skill=min(1.0, max(0.05, rng.gauss(0.85, 0.15))),
            diligence=rng.paretovariate(1.5),
        )
        for user in users
    ]


def simulate_games(
    *,
    games: int,
    people: Sequence[SimulatedPerson],
    months: float,
    rng: Random,
    progress: Callable[[int], None],
) -> list[int]:
    """Write this many finished games of the last months, without ratings; return their ids."""
    now = timezone.now()
    length = timedelta(days=30.4 * months)
    starts = sorted(now - length * rng.random() - timedelta(hours=2) for _game in range(games))
    written: list[int] = []
    for at in range(0, games, GAMES_A_TRANSACTION):
        some = [_invent(start, people, rng) for start in starts[at : at + GAMES_A_TRANSACTION]]
        with transaction.atomic():
            written += _write(some)
        progress(len(written))
    return written


@dataclass(slots=True)
class _Invented:
    game: Game
    played: Playthrough
    state: GameState
    seats: list[SimulatedPerson | str]
    """A string is a bot's name."""


def _invent(start: datetime, people: Sequence[SimulatedPerson], rng: Random) -> _Invented:
    """Choose the players, and play the game."""
    size = rng.choice(SIZES)
    edition = Edition.PRINT if rng.random() < PRINT_SHARE else Edition.RETAIL
    kind = rng.random()
    bots = 0 if kind < RANKED_SHARE + CASUAL_SHARE else rng.randint(1, size - 1)
    seats: list[SimulatedPerson | str] = [*_guests(people, size - bots, rng)]
    taken = [each.user.username for each in seats if isinstance(each, SimulatedPerson)]
    for _bot in range(bots):
        taken.append(pick_bot_name(taken=taken, chance=rng))
        seats.append(taken[-1])
    rng.shuffle(seats)
    leaver = rng.randrange(size) if rng.random() < LEAVING_SHARE else None
    sitters = [
        SimulatedPlayer(
            skill=each.skill if isinstance(each, SimulatedPerson) else 1.0,
            is_bot=isinstance(each, str),
            leaves_after=rng.randint(15, 160) if seat == leaver else None,
        )
        for seat, each in enumerate(seats)
    ]
    played, state = play(edition=edition, sitters=sitters, begins=start, rng=rng)
    assert state.victory is not None
    game = Game(
        name=f"Table of {taken[0]}"[:40],
        edition=edition.value,
        pace=rng.choice([Pace.QUICK, Pace.RELAXED]).value,
        player_count=size,
        is_ranked=kind < RANKED_SHARE,
        has_bots=bots > 0,
        status=Game.Status.FINISHED,
        version=len(played.log),
        phase=state.phase.value,
        round=state.round,
        started_at=start,
        finished_at=played.times[-1],
        victory=state.victory.value,
        winner=state.victory.winner.value,
    )
    return _Invented(game, played, state, seats)


def _guests(people: Sequence[SimulatedPerson], wanted: int, rng: Random) -> list[SimulatedPerson]:
    """Choose different people, the diligent ones more often."""
    chances = [rng.random() ** (1.0 / each.diligence) for each in people]
    order = sorted(range(len(people)), key=chances.__getitem__, reverse=True)
    return [people[at] for at in order[:wanted]]


def _write(some: list[_Invented]) -> list[int]:
    starts = [each.game.started_at for each in some]
    games = Game.objects.bulk_create(each.game for each in some)
    for game, start in zip(games, starts, strict=True):
        # Django sets this column to the present when it creates a row.
        game.started_at = start
    Game.objects.bulk_update(games, ["started_at"])
    Seat.objects.bulk_create(
        Seat(
            game=each.game,
            number=number,
            user=who.user if isinstance(who, SimulatedPerson) else None,
            bot_name=who if isinstance(who, str) else "",
            has_stand_in=number in each.played.away,
        )
        for each in some
        for number, who in enumerate(each.seats)
    )
    GameEvent.objects.bulk_create((row for each in some for row in _events(each)), batch_size=1000)
    _write_claims(some)
    _write_results(some)
    mark_results_due(game.pk for game in games)
    return [game.pk for game in games]


def _events(each: _Invented) -> list[GameEvent]:
    rows = []
    played = each.played
    told = zip(played.log, played.times, played.actors, strict=True)
    for seq, (event, at, (actor, seat)) in enumerate(told, start=1):
        kind, payload = encode_event(event)
        rows.append(
            GameEvent(
                game=each.game,
                seq=seq,
                kind=kind,
                payload=payload,
                actor=actor,
                acting_seat=seat,
                created_at=at,
            )
        )
    return rows


def _write_claims(some: list[_Invented]) -> None:
    claims: list[Claim] = []
    messages: list[ChatMessage] = []
    for each in some:
        for number, said in enumerate(each.played.claims, start=1):
            who = each.seats[said.act.seat]
            assert isinstance(who, SimulatedPerson)
            message = ChatMessage(
                game=each.game,
                number=number,
                channel=Channel.TABLE.value,
                user=who.user,
                seat=said.act.seat,
                round=said.round,
                version=said.version,
                created_at=said.at,
            )
            messages.append(message)
            claims.append(
                Claim(
                    message=message,
                    round=said.act.round,
                    kind=said.act.kind.value,
                    target=said.act.target,
                    content=said.content,
                )
            )
    ChatMessage.objects.bulk_create(messages, batch_size=1000)
    Claim.objects.bulk_create(claims, batch_size=1000)


def _write_results(some: list[_Invented]) -> None:
    results: list[GameResult] = []
    seats: list[SeatResult] = []
    for each in some:
        game, played = each.game, each.played
        assert game.finished_at is not None
        own = {seq for seq, (who, _) in enumerate(played.actors, 1) if who is Actor.PERSON}
        leavers = leavers_in(played.log, sorted(played.away), own) if game.is_ranked else {}
        result, rows = result_rows(
            game, _table(each), kind_of(game), None, game.finished_at, leavers
        )
        results.append(result)
        seats += rows
    GameResult.objects.bulk_create(results)
    SeatResult.objects.bulk_create(seats, batch_size=1000)


def _table(each: _Invented) -> GameTable:
    game = each.game
    return GameTable(
        game_id=game.pk,
        code=game.code,
        name=game.name,
        pace=Pace(game.pace),
        talk=TalkMode(game.talk),
        is_ranked=game.is_ranked,
        status=game.status,
        version=game.version,
        seating=0,
        state=each.state,
        log=tuple(each.played.log),
        occupants=tuple(
            Occupant(user_id=who.user.pk, name=who.user.username)
            if isinstance(who, SimulatedPerson)
            else Occupant(user_id=None, name=who)
            for who in each.seats
        ),
        started_at=game.started_at,
        deadline_at=None,
        due_at=None,
    )
