"""Talk and notes over HTTP: plain forms, refusals that keep the typed text, and text that stays text."""

from datetime import timedelta
from html.parser import HTMLParser

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.plain_text import clean_text
from games.models import Game, Lobby, LobbySeat
from games.selectors.chat import notes_of, said_at
from games.selectors.table_cache import forget_all
from games.services.chat import keep_notes, mark_player, mute, say
from games.values.chat import Mark, TalkMode
from tests.factories import a_game, a_person
from tests.games import talk
from tests.games.test_noninterference import stage
from tests.games.visits import soup_of, words_in
from tests.injections import INJECTIONS

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


def browser_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def url(game: Game, name: str = "") -> str:
    return f"/games/{game.code}/{name}/" if name else f"/games/{game.code}/"


def post(user: User | None, game: Game, name: str, **fields: str):  # type: ignore[no-untyped-def]
    return browser_of(user).post(url(game, name), fields)


def test_plain_form_says_it_and_comes_back_to_the_table() -> None:
    game, users = a_game()
    response = post(users[0], game, "say", action="say", text=" hello  there ", message_id="m0")
    assertRedirects(response, url(game))
    for viewer in (users[1], None):
        assertContains(browser_of(viewer).get(url(game)), "hello there")


def test_page_of_the_talk_stays_itself_and_never_reloads() -> None:
    game, users = a_game()
    page = browser_of(users[0]).get(url(game, "talk"))
    assertNotContains(page, 'http-equiv="refresh"')
    fields = {"action": "say", "text": "hello", "from": "talk"}
    assertRedirects(browser_of(users[0]).post(url(game, "say"), fields), url(game, "talk"))
    assertContains(browser_of(users[1]).get(url(game, "talk")), "hello")


def test_old_page_posted_twice_says_it_once_and_the_new_page_has_a_new_id() -> None:
    game, users = a_game()
    for _click in range(2):
        post(users[0], game, "say", action="say", text="hello", message_id="m0")
    assert len(said_at(game.pk)) == 1
    page = browser_of(users[0]).get(url(game))
    assertContains(page, 'name="message_id" value="m1"')
    assertContains(browser_of(users[1]).get(url(game)), 'name="message_id" value="m0"')


def test_message_with_a_listed_word_says_why_and_keeps_what_was_typed() -> None:
    game, users = a_game()
    response = post(users[0], game, "say", action="say", text="sieg heil <all>")
    assertContains(response, "a word that nobody says here", status_code=400)
    assertContains(response, "sieg heil &lt;all&gt;</textarea>", status_code=400)
    assert said_at(game.pk) == ()


@pytest.mark.parametrize("moment", [talk.discarding, talk.enacting, talk.vetoing])
def test_r053_refused_message_says_why_and_keeps_what_was_typed(moment: talk.Moment) -> None:
    game, users, state = talk.at(moment)
    response = post(users[state.president], game, "say", action="say", text="two of <them>")
    assertContains(response, "The President is silent", status_code=409)
    assertContains(response, "two of &lt;them&gt;</textarea>", status_code=409)
    assert said_at(game.pk) == ()


def test_too_fast_and_too_long_are_said_in_plain_words(settings: Settings) -> None:
    settings.CHAT_BURST = 1
    game, users = a_game()
    post(users[0], game, "say", action="say", text="one")
    response = post(users[0], game, "say", action="say", text="two")
    assertContains(response, "You have said a lot in a short time", status_code=429)
    assertContains(response, "two</textarea>", status_code=429)
    response = post(users[1], game, "say", action="say", text="x" * 301)
    assertContains(response, "300 characters at most", status_code=413)


def test_visitors_read_and_are_asked_to_log_in() -> None:
    game, _users = a_game()
    page = browser_of(None).get(url(game))
    assertContains(page, "Log in to talk with the other spectators.")
    assertNotContains(page, 'id="say-text"')
    assertNotContains(page, 'id="notes-text"')
    response = post(None, game, "say", action="say", text="hi")
    assert response.status_code == 403


def test_forms_without_the_token_are_refused() -> None:
    game, users = a_game()
    client = Client(enforce_csrf_checks=True)
    client.force_login(users[0])
    for name in ("say", "notes", "mark", "mute"):
        assert client.post(url(game, name), {"action": "say", "text": "x"}).status_code == 403


def test_tables_behind_a_password_have_no_talk_for_strangers() -> None:
    game, users = a_game(password="hashed")
    assert browser_of(users[0]).get(url(game, "talk")).status_code == 200
    stranger = a_person()
    assert browser_of(stranger).get(url(game, "talk")).status_code == 404
    assert post(stranger, game, "say", action="say", text="x").status_code == 404


def test_r102_only_who_hears_it_finds_it_on_the_page() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    dead, living = state.alive.index(False), state.alive.index(True)
    say(game_id=game.pk, user_id=users[dead].pk, text="among the dead")
    spectator = talk.a_spectator()
    say(game_id=game.pk, user_id=spectator.pk, text="among spectators")
    for name in ("", "talk"):
        for user, hears_dead, hears_spectators in (
            (users[living], False, False),
            (users[dead], True, False),
            (spectator, True, True),
            (a_person(), False, False),
            (None, False, False),
        ):
            page = browser_of(user).get(url(game, name)).content.decode()
            assert ("among the dead" in page) is hears_dead
            assert ("among spectators" in page) is hears_spectators


def test_r102_a_second_window_of_a_player_is_told_why_it_is_closed() -> None:
    game, _users, _state = talk.at(talk.somebody_dead)
    newcomer = a_person()
    for user in (newcomer, None):
        for name in ("", "talk"):
            page = browser_of(user).get(url(game, name))
            assertContains(page, "people who were at this site before the game began")
            assertContains(page, 'id="say" disabled')
    response = post(newcomer, game, "say", action="say", text="what do you know?")
    assertContains(response, "people who were at this site", status_code=403)
    assertContains(response, "what do you know?</textarea>", status_code=403)
    assert said_at(game.pk) == ()


def test_r102_a_tv_shows_no_talk_to_anybody() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    spectator = talk.a_spectator()
    say(game_id=game.pk, user_id=spectator.pk, text="among spectators")
    say(game_id=game.pk, user_id=users[state.alive.index(True)].pk, text="at the table")
    for user in (*users, spectator, None):
        page = browser_of(user).get(url(game, "tv"))
        assertNotContains(page, "among spectators")
        assertNotContains(page, "at the table")


def test_finished_game_shows_all_that_was_said() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    say(game_id=game.pk, user_id=users[state.alive.index(False)].pk, text="among the dead")
    say(game_id=game.pk, user_id=talk.a_spectator().pk, text="among spectators")
    stage(game, talk.log_at(talk.over))
    for user in (*users, a_person(), None):
        page = browser_of(user).get(url(game))
        assertContains(page, "among the dead")
        assertContains(page, "among spectators")
        assertContains(page, "everybody reads everything")


def test_claim_by_plain_form_stands_in_talk_and_log() -> None:
    game, users, state = talk.at(talk.after_a_session)
    president = users[state.past_rounds[0].president]
    page = browser_of(president).get(url(game)).content.decode()
    assert [f'value="{each}"' in page for each in ("LLL", "LLF", "LFF", "FFF")] == [True] * 4
    response = post(president, game, "say", action="claim", round="1", kind="drew", content="FFF")
    assertRedirects(response, url(game))
    text = "claims to have drawn in round 1: Fascist, Fascist, Fascist."
    assertContains(browser_of(None).get(url(game)), text, count=2)


def test_phrase_tables_offer_sentences_and_no_box() -> None:
    game, users = a_game(talk=TalkMode.PHRASES.value)
    page = browser_of(users[0]).get(url(game))
    assertNotContains(page, 'id="say-text"')
    assertContains(page, 'name="phrase" value="trust"')
    post(users[0], game, "say", action="phrase", phrase="trust", about="2")
    assertContains(browser_of(users[1]).get(url(game)), f"I trust {users[2].username}.")
    response = post(users[0], game, "say", action="say", text="free speech")
    assertContains(response, "only the ready-made sentences", status_code=409)


def test_tables_without_chat_have_no_composer() -> None:
    game, users = a_game(talk=TalkMode.NONE.value)
    page = browser_of(users[0]).get(url(game))
    assertContains(page, "There is no chat at this table")
    assertNotContains(page, 'id="say-text"')


def test_guest_among_strangers_is_offered_sentences_and_told_why() -> None:
    game, users = a_game(guests_write=False)
    page = soup_of(browser_of(users[0]).get(url(game)))
    assert not page.select("#say-text")
    assert page.select('.phrases [name=phrase][value="trust"]')
    assert words_in(page, "#talk-note") == (
        "Guests choose ready-made sentences at this table. Keep your account to write freely"
    )
    (way,) = page.select("#talk-note a")
    assert way["href"] == f"/accounts/keep/?next={url(game)}"
    response = post(users[0], game, "say", action="say", text="free speech")
    assertContains(response, "Guests choose from ready-made sentences", status_code=403)
    post(users[0], game, "say", action="phrase", phrase="trust", about="2")
    assertContains(browser_of(users[1]).get(url(game)), f"I trust {users[2].username}.")


def test_members_and_guests_who_may_write_find_the_box() -> None:
    open_game, users = a_game(guests_write=False)
    User.objects.filter(pk=users[0].pk).update(is_guest=False)
    for fields, user in (
        (None, users[0]),
        ({"guests_write": True}, None),
        ({"guests_write": False, "is_public": False}, None),
    ):
        game, people = (open_game, users) if fields is None else a_game(**fields)
        page = soup_of(browser_of(user or people[0]).get(url(game)))
        assert page.select("#say-text")
        assert words_in(page, "#talk-note") == ""


def test_spectator_who_is_a_guest_is_offered_sentences() -> None:
    game, _users = a_game(guests_write=False)
    page = soup_of(browser_of(talk.a_spectator()).get(url(game)))
    assert page.select(".phrases [name=phrase]")
    assert not page.select("#say-text")


def test_slow_mode_is_told_in_the_box_and_a_refusal_keeps_what_was_typed() -> None:
    game, users = a_game(slow_mode="30")
    shown = words_in(soup_of(browser_of(users[0]).get(url(game))), "#talk-note")
    assert shown == "Slow mode: 30 seconds between two sentences."
    post(users[0], game, "say", action="say", text="one")
    response = post(users[0], game, "say", action="say", text="two")
    refused = soup_of(response, 429)
    assert words_in(refused, "#talk-answer") in (
        "Slow mode: you can say this in 30 seconds.",
        "Slow mode: you can say this in 29 seconds.",
    )
    assert words_in(refused, "#say-text") == "two"
    assert [line.text for line in said_at(game.pk)] == ["one"]


def test_refused_sentence_stays_chosen() -> None:
    game, users = a_game(slow_mode="5", talk=TalkMode.PHRASES.value)
    for _click in range(2):
        response = post(users[0], game, "say", action="phrase", phrase="distrust", about="3")
    refused = soup_of(response, 429)
    assert [each["value"] for each in refused.select(".phrases [checked]")] == ["distrust"]


# Notes


def test_notes_are_kept_and_seen_by_their_author_alone() -> None:
    game, users = a_game()
    client = browser_of(users[0])
    assertContains(
        client.post(url(game, "notes"), {"notes": "Bo\nfibs a lot"}, headers=HTMX), "Kept."
    )
    assertContains(client.get(url(game)), "Bo\nfibs a lot</textarea>")
    for viewer in (users[1], None):
        assertNotContains(browser_of(viewer).get(url(game)), "fibs a lot")
    assertRedirects(client.post(url(game, "notes"), {"notes": "plainly"}), url(game))
    assert notes_of(game.pk, users[0].pk).text == "plainly"
    refusal = client.post(url(game, "notes"), {"notes": "x" * 4001}, headers=HTMX)
    assertContains(refusal, "4000 characters at most")
    assert notes_of(game.pk, users[0].pk).text == "plainly"


def test_marks_go_round_and_are_the_viewers_own() -> None:
    game, users = a_game()
    client = browser_of(users[0])
    seen = []
    for mark in ("trust", "unsure", "suspect", "none"):
        answer = client.post(url(game, "mark"), {"seat": "2", "mark": mark}, headers=HTMX)
        seen.append(f'data-mark="{mark}"' in answer.content.decode())
    assert seen == [True] * 4
    client.post(url(game, "mark"), {"seat": "2", "mark": "suspect"})
    assertContains(client.get(url(game)), 'data-mark="suspect"')
    assertNotContains(browser_of(users[1]).get(url(game)), 'data-mark="suspect"')
    assert notes_of(game.pk, users[0].pk).marks == {2: Mark.SUSPECT}


def test_muted_people_are_not_read_by_who_muted_them() -> None:
    game, users = a_game()
    say(game_id=game.pk, user_id=users[1].pk, text="blah blah")
    client = browser_of(users[0])
    person = {"person": "seat-1"}
    answer = client.post(url(game, "mute"), person | {"muted": "true"}, headers=HTMX)
    assertContains(answer, 'data-muted="seat-1"')
    assertNotContains(client.get(url(game)), "blah blah")
    assertContains(browser_of(users[2]).get(url(game)), "blah blah")
    client.post(url(game, "mute"), person | {"muted": "false"})
    assertContains(client.get(url(game)), "blah blah")


def test_muting_a_spectator_who_shares_a_bots_name_is_about_the_spectator() -> None:
    game, _users = a_game(people=4, bots=1)
    twin = talk.a_spectator()
    User.objects.filter(pk=twin.pk).update(username="Bot 1", is_guest=False)
    say(game_id=game.pk, user_id=twin.pk, text="blah blah")
    reader = talk.a_spectator()
    client = browser_of(reader)
    page = BeautifulSoup(client.get(url(game)).content, "html.parser")
    rows = [row for row in page.select("li.person") if "Bot 1" in row.get_text()]
    bot, spectator = rows
    assert bot["data-marked-seat"] == "4"
    assert not bot.select('[name="muted"]')
    (who,) = spectator.select('[name="person"]')
    answer = client.post(
        url(game, "mute"), {"person": str(who["value"]), "muted": "true"}, headers=HTMX
    )
    # The answer replaces the spectator's row, not the bot's.
    row = BeautifulSoup(answer.content, "html.parser").select_one("li.person")
    assert row is not None
    assert row.get("data-marked-seat") is None
    assert row["data-muted"] == who["value"]
    assertNotContains(client.get(url(game)), "blah blah")
    assertContains(browser_of(talk.a_spectator()).get(url(game)), "blah blah")


# What is typed stays text


Elements = list[tuple[str, tuple[str, ...]]]


class Shape(HTMLParser):
    """A page's elements with the names of their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Elements = []
        self.text = ""
        self.values: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _value in attrs)))
        self.values += [value or "" for _name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def pages_with(typed: str, game: Game, lobby: Lobby, users: list[User]) -> dict[str, Shape]:
    """Return every page with names, talk and titles, all of which are this text."""
    User.objects.filter(pk=users[0].pk).update(username=typed[:24])
    Game.objects.filter(pk=game.pk).update(name=typed[:40], seating=game.seating + 1)
    Lobby.objects.filter(pk=lobby.pk).update(name=typed[:40])
    game.chat_messages.update(text=clean_text(typed))
    game.seating += 1
    Game.objects.filter(pk=game.pk).update(seating=game.seating)
    forget_all()
    client = browser_of(users[0])
    paths = {
        "table": url(game),
        "talk": url(game, "talk"),
        "tv": url(game, "tv"),
        "record": reverse("games:player_record", args=[game.code, 0]),
        "home": "/",
        "lobby": f"/lobbies/{lobby.code}/",
    }
    found = {}
    for name, path in paths.items():
        response = client.get(path)
        assert response.status_code == 200, path
        found[name] = Shape(response.content.decode())
    return found


def without_links(elements: Elements) -> Elements:
    return [each for each in elements if each[0] != "a"]


@pytest.mark.any_database
def test_sixty_injections_are_text_in_names_talk_and_titles() -> None:
    assert len(INJECTIONS) >= 60
    game, users, _state = talk.at(talk.after_a_session)
    host = a_person()
    lobby = Lobby.objects.create(host=host, name="x")
    # Here until the end of this test, however long it takes.
    LobbySeat.objects.create(lobby=lobby, user=host, seen_at=timezone.now() + timedelta(hours=1))
    say(game_id=game.pk, user_id=users[0].pk, text="x")
    keep_notes(game_id=game.pk, user_id=users[0].pk, text="x")
    mark_player(game_id=game.pk, user_id=users[0].pk, seat=1, mark=Mark.TRUST)
    mute(game_id=game.pk, user_id=users[0].pk, author="seat-2", is_muted=True)
    harmless = pages_with("Somebody", game, lobby, users)
    for typed in INJECTIONS:
        for name, shape in pages_with(typed, game, lobby, users).items():
            elements, expected = shape.elements, harmless[name].elements
            if name == "record" and "/" in typed:
                # No account has such a name, so no address of a page belongs to it.
                elements, expected = without_links(elements), without_links(expected)
            assert elements == expected, f"{typed!r} on {name}"
            if name in ("table", "talk"):
                assert clean_text(typed) in shape.text
