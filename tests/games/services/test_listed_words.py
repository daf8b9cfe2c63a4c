"""Listed words in talk: refused at tables and in lobbies, in free text alone; and in the names of tables."""

from functools import partial

import pytest

from accounts.word_models import ListedWord
from games.models import ChatMessage
from games.selectors.chat import said_at
from games.services.chat import say, say_phrase
from games.services.lobby_talk import talk_in_lobby
from games.values.chat import PhraseRequest, SayRequest
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person
from tests.games import talk
from tests.games.lobbies import a_table
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db

HATE = "you n1gg3r"


def test_player_and_spectator_are_refused_and_nothing_is_written() -> None:
    game, users = a_game()
    for person in (users[0], talk.a_spectator()):
        call = partial(say, game_id=game.pk, user_id=person.pk, text=HATE, message_id="m1")
        assert refusal(call) is ServiceReason.LISTED_WORD
        say(game_id=game.pk, user_id=person.pk, text="you are Hitler", message_id="m1")
    assert [line.text for line in said_at(game.pk)] == ["you are Hitler"] * 2


def test_person_in_a_lobby_is_refused() -> None:
    lobby = a_table(a_person("Ana"))
    request = SayRequest(text=HATE, message_id="")
    call = partial(talk_in_lobby, lobby_id=lobby.pk, user=lobby.host, request=request)
    assert refusal(call) is ServiceReason.LISTED_WORD
    assert not lobby.messages.exists()


def test_ready_made_sentences_are_not_looked_at() -> None:
    ListedWord(word="trust").save()
    ListedWord(word="hello").save()
    game, users = a_game()
    say_phrase(game_id=game.pk, user_id=users[0].pk, phrase="trust", about=2)
    assert ChatMessage.objects.get().phrase == "trust"
    lobby = a_table()
    hello = PhraseRequest(phrase="hello", about=None, message_id="")
    talk_in_lobby(lobby_id=lobby.pk, user=lobby.host, request=hello)
    assert lobby.messages.get().phrase == "hello"
