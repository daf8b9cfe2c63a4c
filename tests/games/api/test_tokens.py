"""Tokens: shown once, kept as a digest, revoked at once, gone with the account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account
from games.api.models import ApiToken
from games.api.scopes import TokenScope
from games.api.tokens import MOST_TOKENS, UNUSED_FOR, forget_unused
from tests.factories import a_person
from tests.games.api.callers import a_token, assert_problem, get
from tests.games.visits import browser, soup_of, words

pytestmark = pytest.mark.django_db
PATH = "/api/tokens/"


def member() -> User:
    return a_person(is_guest=False)


def make(client: Client, **fields: object) -> str:
    """Fill in the form; return the token that the page shows, or nothing."""
    soup = soup_of(client.post(PATH, {"name": "Overlay", "scopes": ["notices:read"]} | fields))
    code = soup.select_one(".card code")
    return "" if code is None else code.get_text()


def test_token_is_shown_once_and_works_until_it_is_revoked() -> None:
    client = browser(member())
    text = make(client)
    assert get("/me/notices", text).status_code == 200
    shown = soup_of(client.get(PATH))
    assert "Overlay" in words(shown)
    assert text not in str(shown)
    row = ApiToken.objects.get()
    assert row.last_used_at is not None
    assert text not in str(list(ApiToken.objects.values()))
    client.post(PATH, {"revoke": row.pk})
    assert_problem(get("/me/notices", text), 401, "invalid_token")


def test_token_of_somebody_else_is_not_revoked() -> None:
    text = a_token(member(), TokenScope.NOTICES_READ)
    browser(member()).post(PATH, {"revoke": ApiToken.objects.get().pk})
    assert get("/me/notices", text).status_code == 200


def test_token_needs_a_name_and_a_scope() -> None:
    client = browser(member())
    assert client.post(PATH, {"name": "x"}).status_code == 400
    assert client.post(PATH, {"name": "", "scopes": ["table:play"]}).status_code == 400
    assert client.post(PATH, {"name": "x", "scopes": ["everything"]}).status_code == 400
    assert not ApiToken.objects.exists()


def test_there_are_not_too_many() -> None:
    person = member()
    for _ in range(MOST_TOKENS):
        a_token(person, TokenScope.NOTICES_READ)
    assert browser(person).post(PATH, {"name": "x", "scopes": ["table:play"]}).status_code == 400
    assert ApiToken.objects.count() == MOST_TOKENS


def test_password_is_asked_again_and_guests_keep_their_account_first() -> None:
    person = member()
    person.set_password("a long secret phrase")
    person.save()
    assert "/accounts/reauthenticate/" in browser(person).get(PATH).headers["Location"]
    assert browser(a_person()).get(PATH).headers["Location"] == "/accounts/keep/"


def test_tokens_go_with_the_account() -> None:
    person = member()
    text = a_token(person, TokenScope.NOTICES_READ)
    close_account(user=person)
    assert not ApiToken.objects.exists()
    assert_problem(get("/me/notices", text), 401, "invalid_token")


def test_deactivated_account_has_no_valid_token() -> None:
    person = member()
    text = a_token(person, TokenScope.NOTICES_READ)
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert_problem(get("/me/notices", text), 401, "invalid_token")


def test_tokens_that_nobody_uses_are_forgotten() -> None:
    person, now = member(), timezone.now()
    old, new = a_token(person, TokenScope.TABLE_PLAY), a_token(person, TokenScope.NOTICES_READ)
    assert get("/me/places", old).status_code == 200
    ApiToken.objects.filter(scopes=["table:play"]).update(last_used_at=now - UNUSED_FOR)
    assert forget_unused(now + timedelta(seconds=1)) == ("tokens", 1)
    assert get("/me/notices", new).status_code == 200


def test_page_of_the_interface_says_what_every_operation_does() -> None:
    text = words(soup_of(Client().get("/api/")))
    for operation in (
        "GET /api/v1/leaderboard List the players of the leaderboard.",
        "POST /api/v1/games/{code}/actions · with a token",
    ):
        assert operation in text
