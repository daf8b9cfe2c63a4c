"""An address that somebody writes is text wherever talk is read, and leads nowhere."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import ChatMessage
from games.services.chat import say
from games.services.lobby_talk import talk_in_lobby
from games.values.chat import SayRequest
from tests.factories import a_game, a_person
from tests.games.lobbies import a_table
from tests.games.moderation.people import a_moderator, a_report, a_table_with_talk
from tests.games.recordings import played_log, store_game
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db

WRITTEN = (
    "https://evil.example/ http://evil.example www.evil.example evil.example/x"
    " mailto:a@evil.example a@evil.example [click](https://evil.example)"
)


def assert_is_text(client: Client, path: str) -> None:
    shown = page(client, path)
    assert WRITTEN in shown.get_text()
    for element in shown.select("[href], [src], [action], [hx-get], [hx-post]"):
        for name, value in element.attrs.items():
            assert "evil" not in str(value), f"{name} on {path}"


@pytest.mark.parametrize("name", ["", "talk/"])
def test_at_a_table(name: str) -> None:
    game, users = a_game()
    say(game_id=game.pk, user_id=users[0].pk, text=WRITTEN)
    for reader in (users[0], users[1]):
        assert_is_text(browser(reader), f"/games/{game.code}/{name}")


@pytest.mark.parametrize("name", ["", "talk/"])
def test_in_a_lobby(name: str) -> None:
    lobby = a_table()
    request = SayRequest(text=WRITTEN, message_id="")
    talk_in_lobby(lobby_id=lobby.pk, user=lobby.host, request=request)
    assert_is_text(browser(lobby.host), f"/lobbies/{lobby.code}/{name}")


def test_in_a_replay() -> None:
    game = store_game(played_log(5, 2), (a_person("Ana Replay"),))
    ChatMessage.objects.create(
        game=game, number=1, channel="table", seat=0, round=1, version=12, text=WRITTEN,
        user=game.seats.get(number=0).user, created_at=timezone.now(),
    )  # fmt: skip
    assert_is_text(Client(), f"/games/{game.code}/replay/20/")


def test_in_the_evidence_of_a_report_and_its_sentence() -> None:
    game, users = a_table_with_talk(WRITTEN)
    report = a_report(game, users[0], sentence=WRITTEN)
    case = page(browser(a_moderator()), f"/moderation/cases/{report.case_id}/")
    assert case.get_text().count(WRITTEN) == 2
    assert not case.select("[href*=evil]")
