"""What friends see of a person at a table depends on nothing that a spectator may not know.

As in test_noninterference: a game, and the same game dealt anew in everything that is hidden from a spectator, must
give the friend the same bytes.
"""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from accounts.presence import note_online
from games.engine.state import fold
from games.models import Game
from tests.factories import a_game
from tests.games.friends import befriend, members
from tests.games.test_noninterference import TOKENS, flat, stage, steps_of
from tests.redeal import redeal


def pages_of_the_friend(friend: User, players: list[User]) -> list[bytes]:
    client = Client()
    client.force_login(friend)
    paths = ["/friends/", *(f"/players/{player.username}/friend/" for player in players)]
    pages = []
    for path in paths:
        response = client.get(path)
        assert response.status_code == 200
        pages.append(TOKENS.sub(rb"\1", response.content))
    return pages


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_public", [True, False])
def test_friends_page_does_not_depend_on_what_is_hidden(is_public: bool) -> None:
    log = flat(steps_of(4))
    other = redeal(log, None, Random(2))
    assert other != tuple(log)
    game, users = a_game(people=fold(log).ruleset.players, pace="quick", is_public=is_public)
    User.objects.filter(pk__in=[each.pk for each in users]).update(is_guest=False)
    players = list(User.objects.filter(pk__in=[each.pk for each in users]).order_by("pk"))
    (friend,) = members(1)
    befriend(friend, *players)
    note_online([each.pk for each in players])
    stage(game, log)
    Game.objects.filter(pk=game.pk).update(pace="quick")
    seen = pages_of_the_friend(friend, players)
    way = f'href="/games/{game.code}/"'.encode()
    assert (way in seen[0]) == is_public
    assert seen[0].count(b"At a table") == (0 if is_public else len(players))
    stage(game, other)
    assert seen == pages_of_the_friend(friend, players)
