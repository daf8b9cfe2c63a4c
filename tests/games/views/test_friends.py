"""The pages of friends: ask and answer by forms, search, invite, play again; what guests and strangers get."""

import re
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import friends
from accounts.friend_models import Presence
from accounts.models import Preferences, User
from accounts.services import close_account
from games.models import Invitation, Lobby, Seat
from games.presenters.player.player import Tab
from tests.factories import a_game, a_person, play_at_random
from tests.games.friends import befriend, friends_here, members
from tests.games.lobbies import a_table, join
from tests.games.visits import page as page_of

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.status_code
    page: str = answer.content.decode()
    return page


def act(user: User, other: User, what: str, **more: str) -> Any:
    return browser(user).post(f"/players/{other.username}/friend/", {"act": what, **more})


def test_two_people_become_friends_by_forms_alone() -> None:
    ana, bo = members(2)
    page = text(browser(ana).get(f"/players/{bo.username}/friend/"))
    assert 'value="ask"' in page
    assert act(ana, bo, "ask").headers["Location"] == f"/players/{bo.username}/friend/".replace(
        " ", "%20"
    )
    assert 'value="take_back"' in text(browser(ana).get("/friends/"))
    page = text(browser(bo).get("/friends/"))
    assert "They ask to be your friends" in page
    assert act(bo, ana, "accept", list="").headers["Location"] == "/friends/"
    for one, other in ((ana, bo), (bo, ana)):
        assert f'id="friend-{other.username}"' in text(browser(one).get("/friends/"))
    assert 'value="end"' in text(browser(ana).get(f"/players/{bo.username}/friend/"))
    act(ana, bo, "end")
    assert friends.friend_ids(ana.pk) == friends.friend_ids(bo.pk) == frozenset()


def test_many_friends_stand_on_pages_those_who_are_here_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("games.views.friends", "games.live.friends_board"):
        monkeypatch.setattr(f"{module}.FRIENDS_A_PAGE", 2)
    ana, *others = friends_here(6)
    Presence.objects.exclude(user=others[4]).delete()
    one = browser(ana)

    def shown(page: str) -> list[str]:
        return re.findall(r'id="friend-(Player [^"]+)"', page)

    pages = [text(one.get(f"/friends/?page={number}")) for number in (1, 2, 3)]
    assert shown(pages[0])[0] == others[4].username
    assert {name for page in pages for name in shown(page)} == {each.username for each in others}
    assert ["ws-connect" in page for page in pages] == [True, False, False]
    assert "Page 1 of 3" in pages[0]
    for beyond in ("4", "999999999", "-1", "x"):
        assert shown(text(one.get(f"/friends/?page={beyond}"))), beyond


def test_many_requests_are_answered_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.friends.MOST_ASKING", 2)
    ana, *others = members(4)
    for other in others:
        friends.ask(user=other, other=ana)
    page = text(browser(ana).get("/friends/"))
    assert page.count('value="decline"') == 2
    assert "More people ask you." in page
    act(ana, others[2], "decline")
    page = text(browser(ana).get("/friends/"))
    assert page.count('value="decline"') == 2
    assert "More people ask you." not in page


def test_declined_asker_sees_the_very_same_pages() -> None:
    ana, bo = members(2)
    act(ana, bo, "ask")
    one = browser(ana)

    def pages() -> list[str]:
        paths = ("/friends/", f"/players/{bo.username}/friend/", f"/players/{bo.username}/")
        return [_without_tokens(text(one.get(path))) for path in paths]

    before = pages()
    act(bo, ana, "decline")
    assert pages() == before
    act(bo, ana, "ask")
    assert friends.friend_ids(ana.pk)
    assert pages() != before


def _without_tokens(page: str) -> str:
    return re.sub(r'"\w{64}"', "", page)


def test_refusal_is_said_on_the_page_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_OPEN_REQUESTS", 1)
    ana, bo, cy = members(3)
    act(ana, bo, "ask")
    answer = act(ana, cy, "ask")
    assert answer.status_code == 409
    assert "Take one back first." in answer.content.decode()
    assert 'value="ask"' in answer.content.decode()


def test_late_answer_to_a_request_that_was_taken_back_says_so() -> None:
    ana, bo = members(2)
    act(ana, bo, "ask")
    act(ana, bo, "take_back")
    answer = browser(bo).post(
        f"/players/{ana.username}/friend/", {"act": "accept", "list": ""}, follow=True
    )
    assert "This request is not open any more." in text(answer)


def test_guests_are_told_what_an_account_brings() -> None:
    guest, ana = a_person(), a_person(is_guest=False)
    for path in ("/friends/", "/friends/search/?name=an", f"/players/{ana.username}/friend/"):
        assert "Friends need an account" in text(browser(guest).get(path))
    assert "Guests have no friends here" in text(
        browser(ana).get(f"/players/{guest.username}/friend/")
    )
    act(guest, ana, "ask")
    assert friends.all_requests_of(ana).asking == []


def test_nobody_is_found_at_the_address_of_a_closed_account() -> None:
    ana, bo = members(2)
    close_account(user=bo)
    assert browser(ana).get(f"/players/{bo.username}/friend/").status_code == 404


def test_search_finds_people_and_says_what_they_are() -> None:
    ana = a_person("Ana", is_guest=False)
    friend = a_person("Marek", is_guest=False)
    a_person("Maria <b>", is_guest=False)
    befriend(ana, friend)
    page = text(browser(ana).get("/friends/search/?name=ma"))
    assert f'href="/players/{friend.username}/"' in page
    assert page.count('value="ask"') == 1
    assert "Maria &lt;b&gt;" in page
    assert "Please type more letters." in text(browser(ana).get("/friends/search/?name=m"))
    page = text(browser(ana).get("/friends/search/?name=%3Ci%3Ezz"))
    assert "name begins with “&lt;i&gt;zz”" in page


def test_search_and_requests_are_limited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"friend_search": "2/m/key", "friend_request": "1/d/key"}
    cache.clear()
    ana, bo, cy = members(3)
    one = browser(ana)
    answers = [one.get("/friends/search/?name=xx").status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert [act(ana, other, "ask").status_code for other in (bo, cy)] == [302, 429]
    cache.clear()


def test_a_person_becomes_invisible_with_one_press() -> None:
    ana, bo = friends_here()
    assert "Online" in text(browser(ana).get("/friends/"))
    browser(bo).post("/friends/", {"shown": "0"})
    assert not Preferences.objects.get(user=bo).shows_presence
    assert "Not here" in text(browser(ana).get("/friends/"))
    assert "You are invisible" in text(browser(bo).get("/friends/"))
    browser(bo).post("/friends/", {"shown": "1"})
    assert Preferences.objects.get(user=bo).shows_presence


def test_one_press_seats_a_person_beside_a_friend() -> None:
    ana, bo = friends_here()
    lobby = a_table(bo)
    page = text(browser(ana).get("/friends/"))
    assert f'formaction="/lobbies/{lobby.code}/join/"' in page
    browser(ana).post(f"/lobbies/{lobby.code}/join/")
    assert lobby.seats.filter(user=ana).exists()


def test_friend_is_invited_from_the_lobby_and_sits_down() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana, password="sesame")
    path = f"/lobbies/{lobby.code}/invite/"
    assert f'hx-get="{path}"' in text(browser(ana).get(f"/lobbies/{lobby.code}/"))
    assert str(bo) in text(browser(ana).get(path))
    answer = browser(ana).post(path, {"person": bo.username})
    assert answer.headers["Location"] == path
    page = text(browser(ana).get(path))
    assert "Invited" in page
    assert f'value="{bo.username}"' not in page
    page = text(browser(ana).get(f"/lobbies/{lobby.code}/"))
    assert "Kept for" in page
    page = text(browser(bo).get("/leaderboard/"))
    assert "You are invited to a table: Friday" in page
    page = text(browser(bo).get(f"/lobbies/{lobby.code}/"))
    assert "invites you to this table" in page
    assert 'name="password"' not in page
    browser(bo).post(f"/lobbies/{lobby.code}/join/")
    assert lobby.seats.filter(user=bo).exists()


def test_way_to_friendship_stands_once_on_a_page_beside_the_name() -> None:
    ana, bo = members(2)
    for words in ("Ask to be friends", "You have asked"):
        soup = page_of(browser(ana), f"/players/{bo.username}/")
        (link,) = soup.select('main a[href$="/friend/"]')
        assert link.get_text(strip=True) == words
        assert link.find_parents(class_="player-who")
        act(ana, bo, "ask")
    guest = a_person()
    assert not page_of(browser(guest), f"/players/{bo.username}/").select("#friend-page")
    assert not page_of(browser(bo), f"/players/{bo.username}/").select("#friend-page")


def test_friend_is_invited_from_their_own_page() -> None:
    ana, bo = friends_here()
    stranger = a_person(is_guest=False)

    def forms(person: User) -> list[str]:
        soup = page_of(browser(ana), f"/players/{person.username}/")
        return [str(form["action"]) for form in soup.select(".player-acts form")]

    assert forms(bo) == []
    lobby = a_table(ana)
    assert forms(stranger) == []
    assert forms(bo) == [f"/lobbies/{lobby.code}/invite/"]
    browser(ana).post(forms(bo)[0], {"person": bo.username})
    assert Invitation.objects.get().user == bo
    # Neither invited twice at once, nor to a table where they sit.
    assert forms(bo) == []
    Invitation.objects.all().delete()
    join(lobby, bo)
    assert forms(bo) == []


def test_invited_person_says_no_with_one_press() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana)
    browser(ana).post(f"/lobbies/{lobby.code}/invite/", {"person": bo.username})
    assert browser(bo).post(f"/lobbies/{lobby.code}/decline/").headers["Location"] == "/"
    assert Invitation.objects.get().declined_at is not None
    assert "Not this time" in text(browser(ana).get(f"/lobbies/{lobby.code}/invite/"))


def test_who_may_not_invite_is_led_back_to_the_lobby() -> None:
    ana, bo = friends_here()
    lobby = a_table()
    guest = join(lobby)
    for person in (ana, guest):
        answer = browser(person).post(f"/lobbies/{lobby.code}/invite/", {"person": bo.username})
        assert answer.headers["Location"] == f"/lobbies/{lobby.code}/"
    assert not Invitation.objects.exists()


def test_stranger_is_not_invited_and_the_reason_is_said() -> None:
    ana = a_person(is_guest=False)
    lobby = a_table(ana)
    stranger = a_person(is_guest=False)
    path = f"/lobbies/{lobby.code}/invite/"
    for name in (stranger.username, "nobody", ""):
        answer = browser(ana).post(path, {"person": name}, headers={"HX-Request": "true"})
        assert 'role="alert"' in text(answer)
    assert not Invitation.objects.exists()


def a_finished_game_of(people: list[User]) -> Any:
    game, users = a_game(len(people), is_public=True)
    for old, new in zip(users, people, strict=True):
        Seat.objects.filter(game=game, user=old).update(user=new)
    play_at_random(game, Random(3))
    game.refresh_from_db()
    return game


def test_list_of_own_games_leads_to_a_table_with_the_same_people() -> None:
    people = members(4)
    guest = a_person()
    game = a_finished_game_of([*people, guest])
    path = f"/games/{game.code}/again/"
    for page in (f"/players/{people[0].username}/", f"/players/{people[0].username}/games/"):
        assert f'href="{path}"' in text(browser(people[0]).get(page))
        assert path not in text(browser(people[1]).get(page)), "on one's own pages only"
    page = text(browser(people[0]).get(path))
    assert all(str(each) in page for each in people[1:])
    assert "Guests cannot be invited here" in page
    answer = browser(people[0]).post(path)
    lobby = Lobby.objects.open().get()
    assert answer.headers["Location"] == f"/lobbies/{lobby.code}/"
    assert Invitation.objects.count() == 3
    answer = browser(people[0]).post(path)
    assert answer.status_code == 409
    assert "You already have a seat" in answer.content.decode()


def test_play_again_is_not_offered_to_others() -> None:
    people = members(5)
    game = a_finished_game_of(people)
    stranger = a_person(is_guest=False)
    path = f"/games/{game.code}/again/"
    for answer in (browser(stranger).get(path), browser(stranger).post(path)):
        assert answer.headers["Location"] == f"/games/{game.code}/"
    assert not Lobby.objects.open().exists()


def test_no_page_takes_many_queries(django_assert_max_num_queries: Any) -> None:
    ana, *others = friends_here(30)
    game = a_finished_game_of([ana, others[20], *members(3)])
    for other in others[:3]:
        a_table(other)
    for other in members(5):
        friends.ask(user=other, other=ana)
    lobby = a_table(ana)
    for other in others[10:14]:
        browser(ana).post(f"/lobbies/{lobby.code}/invite/", {"person": other.username})
    assert Invitation.objects.count() == 4
    one = browser(ana)
    one.get("/about/")
    for path in (
        "/friends/",
        "/friends/search/?name=pl",
        f"/players/{others[0].username}/friend/",
        f"/lobbies/{lobby.code}/invite/",
        f"/games/{game.code}/again/",
        *(f"/players/{others[20].username}/?tab={tab}" for tab in Tab),
    ):
        with django_assert_max_num_queries(MOST_QUERIES):
            assert one.get(path).status_code == 200, path
