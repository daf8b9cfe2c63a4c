"""Guests among strangers speak in ready-made sentences, and slow mode makes everybody wait, at tables and in lobbies."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from accounts.models import User
from games.engine.vocabulary import ClaimKind
from games.models import ChatMessage, Game, Lobby, LobbyMessage
from games.selectors.chat import said_at
from games.services import lobby as lobbies
from games.services import lobby_start
from games.services.chat import make_claim, say, talk
from games.services.lobby_rematch import rematch
from games.services.lobby_talk import talk_in_lobby
from games.services.quick_seat import quick_seat
from games.values.chat import PhraseRequest, SayRequest, SlowMode, TalkMode
from games.values.lobby import LobbySettings
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_person
from tests.games import talk as tables
from tests.games.lobbies import a_full_table, a_table, join
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)

HELLO = PhraseRequest(phrase="hello", about=None, message_id="")
WORDS = SayRequest(text="free speech", message_id="")
Say = Callable[[SayRequest | PhraseRequest], None]


def sayers(user: User, **settings: Any) -> list[Say]:
    """How this person speaks at a table with these settings, and in a lobby with them."""
    # Whoever plays does not sit down in a lobby.
    lobby = a_table(**settings)
    join(lobby, user)
    game, users = a_game(**settings)
    game.seats.filter(user=users[0]).update(user=user)
    return [
        lambda request: talk(game_id=game.pk, user_id=user.pk, request=request),
        lambda request: talk_in_lobby(lobby_id=lobby.pk, user=user, request=request),
    ]


def age(seconds: float) -> None:
    """Let what was said be so much older."""
    for model in (ChatMessage, LobbyMessage):
        model.objects.update(created_at=F("created_at") - timedelta(seconds=seconds))


# Guests


def test_guests_at_listed_tables_speak_in_ready_made_sentences() -> None:
    for speak in sayers(a_person(), guests_write=False):
        assert refusal(partial(speak, WORDS)) is ServiceReason.GUESTS_CHOOSE
        speak(HELLO)
    assert not ChatMessage.objects.exclude(text="").exists()
    assert not LobbyMessage.objects.exclude(text="").exists()
    assert (ChatMessage.objects.count(), LobbyMessage.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("is_guest", "settings"),
    [
        (False, {"guests_write": False}),
        (True, {"guests_write": True}),
        (True, {"guests_write": False, "is_public": False}),
    ],
)
def test_members_guests_who_are_allowed_to_and_guests_among_friends_write(
    is_guest: bool, settings: dict[str, bool]
) -> None:
    for speak in sayers(a_person(is_guest=is_guest), **settings):
        speak(WORDS)
    assert (ChatMessage.objects.count(), LobbyMessage.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [(TalkMode.PHRASES, ServiceReason.PHRASES_ONLY), (TalkMode.NONE, ServiceReason.CHAT_IS_OFF)],
)
def test_other_modes_of_talk_are_the_same_for_guests_as_for_all(
    mode: TalkMode, reason: ServiceReason
) -> None:
    for speak in sayers(a_person(), guests_write=False, talk=mode):
        assert refusal(partial(speak, WORDS)) is reason


def test_spectators_who_are_guests_choose_sentences_too() -> None:
    game, _users = a_game(guests_write=False)
    for spectator, is_heard in (
        (tables.a_spectator(), False),
        (a_person(is_guest=False, date_joined=game.started_at - timedelta(days=1)), True),
    ):
        speak = partial(say, game_id=game.pk, user_id=spectator.pk, text="free speech")
        if is_heard:
            speak()
        else:
            assert refusal(speak) is ServiceReason.GUESTS_CHOOSE
    assert len(said_at(game.pk)) == 1


def test_claims_stay_open_to_guests() -> None:
    game, users, state = tables.at(
        tables.after_a_session, guests_write=False, slow_mode=SlowMode.LONG.value
    )
    president = state.past_rounds[0].president
    user_id = users[president].pk
    talk(game_id=game.pk, user_id=user_id, request=HELLO)
    for content in ("LLL", "LLF"):
        make_claim(
            game_id=game.pk, user_id=user_id, round_=1, kind=ClaimKind.DREW, content=content
        )
    assert [line.claim is None for line in said_at(game.pk)] == [True, False, False]


def test_host_who_is_a_guest_follows_the_own_switch() -> None:
    lobby = a_table(guests_write=False)
    speak = partial(talk_in_lobby, lobby_id=lobby.pk, user=lobby.host, request=WORDS)
    assert refusal(speak) is ServiceReason.GUESTS_CHOOSE
    allowed = LobbySettings(name="Friday", guests_write=True)
    lobbies.change_settings(lobby_id=lobby.pk, user=lobby.host, settings=allowed)
    speak()
    assert LobbyMessage.objects.count() == 1


def test_table_of_quick_seat_is_for_strangers() -> None:
    lobby = quick_seat(user=a_person()).lobby
    speak = partial(talk_in_lobby, lobby_id=lobby.pk, user=lobby.host, request=WORDS)
    assert refusal(speak) is ServiceReason.GUESTS_CHOOSE


def test_whoever_keeps_the_account_writes_at_once() -> None:
    user = a_person("Ana")
    says = sayers(user, guests_write=False)
    User.objects.filter(pk=user.pk).update(is_guest=False)
    for speak in says:
        speak(WORDS)
    assert (ChatMessage.objects.count(), LobbyMessage.objects.count()) == (1, 1)


def test_choices_of_the_host_go_along_to_the_game_and_its_rematch() -> None:
    lobby = a_full_table()
    chosen = {"guests_write": True, "slow_mode": SlowMode.MEDIUM.value}
    Lobby.objects.filter(pk=lobby.pk).update(**chosen)
    game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    assert (game.guests_write, game.slow_mode) == (True, "15")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    again = rematch(game=game, user=lobby.host)
    assert (again.guests_write, again.slow_mode) == (True, "15")


# Slow mode


def test_slow_mode_makes_each_person_wait_and_says_how_long() -> None:
    for speak in sayers(a_person(), slow_mode=SlowMode.MEDIUM):
        speak(WORDS)
        for request in (SayRequest(text="more", message_id=""), HELLO):
            with pytest.raises(GameError) as refused:
                speak(request)
            assert refused.value.reason is ServiceReason.SLOW_MODE
            assert refused.value.names in ({"seconds": 15}, {"seconds": 14})
        age(14)
        with pytest.raises(GameError) as refused:
            speak(HELLO)
        assert refused.value.names == {"seconds": 1}
        age(1)
        speak(HELLO)


def test_slow_mode_counts_each_person_and_each_table_alone() -> None:
    game, users = a_game(slow_mode=SlowMode.LONG.value)
    other, _people = a_game(slow_mode=SlowMode.LONG.value)
    for user in users[:2]:
        say(game_id=game.pk, user_id=user.pk, text="one")
    other.seats.filter(number=0).update(user=users[0])
    say(game_id=other.pk, user_id=users[0].pk, text="elsewhere")
    assert (len(said_at(game.pk)), len(said_at(other.pk))) == (2, 1)


def test_claim_is_no_sentence_that_makes_wait() -> None:
    game, users, state = tables.at(tables.after_a_session, slow_mode=SlowMode.LONG.value)
    president = users[state.past_rounds[0].president].pk
    make_claim(game_id=game.pk, user_id=president, round_=1, kind=ClaimKind.DREW, content="LLL")
    say(game_id=game.pk, user_id=president, text="believe me")
    assert len(said_at(game.pk)) == 2


def test_message_sent_twice_in_slow_mode_is_said_once_and_not_refused() -> None:
    for speak in sayers(a_person(), slow_mode=SlowMode.SHORT):
        for _click in range(2):
            speak(SayRequest(text="hello", message_id="m0"))
    assert (ChatMessage.objects.count(), LobbyMessage.objects.count()) == (1, 1)


@pytest.mark.parametrize(("ids", "refusals"), [(["a"] * 4, 0), (["a", "b", "c", "d"], 3)])
def test_of_several_clicks_at_once_one_is_said(ids: list[str], refusals: int) -> None:
    game, users = a_game(slow_mode=SlowMode.LONG.value)

    def click(message_id: str) -> ServiceReason | None:
        try:
            say(game_id=game.pk, user_id=users[0].pk, text="hello", message_id=message_id)
        except GameError as refused:
            return refused.reason
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(ids)) as threads:
        answers = list(threads.map(click, ids))
    assert answers.count(ServiceReason.SLOW_MODE) == refusals
    assert answers.count(None) == len(ids) - refusals
    assert len(said_at(game.pk)) == 1
