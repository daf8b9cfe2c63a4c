"""Rows for tests: people, lobbies and games, made by the services."""

from itertools import count
from random import Random
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots import choose
from games.engine import Observation, legal_actions, observe
from games.engine.actions import Action
from games.engine.codec import encode_action
from games.forms.game import parse_action
from games.models import Game, Lobby
from games.selectors.game import load_table
from games.services.game import act, submit_action
from games.services.new_game import create_game
from games.table import GameTable
from games.values.action_request import ActionRequest
from games.values.actor import Actor

_numbers = count(1)


def a_person(name: str = "", **fields: Any) -> User:
    """A guest; with is_guest=False a registered person."""
    fields.setdefault("is_guest", True)
    return User.objects.create_user(username=name or _new_name(), **fields)


def _new_name() -> str:
    """Return a name that nobody has, whoever else has filled this database."""
    names = (f"Player {number}" for number in _numbers)
    return next(each for each in names if not User.objects.filter(username=each).exists())


def a_free_name(name: str) -> str:
    """Return this name, or one as long that nobody has: stages of several pages use the same long names."""
    tried = (name, *(f"{name[:-1]}{last}" for last in "bdeghkmprtvz"))
    return next(each for each in tried if not User.objects.named_like(each).exists())


def with_factor(user: User) -> User:
    """Give a person an authenticator app, which staff need; return the person."""
    TOTP.activate(user, generate_totp_secret())
    return user


def a_lobby(host: User | None = None, **fields: Any) -> Lobby:
    """An open lobby without players, in which guests write freely."""
    fields.setdefault("guests_write", True)
    return Lobby.objects.create(host=host or a_person(), name="Test table", **fields)


def a_game(
    people: int = 5, bots: int = 0, *, seed: int | None = 1, **lobby_fields: Any
) -> tuple[Game, list[User]]:
    """A running game with its people in seat order; bots sit after them."""
    lobby_fields.setdefault("pace", "none")
    users = [a_person() for _ in range(people)]
    lobby = a_lobby(users[0] if users else None, status=Lobby.Status.STARTED, **lobby_fields)
    names = [f"Bot {number}" for number in range(1, bots + 1)]
    with transaction.atomic():
        game = create_game(lobby=lobby, players=[*users, *names], chance=Random(seed))
    return game, users


def fields_of(action: Action, table: GameTable, action_id: str) -> dict[str, str]:
    """The form fields with which a browser asks for this action."""
    values = encode_action(action)
    fields = {
        "action": values.pop("type"),
        "decision": table.decision,
        "action_id": action_id,
    }
    values.pop("by")
    return fields | {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values.items()
    }


def request_for(action: Action, table: GameTable, action_id: str = "") -> ActionRequest:
    """Return the request for an action, with a new id unless one is given."""
    return parse_action(fields_of(action, table, action_id or f"test-{next(_numbers)}"))


def play(game: Game, action: Action, action_id: str = "") -> GameTable:
    """Submit the action as the person in its seat."""
    table = load_table(game.pk)
    submit_action(
        game_id=game.pk,
        user_id=table.occupants[action.seat].user_id,
        request=request_for(action, table, action_id),
    )
    return load_table(game.pk)


def play_at_random(game: Game, rng: Random, *, until: Any = None) -> GameTable:
    """Play random legal actions of people until the end, or until a condition holds."""
    table = load_table(game.pk)
    while not table.is_over and not (until is not None and until(table)):
        seat = rng.choice(table.undecided())
        table = play(game, rng.choice(legal_actions(table.state, seat)))
    return table


def seen_by(table: GameTable, seat: int | None) -> Observation:
    """Return the Observation of a seat or a spectator."""
    return observe(table.state, seat)


def play_on(game: Game, rng: Random, *, until: object = None) -> GameTable:
    """Play to the end: people act themselves, stand-ins and bots by the clock."""
    table = load_table(game.pk)
    while not table.is_over and not (callable(until) and until(table)):
        seat = rng.choice(table.undecided())
        action = rng.choice(legal_actions(table.state, seat))
        occupant = table.occupants[seat]
        if occupant.is_bot or occupant.has_stand_in:
            chosen = choose(observe(table.state, seat), legal_actions(table.state, seat), rng)
            actor = Actor.BOT if occupant.is_bot else Actor.STAND_IN
            after = act(table=table, action=chosen, actor=actor, now=timezone.now())
            assert after is not None
            table = after
        else:
            request = request_for(action, table)
            submit_action(game_id=game.pk, user_id=occupant.user_id, request=request)
            table = load_table(game.pk)
    return table
