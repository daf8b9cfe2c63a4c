"""Bot accounts: marked for ever, only where bots are allowed, never ranked, with a scope of their own."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.names import validate_name
from accounts.services import rename
from games.api.bot_accounts import MARK, NotFreshError, become_bot, is_bot
from games.api.models import ApiToken
from games.api.scopes import TokenScope
from games.services.lobby_admission import require_ranked_person
from games.services.lobby_seats import join_lobby
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_lobby, a_person
from tests.games.api.callers import a_token, assert_problem, get, post
from tests.games.lobbies import a_table
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db


def a_bot(name: str = "") -> User:
    person = a_person(name, is_guest=False)
    become_bot(user=person)
    person.refresh_from_db()
    return person


def test_member_makes_a_fresh_account_a_bot() -> None:
    person = a_person("Deep Ana", is_guest=False)
    a_token(person, TokenScope.TABLE_PLAY)
    client = browser(person)
    assert "Make this account a bot" in words(page(client, "/api/tokens/"))
    client.post("/api/tokens/", {"become_bot": ""})
    person.refresh_from_db()
    assert person.username == f"Deep Ana{MARK}"
    assert not ApiToken.objects.exists()
    shown = words(page(client, "/api/tokens/"))
    assert "This account is a bot." in shown
    assert "Play as a bot" in shown
    assert get(f"/players/Deep Ana{MARK}").json()["name"] == f"Deep Ana{MARK}"


def test_an_account_that_has_played_is_not_offered_to_become_a_bot() -> None:
    person = a_person(is_guest=False)
    a_table(person)
    assert "Make this account a bot" not in words(page(browser(person), "/api/tokens/"))


def test_nobody_else_can_have_the_mark_and_staff_cannot_take_it_away() -> None:
    with pytest.raises(ValidationError):
        validate_name(f"Bruno{MARK}")
    bot = a_bot("Carla")
    rename(user=bot, name="Dora")
    bot.refresh_from_db()
    assert bot.username == f"Dora{MARK}"


def test_names_that_are_long_or_taken_get_the_mark_too() -> None:
    names = [a_bot(f"A rather long name {end}").username for end in ("xyz", "uvw")]
    assert all(name.endswith(MARK) and len(name) <= 24 for name in names)
    assert len(set(names)) == 2


def test_account_with_which_somebody_has_played_stays_a_persons() -> None:
    _game, users = a_game(5)
    member = a_person(is_guest=False)
    join_lobby(lobby_id=a_lobby(a_person()).pk, user=member)
    for person in (users[0], a_person(), member, a_bot()):
        with pytest.raises(NotFreshError):
            become_bot(user=person)
    assert not is_bot(member.pk)


def test_bot_sits_only_where_bots_are_allowed_and_never_plays_ranked() -> None:
    bot = a_bot()
    token = a_token(bot, TokenScope.BOT_PLAY)
    closed, opened = a_lobby(bots_allowed=False), a_lobby(bots_allowed=True)
    assert_problem(post(f"/tables/{closed.code}/join", token), 409, "bots_not_allowed")
    joined = post(f"/tables/{opened.code}/join", token)
    assert [each["is_bot"] for each in joined.json()["seats"]] == [True]
    assert get(f"/players/{bot.username}").json()["is_bot"]
    assert_problem(post("/tables", token, bots_allowed=False), 409, "bots_not_allowed")
    EmailAddress.objects.create(user=bot, email="bot@example.org", verified=True, primary=True)
    with pytest.raises(GameError) as refused:
        require_ranked_person(bot)
    assert refused.value.reason is ServiceReason.BOTS_NOT_ALLOWED


def test_scopes_of_people_and_of_bots_are_not_each_others() -> None:
    bot, person = a_bot(), a_person(is_guest=False)
    assert get("/me/places", a_token(bot, TokenScope.BOT_PLAY)).status_code == 200
    assert_problem(get("/me/places", a_token(bot, TokenScope.TABLE_PLAY)), 403, "scope_missing")
    assert_problem(get("/me/places", a_token(person, TokenScope.BOT_PLAY)), 403, "scope_missing")
    limited = get("/clubs", a_token(bot, TokenScope.BOT_PLAY)).headers["RateLimit-Policy"]
    assert limited.startswith('"bot";')
