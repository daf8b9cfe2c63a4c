"""The languages and the voice link of a table: who chooses them, who sees them, and where they go."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

from accounts.services import close_account
from games.models import Game, Lobby
from games.moderation.models import Report
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby_rematch import rematch
from games.services.retention import forget_old_data
from tests.factories import a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, registered
from tests.games.views.lobby_forms import SETTINGS, text, url
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db

LINK = "https://voice.example.org/room?id=7&x=1"


def test_host_says_languages_and_link_and_both_are_kept() -> None:
    lobby = a_table()
    host = browser(lobby.host)
    form = {**SETTINGS, "languages": ["pl", "en"], "voice_link": f" {LINK} "}
    assert host.post(url("lobby_settings", lobby), form).status_code == 302
    lobby.refresh_from_db()
    assert (lobby.languages, lobby.voice_link) == ("en pl", LINK)
    shown = page(host, url("lobby_settings", lobby))
    assert [box["value"] for box in shown.select("[name=languages][checked]")] == ["en", "pl"]
    assert shown.select_one("[name=voice_link]")["value"] == LINK  # type: ignore[index]
    assert "English, Polski" in text(browser().get(url("lobby", lobby)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("voice_link", "javascript:alert(1)"),
        ("voice_link", "http://example.org/"),
        ("languages", ["en", "es", "it", "pl"]),
        ("languages", ["xx"]),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_lost(
    field: str, value: object
) -> None:
    lobby = a_table()
    form = {**SETTINGS, "name": "Half typed", field: value}
    answer = browser(lobby.host).post(url("lobby_settings", lobby), form)
    assert answer.status_code == 400
    assert "Half typed" in text(answer)
    lobby.refresh_from_db()
    assert (lobby.name, lobby.languages, lobby.voice_link) == ("Friday", "", "")


def test_new_table_speaks_the_language_of_the_page_on_which_it_is_opened() -> None:
    client = browser()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "pl"
    first = page(client, "/lobbies/new/")
    assert [box["value"] for box in first.select("[name=languages][checked]")] == ["pl"]
    client.post("/lobbies/open/")
    assert Lobby.objects.get().languages == "pl"


def test_only_those_who_sit_there_see_the_link() -> None:
    lobby = a_table(voice_link=LINK)
    guest = join(lobby)
    shown = [
        page(browser(each), url("lobby", lobby)).select(".voice-link a")
        for each in (lobby.host, guest)
    ]
    for (link,) in shown:
        assert (link["href"], words(link)) == (LINK, LINK)
        assert {"noopener", "nofollow"} <= set(link["rel"])
    for other in (browser(), browser(a_person())):
        for path in (url("lobby", lobby), "/"):
            assert "voice.example.org" not in text(other.get(path))
    # Who has left does not see it any more.
    seats.leave_lobby(lobby_id=lobby.pk, user=guest)
    assert "voice.example.org" not in text(browser(guest).get(url("lobby", lobby)))


def started() -> tuple[Lobby, Game]:
    lobby = a_full_table()
    Lobby.objects.filter(pk=lobby.pk).update(voice_link=LINK, languages="en pl")
    return lobby, lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)


def test_game_and_its_rematch_take_both_along() -> None:
    lobby, game = started()
    people = people_of(lobby)
    path = f"/games/{game.code}/"
    for player in people:
        assert page(browser(player), path).select(f'.voice-link a[href="{LINK}"]')
    for other in (browser(), browser(a_person())):
        for hidden in (path, f"{path}tv/"):
            assert "voice.example.org" not in text(other.get(hidden))
    assert "voice.example.org" not in text(browser(people[0]).get(f"{path}tv/"))
    lobby.refresh_from_db()
    assert lobby.voice_link == ""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    again = rematch(game=game, user=people[1])
    assert (again.languages, again.voice_link) == ("en pl", LINK)


def test_link_goes_with_a_closed_lobby_and_in_time_with_a_game() -> None:
    lobby = a_table(voice_link=LINK)
    seats.leave_lobby(lobby_id=lobby.pk, user=lobby.host)
    lobby.refresh_from_db()
    assert (lobby.status, lobby.voice_link) == (Lobby.Status.CLOSED, "")
    _lobby, game = started()
    long_ago = timezone.now() - timedelta(days=366)
    assert forget_old_data(timezone.now())["voice_links"] == 0
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_at=long_ago)
    assert forget_old_data(timezone.now())["voice_links"] == 1
    game.refresh_from_db()
    assert game.voice_link == ""


def test_link_goes_with_the_account_of_its_host() -> None:
    lobby, game = started()
    close_account(user=lobby.host)
    game.refresh_from_db()
    assert game.voice_link == ""


def test_who_sits_there_reports_the_link_with_the_name_of_the_lobby() -> None:
    lobby = a_table(voice_link=LINK)
    path = f"/moderation/report/lobby/{lobby.code}/"
    stranger, member = registered(), registered()
    join(lobby, member)
    assert "voice.example.org" not in text(browser(stranger).get(path))
    answer = browser(member).post(path, {"reason": "name", "line": "1", "sentence": ""})
    assert answer.status_code == 302
    (report,) = Report.objects.all()
    assert [line["text"] for line in report.evidence] == [LINK]
    assert not mail.outbox
