"""Running games for the load driver, on the database of a site; printed as JSON.

Runs in manage.py's shell in that site's environment: main(7, 20) deals twenty games of seven
people.
"""

import json
from random import Random
from secrets import token_hex

from django.db import transaction

from games.models import Lobby
from games.services.new_game import create_game
from tests.factories import a_lobby, a_person
from tests.sockets import cookies_of


@transaction.atomic
def main(people: int, games: int) -> None:
    """Print, for each game, its code and the cookies of every seat."""
    staged = []
    for number in range(games):
        users = [a_person(f"SocketLimit {token_hex(6)}") for _ in range(people)]
        lobby = a_lobby(users[0], status=Lobby.Status.STARTED, pace="none")
        game = create_game(lobby=lobby, players=users, chance=Random(number))
        staged.append({"code": game.code, "cookies": [cookies_of(user) for user in users]})
    print(json.dumps(staged))
