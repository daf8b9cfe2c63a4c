"""Talk in a lobby over HTTP, with and without scripts."""

from typing import Any

import pytest

from games.models import LobbyMessage
from games.values.chat import SlowMode, TalkMode
from tests.factories import a_person
from tests.games.lobbies import a_table, join, seat_id
from tests.games.views.lobby_forms import url
from tests.games.visits import browser, page, soup_of, words, words_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def test_talk_is_for_those_who_sit_there() -> None:
    lobby = a_table(a_person("Ana"), password="secret")
    client = browser(lobby.host)
    fields = {"action": "say", "text": "The word is owl"}
    assert client.post(url("lobby_say", lobby), fields)["Location"] == url("lobby", lobby)
    assert words_in(page(client, url("lobby", lobby)), "#lobby-talk li") == "Ana : The word is owl"
    (author,) = page(client, url("lobby", lobby)).select("#lobby-talk .chat-author a")
    assert author["href"] == f"/players/{lobby.host.username}/"
    for other in (browser(), browser(a_person())):
        assert "owl" not in words(page(other, url("lobby", lobby)))
        assert "owl" not in words(page(other, url("lobby_tv", lobby)))
        assert other.get(url("lobby_talk", lobby))["Location"] == url("lobby", lobby)
        assert other.post(url("lobby_say", lobby), fields).status_code == 403
    assert LobbyMessage.objects.count() == 1


def test_refused_message_comes_back_with_its_text() -> None:
    lobby = a_table()
    client = browser(lobby.host)
    long = "x" * 301
    refused = client.post(url("lobby_say", lobby), {"action": "say", "text": long, "from": "talk"})
    assert refused.status_code == 413
    soup = soup_of(refused, 413)
    assert words(soup.select_one("textarea")) == long
    assert "too long" in words(soup.select_one("#lobby-talk-answer"))
    # In place the answer is a part of the page, and the text is still in the box.
    in_place = client.post(url("lobby_say", lobby), {"action": "say", "text": long}, headers=HTMX)
    assert "too long" in words(soup_of(in_place))


def test_message_with_a_listed_word_comes_back_with_its_text() -> None:
    lobby = a_table()
    client = browser(lobby.host)
    fields = {"action": "say", "text": "sieg heil", "from": "talk", "message_id": "c1"}
    soup = soup_of(client.post(url("lobby_say", lobby), fields), 400)
    assert words(soup.select_one("textarea")) == "sieg heil"
    assert "a word that nobody says here" in words(soup.select_one("#lobby-talk-answer"))
    in_place = soup_of(client.post(url("lobby_say", lobby), fields, headers=HTMX)).select_one("p")
    assert "a word that nobody says here" in words(in_place)
    assert in_place is not None
    assert in_place.get("data-accepted", "") == ""
    assert not LobbyMessage.objects.exists()


def test_accepted_message_is_named_in_place() -> None:
    lobby = a_table()
    fields = {"action": "say", "text": "Hello", "message_id": "c1"}
    answer = browser(lobby.host).post(url("lobby_say", lobby), fields, headers=HTMX)
    assert soup_of(answer).select_one("p")["data-accepted"] == "c1"  # type: ignore[index]


def test_page_of_the_talk_leads_back_to_itself() -> None:
    lobby = a_table()
    client = browser(lobby.host)
    talk = page(client, url("lobby_talk", lobby))
    form = talk.select_one(".lobby-talk form")
    assert form is not None
    fields = {each["name"]: each.get("value", "") for each in form.select("input")}
    response = client.post(str(form["action"]), fields | {"text": "Hello"})
    assert response["Location"] == url("lobby_talk", lobby)
    assert "http-equiv" not in str(talk)


def test_muted_person_is_not_heard_by_whom_muted_them() -> None:
    lobby = a_table(a_person("Ana"))
    bo = join(lobby, a_person("Bo"))
    browser(bo).post(url("lobby_say", lobby), {"action": "say", "text": "Noise"})
    host = browser(lobby.host)
    seat = str(seat_id(lobby, bo))
    host.post(url("lobby_mute", lobby), {"seat": seat})
    assert "Noise" not in words(page(host, url("lobby", lobby)))
    assert "Noise" in words(page(browser(bo), url("lobby", lobby)))
    assert "Muted" in words_in(page(host, url("lobby", lobby)), ".lobby-seat")
    host.post(url("lobby_mute", lobby), {"seat": f"-{seat}"})
    assert "Noise" in words(page(host, url("lobby", lobby)))
    assert host.post(url("lobby_mute", lobby), {"seat": "x"}).status_code == 409


def test_lobby_of_ready_made_sentences_offers_those_that_name_nobody() -> None:
    lobby = a_table(talk=TalkMode.PHRASES)
    client = browser(lobby.host)
    offered = page(client, url("lobby", lobby)).select("#lobby-say option")
    assert "Hello, everybody." in [words(each) for each in offered]
    assert not any("…" in words(each) or "%" in words(each) for each in offered)
    fields = {"action": "phrase", "phrase": "hello"}
    client.post(url("lobby_say", lobby), fields)
    assert "Hello, everybody." in words_in(page(client, url("lobby", lobby)), "#lobby-talk")


def test_guest_among_strangers_is_offered_sentences_and_told_why() -> None:
    lobby = a_table(guests_write=False)
    guest = join(lobby)
    keep = f"/accounts/keep/?next={url('lobby', lobby)}"
    for person, way in ((lobby.host, url("lobby_settings", lobby)), (guest, keep)):
        for path in ("lobby", "lobby_talk"):
            shown = page(browser(person), url(path, lobby))
            assert not shown.select(".lobby-talk textarea")
            assert "I am ready." in words_in(shown, "#lobby-say")
            assert "Guests choose ready-made sentences here" in words_in(shown, "#lobby-talk-note")
            assert way in [str(each["href"]) for each in shown.select("#lobby-talk-note a")]
    fields = {"action": "say", "text": "Hello", "from": "talk"}
    refused = soup_of(browser(guest).post(url("lobby_say", lobby), fields), 403)
    assert "Guests choose from ready-made sentences" in words_in(refused, "#lobby-talk-answer")
    browser(guest).post(url("lobby_say", lobby), {"action": "phrase", "phrase": "ready"})
    shown = page(browser(lobby.host), url("lobby", lobby))
    assert "I am ready." in words_in(shown, "#lobby-talk")


@pytest.mark.parametrize(
    ("is_guest", "settings"),
    [
        (False, {"guests_write": False}),
        (True, {"guests_write": True}),
        (True, {"guests_write": False, "is_public": False}),
    ],
)
def test_members_and_guests_who_may_write_find_the_box(
    is_guest: bool, settings: dict[str, Any]
) -> None:
    lobby = a_table(**settings)
    person = join(lobby, a_person(is_guest=is_guest))
    shown = page(browser(person), url("lobby", lobby))
    assert shown.select(".lobby-talk textarea")
    assert "Guests choose" not in words_in(shown, "#lobby-talk-note")


def test_slow_mode_is_told_and_a_refusal_keeps_what_was_typed() -> None:
    lobby = a_table(slow_mode=SlowMode.MEDIUM)
    client = browser(lobby.host)
    note = words_in(page(client, url("lobby", lobby)), "#lobby-talk-note")
    assert "Slow mode: 15 seconds between two sentences." in note
    fields = {"action": "say", "text": "Hello", "from": "talk"}
    client.post(url("lobby_say", lobby), fields)
    answer = client.post(url("lobby_say", lobby), fields | {"text": "More"})
    refused = soup_of(answer, 429)
    assert words_in(refused, ".lobby-talk textarea") == "More"
    assert "Slow mode: you can say this in 1" in words_in(refused, "#lobby-talk-answer")
    in_place = client.post(url("lobby_say", lobby), fields | {"text": "More"}, headers=HTMX)
    assert "Slow mode: you can say this in 1" in words(soup_of(in_place))
    assert LobbyMessage.objects.count() == 1


def test_refused_sentence_stays_chosen() -> None:
    lobby = a_table(slow_mode=SlowMode.SHORT, talk=TalkMode.PHRASES)
    for _click in range(2):
        fields = {"action": "phrase", "phrase": "back_soon"}
        answer = browser(lobby.host).post(url("lobby_say", lobby), fields)
    (chosen,) = soup_of(answer, 429).select("#lobby-say [selected]")
    assert chosen["value"] == "back_soon"
