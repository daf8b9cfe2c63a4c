"""Talk in a lobby: who speaks, what is refused, mutes, and that nothing of it stays."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account
from games.models import Lobby, LobbyMessage, Mute
from games.selectors.lobby import LINES_AT_ONCE, LINES_SHOWN, load_lobby
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.chat import say
from games.services.lobby_talk import MOST_LINES, mute_in_lobby, talk_in_lobby
from games.values.chat import ClaimRequest, PhraseRequest, SayRequest, TalkMode
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, seat_id
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def says(lobby: Lobby, user: User, text: str, message_id: str = "") -> None:
    request = SayRequest(text=text, message_id=message_id)
    talk_in_lobby(lobby_id=lobby.pk, user=user, request=request)


def said(lobby: Lobby) -> list[tuple[str, str]]:
    return [(line.name, line.text or line.phrase) for line in load_lobby(lobby.pk).said]


def test_those_who_sit_in_the_lobby_talk_under_the_names_they_have_there() -> None:
    lobby = a_table(a_person("Ana"))
    tom = join(lobby, a_person("Tom"))
    seats_name = lobby.seats.get(user=tom)
    seats_name.name = "Tom 2"
    seats_name.save()
    says(lobby, lobby.host, "Hello!")
    says(lobby, tom, "Hi")
    assert said(lobby) == [("Ana", "Hello!"), ("Tom 2", "Hi")]
    stranger = partial(says, lobby, a_person(), "Psst")
    assert refusal(stranger) is ServiceReason.NOT_SEATED


@pytest.mark.parametrize(
    ("mode", "request_", "reason"),
    [
        (TalkMode.FREE, SayRequest(text="", message_id=""), ServiceReason.NOTHING_SAID),
        (TalkMode.FREE, SayRequest(text="x" * 301, message_id=""), ServiceReason.MESSAGE_TOO_LONG),
        (TalkMode.NONE, SayRequest(text="Hi", message_id=""), ServiceReason.CHAT_IS_OFF),
        (TalkMode.PHRASES, SayRequest(text="Hi", message_id=""), ServiceReason.PHRASES_ONLY),
        (
            TalkMode.PHRASES,
            PhraseRequest(phrase="trust", about=0, message_id=""),
            ServiceReason.MALFORMED,
        ),
        (
            TalkMode.FREE,
            ClaimRequest(round=1, kind="drew", content="LLF"),  # type: ignore[arg-type]
            ServiceReason.MALFORMED,
        ),
    ],
)
def test_what_may_not_be_said_is_refused(
    mode: TalkMode, request_: SayRequest, reason: ServiceReason
) -> None:
    lobby = a_table(talk=mode)
    talk = partial(talk_in_lobby, lobby_id=lobby.pk, user=lobby.host, request=request_)
    assert refusal(talk) is reason
    assert said(lobby) == []


def test_ready_made_sentence_is_said_in_a_lobby_of_such() -> None:
    lobby = a_table(a_person("Ana"), talk=TalkMode.PHRASES)
    hello = PhraseRequest(phrase="hello", about=None, message_id="")
    talk_in_lobby(lobby_id=lobby.pk, user=lobby.host, request=hello)
    assert said(lobby) == [("Ana", "hello")]


def test_message_that_is_sent_twice_is_said_once() -> None:
    lobby = a_table(a_person("Ana"))
    for text in ("Hello", "Hello", "Good evening"):
        says(lobby, lobby.host, text, "m1")
    assert said(lobby) == [("Ana", "Hello"), ("Ana", "Good evening")]


def test_limit_counts_lobby_and_table_together(settings: Any) -> None:
    settings.CHAT_BURST = 5
    user = a_person()
    lobby = a_table(user)
    for number in range(settings.CHAT_BURST):
        says(lobby, user, f"{number}")
    assert refusal(partial(says, lobby, user, "more")) is ServiceReason.TALKING_TOO_FAST
    game, people = a_game(5)
    game.seats.filter(user=people[0]).update(user=user)
    ask = partial(say, game_id=game.pk, user_id=user.pk, text="more")
    assert refusal(ask) is ServiceReason.TALKING_TOO_FAST
    LobbyMessage.objects.update(
        created_at=timezone.now() - timedelta(seconds=settings.CHAT_BURST_SECONDS + 1)
    )
    says(lobby, user, "more")


def test_long_talk_is_cut_at_its_beginning() -> None:
    lobby = a_table()
    lines = [
        LobbyMessage(
            lobby=lobby, number=n, user=lobby.host, text=f"{n}", created_at=lobby.created_at
        )
        for n in range(1, MOST_LINES + 1)
    ]
    LobbyMessage.objects.bulk_create(lines)
    LobbyMessage.objects.update(created_at=timezone.now() - timedelta(hours=1))
    says(lobby, lobby.host, "last")
    assert lobby.messages.count() == MOST_LINES
    shown = load_lobby(lobby.pk).said
    assert shown[-1].text == "last"
    assert LINES_SHOWN <= len(shown) <= LINES_SHOWN + LINES_AT_ONCE


@pytest.mark.parametrize("how", ["started", "closed", "left"])
def test_talk_of_a_lobby_ends_with_it(how: str) -> None:
    lobby = a_full_table(5)
    says(lobby, lobby.host, "Hello")
    if how == "started":
        lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    elif how == "closed":
        lobbies.close_lobby(lobby_id=lobby.pk)
    else:
        for user in people_of(lobby):
            seats.leave_lobby(lobby_id=lobby.pk, user=user)
    assert not LobbyMessage.objects.exists()
    assert refusal(partial(says, lobby, lobby.host, "Hello?")) in (
        ServiceReason.LOBBY_STARTED,
        ServiceReason.LOBBY_CLOSED,
    )


def test_words_go_with_the_account() -> None:
    lobby = a_table()
    user = join(lobby)
    says(lobby, user, "Remember me")
    says(lobby, lobby.host, "Hello")
    close_account(user=user)
    assert [text for _name, text in said(lobby)] == ["Hello"]


def test_mute_is_of_the_person_and_for_every_table() -> None:
    lobby = a_table()
    user = join(lobby)
    mute = partial(mute_in_lobby, lobby_id=lobby.pk, user=lobby.host, seat_id=seat_id(lobby, user))
    mute(is_muted=True)
    mute(is_muted=True)
    assert load_lobby(lobby.pk).mutes == {(lobby.host.pk, user.pk)}
    mute(is_muted=False)
    assert not Mute.objects.exists()
    own = partial(mute, seat_id=seat_id(lobby, lobby.host), is_muted=True)
    assert refusal(own) is ServiceReason.NAME_NOT_IN_LOBBY
    stranger = partial(mute, user=a_person(), is_muted=True)
    assert refusal(stranger) is ServiceReason.NOT_SEATED
