"""Running games of the previous release; runs in manage.py's shell on an empty database.

The rows are made with that release's models.
"""

import json
from random import Random
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.engine import decide, fold, legal_actions
from games.engine.codec import encode_event
from games.engine.decide import awaited
from games.engine.ruleset import standard_ruleset
from games.engine.setup import deal, start_game
from games.models import Game
from tests.sockets import cookies_of

# Apps that this release did not have: their migrations need the latest of all others.
LATER = {"moderation", "clubs", "nights", "learning", "api"}
RELEASE = {"accounts": "0001_initial", "games": "0003_table_talk"}
PEOPLE, DECISIONS = 7, 25


def leave_games(count: int) -> None:
    """Make the tables of the previous release, and running games in them."""
    executor = MigrationExecutor(connection)
    others = [
        node for node in executor.loader.graph.leaf_nodes() if node[0] not in {*RELEASE, *LATER}
    ]
    # Django's own data migrations must not need columns of a later release.
    executor.migrate([*RELEASE.items(), *others])
    models = executor.loader.project_state(list(RELEASE.items())).apps
    for number in range(count):
        _leave_game(models, number)


def _leave_game(models: Any, number: int) -> None:
    rng, rules, now = Random(number), standard_ruleset(PEOPLE), timezone.now()
    log = list(start_game(rules, deal(rules, rng)))
    state = fold(log)
    for _decision in range(DECISIONS):
        seat = awaited(state)[0]
        log += decide(state, rng.choice(legal_actions(state, seat)), rng)
        state = fold(log)
        assert state.victory is None
    users = [
        models.get_model("accounts", "User").objects.create(
            username=f"Earlier {number}-{seat}",
            username_key=f"earlier {number}-{seat}",
            username_skeleton=f"earlier {number}-{seat}",
            is_guest=True,
        )
        for seat in range(PEOPLE)
    ]
    for user in users:
        models.get_model("accounts", "Preferences").objects.create(user=user)
    lobby = models.get_model("games", "Lobby").objects.create(
        host=users[0], name="Earlier", pace="none", status="started", code=f"EARLY{number}"
    )
    game = models.get_model("games", "Game").objects.create(
        lobby=lobby, name="Earlier", pace="none", player_count=PEOPLE, version=len(log),
        phase=state.phase.value, round=state.round, code=f"earlier{number}", edition="retail",
        is_public=True, is_ranked=False, has_bots=False,
    )  # fmt: skip
    for seat, user in enumerate(users):
        models.get_model("games", "Seat").objects.create(game=game, number=seat, user=user)
    for seq, event in enumerate(log, 1):
        kind, payload = encode_event(event)
        models.get_model("games", "GameEvent").objects.create(
            game=game, seq=seq, kind=kind, payload=payload, created_at=now
        )
    models.get_model("games", "ChatMessage").objects.create(
        game=game, number=1, channel="table", user=users[0], seat=0, round=1, version=len(log),
        text="Said before the upgrade", created_at=now,
    )  # fmt: skip


def who_plays() -> None:
    """Print each game's code and the cookies of its people."""
    staged = [
        {
            "code": game.code,
            "cookies": [cookies_of(seat.user) for seat in game.seats.order_by("number")],
        }
        for game in Game.objects.order_by("pk")
    ]
    print(json.dumps(staged))  # noqa: T201
