"""Whole games for tests of the replay: played by bots, as event logs and as records."""

from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.bots import choose
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.codec import encode_event
from games.engine.events import Event
from games.engine.vocabulary import Phase
from games.models import Game, GameEvent, Seat
from games.records.recorder import record_of
from games.values.actor import Actor
from tests.games.bots.play import waiting_for

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ina", "Jo")


def played_log(
    players: int = 7, seed: int = 1, *, actions: int | None = None
) -> tuple[Event, ...]:
    """Return the log of a game of bots, whole or after so many actions."""
    rng = Random(seed)
    rules = standard_ruleset(players)
    log = list(start_game(rules, deal(rules, rng)))
    state = fold(log)
    done = 0
    while state.phase is not Phase.GAME_OVER and done != actions:
        seen = observe(state, waiting_for(state))
        events = decide(state, choose(seen, seen.legal_actions, rng), rng)
        log += events
        state = fold(events, state)
        done += 1
    return tuple(log)


def played_record(
    players: int = 7, seed: int = 1, *, actions: int | None = None
) -> dict[str, Any]:
    """Return the same game as a record."""
    return record_of(played_log(players, seed, actions=actions), NAMES[:players])


def store_game(log: tuple[Event, ...], users: tuple[User, ...] = (), **facts: Any) -> Game:
    """Store the game; players without an account are bots."""
    state = fold(log)
    is_over = state.victory is not None
    game = Game.objects.create(
        name="Friday",
        edition=state.ruleset.edition.value,
        pace="none",
        player_count=state.ruleset.players,
        status=Game.Status.FINISHED if is_over else Game.Status.RUNNING,
        version=len(log),
        phase=state.phase.value,
        round=state.round,
        finished_at=timezone.now() if is_over else None,
        victory=state.victory.value if state.victory else "",
        winner=state.victory.winner.value if state.victory else "",
        is_locked=bool(facts.get("lobby") and facts["lobby"].password),
        **facts,
    )
    for number in range(state.ruleset.players):
        user = users[number] if number < len(users) else None
        Seat.objects.create(
            game=game, number=number, user=user, bot_name="" if user else NAMES[number]
        )
    now = timezone.now()
    encoded = [encode_event(event) for event in log]
    GameEvent.objects.bulk_create(
        GameEvent(
            game=game, seq=seq, kind=kind, payload=payload, actor=Actor.CLOCK, created_at=now
        )
        for seq, (kind, payload) in enumerate(encoded, start=1)
    )
    return game
