"""The admin: staff look at games, and never into a running one."""

from random import Random

import pytest
from django.test import Client

from games.models import GameEvent
from tests.factories import a_game, a_person, play_at_random

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(a_person(is_guest=False, is_staff=True, is_superuser=True))
    return client


def test_running_game_has_no_readable_events(staff: Client) -> None:
    game, _users = a_game()
    assert GameEvent.objects.filter(game=game).exists()
    listed = staff.get("/admin/games/gameevent/")
    assert listed.status_code == 200
    assert b"secret_role_dealt" not in listed.content
    event = GameEvent.objects.filter(game=game, kind="secret_role_dealt").earliest("seq")
    one = staff.get(f"/admin/games/gameevent/{event.pk}/change/", follow=True)
    assert b'"role"' not in one.content
    assert b"liberal" not in staff.get(f"/admin/games/game/{game.pk}/change/").content.lower()


def test_finished_game_may_be_read(staff: Client) -> None:
    game, _users = a_game()
    play_at_random(game, Random(3))
    listed = staff.get(f"/admin/games/gameevent/?q={game.code}")
    assert b"secret_role_dealt" in listed.content or b"game_ended" in listed.content
    assert staff.get(f"/admin/games/game/{game.pk}/change/").status_code == 200
