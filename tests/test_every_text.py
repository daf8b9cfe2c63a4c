"""No English left: every page, mail and region of a table in a language that marks translated texts.

An unmarked text never went through gettext, so it stays English for every reader.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import count, takewhile

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone
from django.utils.translation import trans_real

from accounts.deliveries import take
from accounts.models import Preferences, User
from accounts.notice_forms import TIME_ZONES
from accounts.notice_messages import write_mail
from accounts.notice_models import NoticeKind
from accounts.unsubscribe import stop_path
from config.catalogues import LANGUAGES, extract
from games import urls as games
from games.engine.vocabulary import Phase
from games.models import Game, Lobby, PlayerRating, Seat
from games.presenters.learning.help import SECTIONS
from games.presenters.learning.help_examples import NAMES as EXAMPLES
from games.services.bot_names import BOT_NAMES
from games.services.rating import rate_ended
from games.services.statistics import count_due
from games.services.turn_notices import tell_whose_turn_it_is
from games.transport.body_limit import too_large_response
from games.values.languages import LANGUAGES as SPOKEN
from games.values.timing import TurnNotice
from tests.accounts.test_pages import FOR_GUESTS, FOR_PEOPLE, FOR_VISITORS
from tests.browser.deal_stage import provable_games
from tests.browser.stage import (
    LONG_NAMES,
    NAMES,
    TALK,
    a_game_in,
    a_lobby_with_people,
    session_of,
)
from tests.factories import a_game
from tests.games.statistics.stored import random_games
from tests.games.turn_mails import kind_of
from tests.marked import CONTEXT, EVERYWHERE, MARKED, Marks, speak_marks, unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PASSWORD = "correct horse battery"
HTMX = {"HX-Request": "true"}
# Names of works, which stay untranslated.
IN_THE_TOUR = {"Alex", "Robin", "Kim", "Lou", "Noa", "Charlie", "Jo"}
THEIR_OWN = {
    *IN_THE_TOUR,
    *SPOKEN.values(),
    "Friday night",
    "Friday",
    "Test table",
    "Sunday",
    "testserver",
    "Hana",
    "Ivo",
    "José",
    "Ana",
    "ana@example.org",
}


@pytest.fixture
def marks() -> Iterator[Marks]:
    """The marked language; texts of libraries that a test's pages need are marked, too."""
    with speak_marks() as marks:
        yield marks
    of_libraries = marks.asked - own_texts() - EVERYWHERE
    missing = {language: untranslated(of_libraries, language) for language in LANGUAGES}
    assert not any(missing.values()), missing


@cache
def own_texts() -> frozenset[str]:
    """Return the texts of the site itself, whose translations `make check` requires."""
    return frozenset(
        f"{message.context}{CONTEXT}{text}" if message.context else text
        for message in extract("django")
        for text in [message.id[0] if isinstance(message.id, tuple | list) else message.id]
    )


def untranslated(texts: Iterable[str], language: str) -> list[str]:
    """Return the texts that this language's catalogues lack."""
    known = trans_real.translation(language)._catalog  # type: ignore[attr-defined]
    return [text for text in texts if text not in known and (text, 0) not in known]


def a_reader(session: str = "") -> Client:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = MARKED
    if session:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client


def names() -> set[str]:
    """Return the names of people, tables and their addresses here."""
    people = [
        name
        for names in User.objects.values_list("username", "guest_name")
        for name in names
        if name
    ]
    codes = {
        *Lobby.objects.values_list("code", flat=True),
        *Game.objects.values_list("code", flat=True),
    }
    bots = Seat.objects.exclude(bot_name="").values_list("bot_name", flat=True)
    return {*people, *bots, *codes, *NAMES, *LONG_NAMES, *TALK, *THEIR_OWN, *EXAMPLES, *BOT_NAMES}


def english_on(client: Client, path: str, *, headers: dict[str, str] | None = None) -> list[str]:
    """Return the English left on a page, which must be in the marked language."""
    response = client.get(path, follow=True, headers=headers or {})
    html = response.content.decode()
    assert response.status_code < 500
    assert "⟦" in html, f"{path} says nothing in the marked language"
    return unmarked(html, names())


def english(client: Client, *paths: str) -> dict[str, list[str]]:
    return {path: found for path in paths if (found := english_on(client, path))}


def a_registered_person() -> str:
    user = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return session_of(user)


def test_reader_finds_what_is_not_marked() -> None:
    """The check itself must be able to fail."""
    html = """<html lang="en-au"><title>⟦Rules⟧ for all</title><script>let word = "hidden";</script>
      <p title="Shown">⟦Hello <b>Ada</b> you⟧ there, <i lang="es">hola</i> 12 %</p>
      <img alt="⟦Map⟧"><button data-copied="It was copied" data-state="open">Ja!</button>
      <script type="application/json">{"a": ["⟦Fine⟧", "Not so fine"]}</script>Ada</html>"""
    assert [text.strip() for text in unmarked(html, {"Ada"})] == [
        "for all", "Shown", "there,", "It was copied", "Not so fine",
    ]  # fmt: skip


def test_libraries_are_asked_for_what_they_say() -> None:
    """The check can fail: a text of Django is known in Polish, an invented one is not."""
    assert untranslated(["This field is required.", "Nobody says this."], "pl") == [
        "Nobody says this."
    ]
    assert "Accounts" in own_texts()


def test_public_pages(marks: Marks) -> None:
    routes = [route for route in games.public_pages if isinstance(route, URLPattern)]
    plain = [f"/{route.pattern}" for route in routes if not route.pattern.converters]
    assert {"/", "/rules/", "/narrator/"} <= set(plain)
    assert english(a_reader(), *plain, "/about/", "/offline/", "/no-such-page/") == {}


def test_answer_to_what_is_too_large(marks: Marks) -> None:
    headers, page = too_large_response(f"/{MARKED}/replay/", "", "")
    assert (b"Content-Language", MARKED.encode()) in headers
    assert "⟦" in page.decode()
    assert unmarked(page.decode()) == []


def test_tour_step_by_step(marks: Marks) -> None:
    steps = takewhile(
        lambda path: Client().get(path).status_code == 200, map("/tour/{}/".format, count(1))
    )
    paths = list(steps)
    assert paths
    assert english(a_reader(), *paths) == {}


def test_sections_of_the_rules_and_search(marks: Marks) -> None:
    left = {
        section.anchor: found
        for section in SECTIONS
        if (found := english_on(a_reader(), f"/{MARKED}/rules/{section.anchor}/", headers=HTMX))
    }
    assert left == {}
    # What a search finds are pieces of these sections, without their marks.
    assert english(a_reader(), "/rules/?q=zeppelin") == {}


def test_account_pages(marks: Marks) -> None:
    guest = session_of(User.objects.create_user("Ivo", is_guest=True))
    assert english(a_reader(), *FOR_VISITORS) == {}
    assert english(a_reader(a_registered_person()), *FOR_PEOPLE) == {}
    assert english(a_reader(guest), *FOR_GUESTS) == {}


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/accounts/guest/", {"name": ""}),
        ("/accounts/guest/", {"name": "\u0391na"}),
        ("/accounts/signup/", {"username": "x" * 60, "email": "nonsense", "password1": "12"}),
        ("/accounts/signup/", {}),
        ("/accounts/login/", {"login": "Ana", "password": "wrong"}),
        ("/accounts/login/", {}),
        ("/accounts/password/reset/", {"email": "nonsense"}),
        ("/accounts/preferences/", {"language": "xx", "colour_scheme": "pink"}),
        ("/quick-seat/", {"name": "x"}),
    ],
)
def test_refused_forms_of_visitors(marks: Marks, path: str, sent: dict[str, str]) -> None:
    html = a_reader().post(path, sent).content.decode()
    assert "⟦" in html
    assert unmarked(html, {*names(), *sent.values()}) == []


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/accounts/email/", {"email": "ana@example.org", "action_add": ""}),
        ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "a", "password2": "b"}),
        ("/accounts/reauthenticate/", {"password": "wrong"}),
        ("/lobbies/new/", {"name": "x" * 200, "pace": "none of these"}),
    ],
)  # fmt: skip
def test_refused_forms_of_people(marks: Marks, path: str, sent: dict[str, str]) -> None:
    html = a_reader(a_registered_person()).post(path, sent).content.decode()
    assert "⟦" in html
    assert unmarked(html, {*names(), *sent.values()}) == []


def test_mails(marks: Marks) -> None:
    session = a_registered_person()
    a_reader().post("/accounts/password/reset/", {"email": "ana@example.org"})
    a_reader().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    new = {"username": "Ivo", "email": "ivo@example.org", "password1": PASSWORD}
    a_reader().post("/accounts/signup/", new)
    a_reader().post("/accounts/signup/", new | {"username": "José", "email": "ana@example.org"})
    client = a_reader(session)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": f"{PASSWORD} 2", "password2": f"{PASSWORD} 2"},
    )
    said = {each.subject: unmarked_lines(each) for each in mail.outbox}
    assert len(said) >= 6
    assert not any(said.values()), said


def test_mails_of_slow_games(marks: Marks) -> None:
    game, users = a_game(people=5, pace="1d")
    User.objects.update(is_guest=False)
    Preferences.objects.update(language=MARKED)
    for each in users:
        EmailAddress.objects.create(user=each, email=f"{each.pk}@example.org", verified=True)
    opened_at = game.opened_at
    assert opened_at is not None
    for kind, hours in ((TurnNotice.CALL, 1), (TurnNotice.REMINDER, 20)):
        now = opened_at + timedelta(hours=hours)
        tell_whose_turn_it_is(now)
        (due,) = take(now, 5)
        assert kind_of(due.notice) is kind
        letter = write_mail(due, now)
        assert letter is not None
        assert unmarked_lines(letter) == []
    together = replace(due, others=(due,))
    letter = write_mail(together, now)
    assert letter is not None
    assert letter.body.count(f"/games/{game.code}/") == 2
    assert unmarked_lines(letter) == []
    reader = a_reader()
    path = stop_path(users[0].pk, NoticeKind.TURN)
    assert english(reader, path) == {}
    assert unmarked(reader.post(path).content.decode(), names()) == []
    EmailAddress.objects.all().delete()
    for user in users[:2]:
        found = english(a_reader(session_of(user)), "/accounts/notices/settings/")
        # Time zones have the names of their data base.
        assert {each for words in found.values() for each in words} <= {
            zone.replace("_", " ") for zone in TIME_ZONES
        }
        User.objects.update(is_guest=True)


def unmarked_lines(message: mail.EmailMessage) -> list[str]:
    """Return the English in a mail, except for addresses and typed lines."""
    words = f"{message.subject}\n{message.body}".split(" ")
    kept = " ".join(word for word in words if "://" not in word)
    lines = "\n".join(line for line in kept.splitlines() if "://" not in line)
    return unmarked(
        lines, {*names(), "Secret Hitler", "testserver", "new@example.org", "ivo@example.org"}
    )


def test_lobbies(marks: Marks) -> None:
    staged = a_lobby_with_people()
    path = f"/lobbies/{staged['code']}/"
    assert english(a_reader(staged["host"]), path, f"{path}settings/", "/", "/lobbies/new/") == {}
    assert english(a_reader(staged["member"]), path, "/") == {}
    assert (
        english(
            a_reader(), path, f"{path}tv/", f"{path}invitation/", "/", "/lobbies/find/?code=none"
        )
        == {}
    )


def test_deals_that_can_be_proved(marks: Marks) -> None:
    games = provable_games()
    old, _users = a_game()
    paths = [f"/games/{code}/verify/" for code in (*games.values(), old.code)]
    assert english(a_reader(), *paths) == {}


def test_players_pages(marks: Marks) -> None:
    crowd = [User.objects.create_user(f"Person {number}") for number in range(10)]
    random_games(9, crowd, seed=51)
    rate_ended()
    while count_due(timezone.now()):
        pass
    PlayerRating.objects.update(games=80, last_ranked_at=timezone.now())
    paths = ["/leaderboard/", "/seasons/", "/calibration/", "/community/"]
    for each in crowd[:2]:
        path = f"/players/{each.username}/"
        paths += [path, f"{path}?kind=bots", f"{path}games/", f"{path}games/?person=zeppelin"]
    table = f"/games/{Game.objects.filter(is_ranked=True)[0].code}/"
    reader = a_reader(session_of(crowd[0]))
    assert english(reader, *paths, table, f"{table}replay/") == {}


@pytest.mark.parametrize("phase", list(Phase))
def test_table_in_each_phase(marks: Marks, phase: Phase) -> None:
    staged = a_game_in(phase)
    path = f"/games/{staged['code']}/"
    for viewer in ("actor", "waiter", "dead"):
        if viewer in staged:
            client = a_reader(staged[viewer])
            assert english(client, path, f"{path}talk/", f"{path}seats/0/") == {}, viewer
    assert english(a_reader(staged["waiter"]), f"{path}rounds/1/") == {}
    assert english(a_reader(), path, f"{path}tv/") == {}
