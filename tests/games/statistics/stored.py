"""Random finished games in the database, as play would have left them.

services.result writes the result and decides who is a leaver; `played` gets that back.
"""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from games.engine.codec import encode_event
from games.engine.state import fold
from games.engine.vocabulary import Phase
from games.models import ChatMessage, Claim, Game, GameEvent, PlayerTally, Seat, SeatResult
from games.selectors.game import load_table
from games.selectors.table_cache import forget
from games.selectors.tally_columns import instances_of, successes_of
from games.services.rating import rate_ended
from games.services.result import record_result
from games.services.statistics import count_due
from games.statistics import Measure, SeatFacts, Tally
from games.values.actor import Actor
from tests.factories import a_person
from tests.games.statistics.games import START, Played, a_finished_game


def store(played: Played, users: Sequence[User | None], *, is_ranked: bool = False) -> Game:
    """Store this game: its seats, log and claims."""
    state = fold(played.events)
    assert state.phase is Phase.GAME_OVER
    assert state.victory is not None
    game = Game.objects.create(
        name="Test table",
        edition=state.ruleset.edition.value,
        pace="none",
        player_count=len(users),
        is_ranked=is_ranked,
        has_bots=None in users,
        version=len(played.events),
        phase=state.phase.value,
        round=state.round,
        status=Game.Status.FINISHED,
        finished_at=played.log[-1].at,
        victory=state.victory.value,
        winner=state.victory.winner.value,
    )
    Game.objects.filter(pk=game.pk).update(started_at=played.started_at)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            user=user,
            bot_name="" if user else f"Bot {number}",
            has_stand_in=played.seats[number].is_leaver,
        )
        for number, user in enumerate(users)
    )
    rows = []
    for seq, happened in enumerate(played.log, start=1):
        kind, payload = encode_event(happened.event)
        rows.append(
            GameEvent(
                game=game,
                seq=seq,
                kind=kind,
                payload=payload,
                created_at=happened.at,
                actor=Actor.PERSON if happened.by_person else Actor.STAND_IN,
            )
        )
    GameEvent.objects.bulk_create(rows)
    messages = []
    for number, claim in enumerate(played.claims, start=1):
        speaker = users[claim.seat]
        assert speaker is not None
        messages.append(
            ChatMessage(
                game=game,
                number=number,
                channel="table",
                user=speaker,
                seat=claim.seat,
                round=claim.round,
                version=1,
                created_at=played.started_at,
            )
        )
    said = ChatMessage.objects.bulk_create(messages)
    Claim.objects.bulk_create(
        Claim(
            message=message,
            round=claim.round,
            kind=claim.kind.value,
            target=claim.target,
            content=claim.content,
        )
        for message, claim in zip(said, played.claims, strict=True)
    )
    # A game of an earlier test, which was rolled back, may have had the same id.
    forget(game.pk)
    with transaction.atomic():
        record_result(load_table(game.pk), played.log[-1].at)
    forget(game.pk)
    leavers = set(SeatResult.objects.filter(result_id=game.pk, is_leaver=True).values_list("seat"))
    played.seats = [
        SeatFacts(person=seat.person, is_leaver=(number,) in leavers)
        for number, seat in enumerate(played.seats)
    ]
    return game


def a_crowd(people: int = 14) -> list[User]:
    """People who meet in many games."""
    return [a_person(is_guest=False) for _ in range(people)]


def random_games(count: int, crowd: Sequence[User], seed: int = 0) -> list[tuple[Game, Played]]:
    """Play games of this crowd in turn: ranked, casual, and with bots."""
    rng = Random(seed)
    games = []
    started_at = START
    for number in range(count):
        started_at += timedelta(hours=30)
        kind = rng.choice(("ranked", "casual", "bots"))
        seated: list[User | None] = list(rng.sample(list(crowd), rng.randint(5, 10)))
        if kind == "bots":
            for place in rng.sample(range(len(seated)), rng.randint(1, 4)):
                seated[place] = None
        played = a_finished_game(
            seed * 100_000 + number,
            people=[None if user is None else user.pk for user in seated],
            started_at=started_at,
        )
        games.append((store(played, seated, is_ranked=kind == "ranked"), played))
    return games


def count_all() -> None:
    """Rate and count every game that is due, as the clock would."""
    rate_ended()
    while count_due(timezone.now()):
        pass


def games_and_wins(user_id: int) -> Tally:
    """Return this person's counted games of all kinds, and how many of them were won."""
    rows = PlayerTally.objects.filter(user_id=user_id)
    sums = rows.aggregate(won=Sum(successes_of(Measure.WON)), games=Sum(instances_of(Measure.WON)))
    return Tally(sums["won"] or 0, sums["games"] or 0)
