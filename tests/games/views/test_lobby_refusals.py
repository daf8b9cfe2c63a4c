"""Refusals of a lobby, each with its page and status code; and limits on repeated acts."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from config.settings import accounts
from games.models import DealShare, Lobby
from games.services import lobby_seats as seats
from games.services import lobby_start
from tests.factories import a_game, a_person
from tests.games.fair_deals import Browser
from tests.games.lobbies import a_full_table, a_table, join, people_of, registered, seat_id
from tests.games.views.lobby_forms import SETTINGS, text, url
from tests.games.visits import browser

pytestmark = pytest.mark.django_db


def test_unknown_lobby() -> None:
    response = browser().get("/lobbies/ZZZZZZ/")
    assert response.status_code == 404
    assert "There is no such lobby." in text(response)
    assert browser(a_person()).post("/lobbies/ZZZZZZ/join/").status_code == 404


def test_full_lobby() -> None:
    lobby = a_full_table(5)
    response = browser(a_person()).post(url("lobby_join", lobby))
    assert response.status_code == 409
    assert "Every seat in this lobby is taken." in text(response)


def test_started_lobby_points_to_the_game() -> None:
    lobby = a_full_table(5)
    game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    for response in (
        browser(a_person()).get(url("lobby", lobby)),
        browser(a_person()).post(url("lobby_join", lobby)),
    ):
        assert response.status_code == 409
        assert reverse("games:table", args=[game.code]) in text(response)


def test_started_lobby_behind_a_password_offers_no_view() -> None:
    lobby = a_full_table(5)
    Lobby.objects.filter(pk=lobby.pk).update(password="!")
    game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    response = browser(a_person()).get(url("lobby", lobby))
    assert response.status_code == 404
    assert game.code not in text(response)


def test_ranked_table_without_a_time_limit() -> None:
    fields = SETTINGS | {"listing": "link", "pace": "none", "is_ranked": "on"}
    response = browser(registered()).post(reverse("games:lobby_create"), fields)
    assert response.status_code == 400
    assert "A ranked game needs a time limit." in text(response)
    host = registered()
    lobby = a_table(host, is_ranked=True)
    for _ in range(4):
        join(lobby, registered())
    Lobby.objects.filter(pk=lobby.pk).update(pace="none", is_public=False)
    response = browser(host).post(url("lobby_start", lobby), follow=True)
    assert "A ranked game needs a time limit." in text(response)


def test_closed_lobby() -> None:
    lobby = a_table()
    seats.leave_lobby(lobby_id=lobby.pk, user=lobby.host)
    for response in (
        browser(a_person()).get(url("lobby", lobby)),
        browser(a_person()).post(url("lobby_join", lobby)),
    ):
        assert response.status_code == 410
        assert "This lobby is closed." in text(response)


def test_wrong_password() -> None:
    lobby = a_table(password="Wien 1930")
    client = browser()
    assert 'name="password"' in text(client.get(url("lobby", lobby)))
    fields = {"guest-name": "Walker", "password": "Berlin"}
    response = client.post(url("lobby_join", lobby), fields)
    assert response.status_code == 403
    assert "This is not the password of this lobby." in text(response)
    assert "Berlin" not in text(response)
    # The name is known by now; only the password is asked for again.
    assert client.post(url("lobby_join", lobby), {"password": "Wien 1930"}).status_code == 302
    assert [user.display_name for user in people_of(lobby)][1:] == ["Walker"]


def test_removed_person() -> None:
    host, user = a_person(), a_person()
    lobby = a_table(host)
    join(lobby, user)
    seats.remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, user))
    client = browser(user)
    for response in (client.get(url("lobby", lobby)), client.post(url("lobby_join", lobby))):
        assert response.status_code == 403
        assert "The host removed you from this lobby." in text(response)


def test_person_seated_elsewhere_can_leave_there_and_come_here() -> None:
    there, here = a_table(name="There"), a_table()
    user = join(there)
    client = browser(user)
    response = client.post(url("lobby_join", here))
    assert response.status_code == 409
    assert url("lobby", there) in text(response)
    answer = client.post(url("lobby_leave", there), {"next": url("lobby", here)})
    assert answer["Location"] == url("lobby", here)
    assert client.post(url("lobby_join", here)).status_code == 302
    assert user in people_of(here)


def test_leaving_never_leads_to_another_site() -> None:
    lobby = a_table()
    user = join(lobby)
    response = browser(user).post(url("lobby_leave", lobby), {"next": "//evil.example/"})
    assert response["Location"] == "/"


def test_person_in_a_running_game_is_shown_the_way_there() -> None:
    game, users = a_game(5)
    client = browser(users[0])
    for path in (url("lobby_join", a_table()), "/quick-seat/"):
        response = client.post(path)
        assert response.status_code == 409
        assert reverse("games:table", args=[game.code]) in text(response)


def test_ranked_table_tells_visitors_and_guests_what_they_need() -> None:
    lobby = a_table(registered(), is_ranked=True)
    assert reverse("account_login") in text(browser().get(url("lobby", lobby)))
    response = browser(a_person()).post(url("lobby_join", lobby))
    assert response.status_code == 403
    assert reverse("accounts:keep") in text(response)


# Limits


@pytest.fixture
def limits(settings: Any) -> Iterator[None]:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS
    yield
    cache.clear()


@pytest.mark.usefixtures("limits")
def test_passwords_are_not_tried_for_ever() -> None:
    lobby = a_table(password="Wien 1930")
    client = browser(a_person())
    statuses = [
        client.post(url("lobby_join", lobby), {"password": str(attempt)}).status_code
        for attempt in range(21)
    ]
    assert statuses == [403] * 20 + [429]
    assert client.post(url("lobby_join", lobby), {"password": "Wien 1930"}).status_code == 429


@pytest.mark.usefixtures("limits")
def test_tables_are_not_opened_without_end() -> None:
    statuses = [
        browser(a_person()).post(reverse("games:lobby_create"), SETTINGS).status_code
        for _ in range(11)
    ]
    assert statuses == [302] * 10 + [429]


@pytest.mark.usefixtures("limits")
def test_shares_of_a_deal_are_not_sent_without_end_and_others_still_send_theirs() -> None:
    lobby = a_full_table(5)
    one, other = (Browser(lobby, person) for person in people_of(lobby)[:2])
    statuses = [one.post("share", deal=one.deal_id, share_hash=one.digest) for _ in range(31)]
    assert statuses == [204] * 30 + [429]
    other.announce()
    assert DealShare.objects.count() == 2


@pytest.mark.usefixtures("limits")
def test_codes_are_not_guessed_without_end() -> None:
    find = reverse("games:join_by_code")
    statuses = {browser().get(find, {"code": "ZZZZZZ"}).status_code for _ in range(32)}
    assert statuses == {404, 429}
