"""Games at moments that matter to talk, staged on a running site's database.

`manage.py shell` runs it; it prints each game's address, and a session for every seat and for a
spectator.
"""

import json
import sys
from typing import Any

from django.test import Client

from accounts.models import User
from accounts.plain_text import clean_text
from games.engine.state import GameState
from games.engine.vocabulary import Phase
from games.services.chat import say, say_phrase
from tests.factories import a_game, a_person
from tests.games import talk
from tests.injections import INJECTIONS

SAID = ("hitler_zone", "bad_luck", "no_chaos", "let_it_fail", "i_am_not_hitler", "no_choice")


def last_session(state: GameState) -> bool:
    """A session in which a fifth Liberal policy is possible, with one player dead."""
    return (
        state.phase is Phase.CHANCELLOR_ENACT
        and state.liberal_policies == 4
        and "L" in [policy.value for policy in state.hand]
        and not all(state.alive)
    )


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def main(*names: str) -> None:
    """Stage these, or everything, and print."""
    staged = {}
    plan: tuple[tuple[str, talk.Moment | None, dict[str, Any]], ...] = (
        ("silent", talk.discarding, {}),
        ("end", last_session, {}),
        ("claims", talk.after_a_session, {}),
        ("at-seats", talk.after_a_session, {}),
        ("unread", talk.after_a_session, {}),
        ("phrases", None, {"talk": "phrases"}),
        ("guests", None, {"guests_write": False, "slow_mode": "30"}),
        ("notes", None, {}),
        ("told", None, {}),
        ("asked-twice", talk.after_an_investigation, {"guests_write": False, "slow_mode": "30"}),
        ("injections", None, {}),
    )
    for name, moment, fields in plan:
        if names and name not in names:
            continue
        if moment is None:
            game, users = a_game(people=7, **fields)
            state = None
        else:
            game, users, state = talk.at(moment, **fields)
        if name == "injections":
            for place, typed in enumerate(INJECTIONS):
                say(game_id=game.pk, user_id=users[place % 7].pk, text=clean_text(typed))
        if name == "asked-twice":
            for key, user in zip(SAID, users, strict=False):
                say_phrase(game_id=game.pk, user_id=user.pk, phrase=key, about=None)
        staged[name] = {
            "code": game.code,
            "seats": [session_of(user) for user in users],
            "names": [user.username for user in users],
            "spectator": session_of(talk.a_spectator()),
            "newcomer": session_of(a_person()),
            "president": None if state is None else state.president,
            "chancellor": None if state is None else state.chancellor,
            "alive": None if state is None else state.alive,
            "first": None
            if state is None or not state.past_rounds
            else [state.past_rounds[0].president, state.past_rounds[0].chancellor],
            "latest": None
            if state is None or not state.past_rounds
            else state.past_rounds[-1].president,
            "round": 0 if state is None else len(state.past_rounds),
        }
    sys.stdout.write(json.dumps(staged) + "\n")
