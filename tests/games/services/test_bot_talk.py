"""Bots who speak at a table: when, for whom, and that nothing of a person's is said for them."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.engine.vocabulary import Channel, Phase
from games.models import ChatMessage, Game
from games.selectors.chat import claims_of, said_at
from games.selectors.game import load_table
from games.services.bot_talk import games_to_speak_in, say_next
from games.services.chat import say
from games.services.clock import run_due
from games.services.game import set_stand_in
from games.table import GameTable
from games.values.chat import PhraseRequest, SaidLine, TalkMode
from tests.factories import a_game, play_at_random

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def talkative(settings: pytest.FixtureRequest) -> None:
    settings.BOTS_TALK = True  # type: ignore[attr-defined]
    settings.BOT_PAUSE_SECONDS = (1.2, 2.8)  # type: ignore[attr-defined]


def play_on(game: Game, until: Callable[[GameTable], bool] = lambda table: table.is_over) -> None:
    """Let the clock do what is due, twice a second, as bots and stand-ins play on."""
    now = timezone.now()
    for _sweep in range(2000):
        run_due(now)
        now += timedelta(seconds=0.5)
        if until(load_table(game.pk)):
            return
    raise AssertionError("the game does not go on")


def test_bots_claim_what_they_drew_and_received() -> None:
    game, _users = a_game(people=0, bots=7)
    play_on(game)
    said = said_at(game.pk)
    claimed = {(line.seat, line.claim.round, line.claim.kind.value) for line in said if line.claim}
    table = load_table(game.pk)
    sessions = [each for each in table.state.past_rounds if each.enacted is not None]
    told = [
        (seat, record.round, kind) in claimed
        for record in sessions
        for seat, kind in ((record.president, "drew"), (record.chancellor, "received"))
    ]
    # The executed cannot, and somebody may be busy governing again.
    assert sum(told) > len(told) / 2
    assert [line.number for line in said] == list(range(1, len(said) + 1))
    assert {line.channel for line in said} == {Channel.TABLE}
    assert not ChatMessage.objects.exclude(user=None).exists()


def talk_of_absent_people(bots: int) -> tuple[Game, list[SaidLine]]:
    """A game in which stand-ins play for seats 0 to 4, and what is said from these seats."""
    game, _users = a_game(people=5, bots=bots)
    for seat in range(5):
        set_stand_in(game_id=game.pk, seat=seat, has_stand_in=True)
    play_on(game)
    return game, [line for line in said_at(game.pk) if line.seat is not None and line.seat < 5]


@pytest.mark.parametrize("bots", [0, 2])
def test_stand_ins_say_nothing_but_claims(monkeypatch: pytest.MonkeyPatch, bots: int) -> None:
    monkeypatch.setattr("games.services.bot_talk.LEFT_OUT", 0.0)
    game, said = talk_of_absent_people(bots)
    assert said
    assert all(line.claim and not line.claim.by_person for line in said)
    # They are nobody's word afterwards.
    assert {claim.seat for claim in claims_of(game.pk)} <= {5, 6}


def test_stand_ins_leave_claims_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.bot_talk.LEFT_OUT", 1.0)
    game, said = talk_of_absent_people(2)
    assert not said
    assert any(line.claim for line in said_at(game.pk))


def test_without_chat_bots_only_claim() -> None:
    game, _users = a_game(people=0, bots=7, talk=TalkMode.NONE.value)
    play_on(game)
    said = said_at(game.pk)
    assert any(line.claim for line in said)
    assert not [line for line in said if line.phrase]


def test_bots_speak_after_a_pause_and_rest_when_all_is_said(
    settings: pytest.FixtureRequest,
) -> None:
    settings.BOT_PAUSE_SECONDS = (4.0, 4.0)  # type: ignore[attr-defined]
    game, _users = a_game(people=1, bots=4)
    game.refresh_from_db()
    assert game.bots_speak_at is not None
    assert games_to_speak_in(timezone.now()) == []
    later = timezone.now() + timedelta(seconds=3)
    assert games_to_speak_in(later) == [game.pk]
    while say_next(game.pk, later):
        pass
    assert not Game.objects.exclude(bots_speak_at=None).exists()
    assert games_to_speak_in(later + timedelta(days=1)) == []


def test_table_of_people_has_nothing_to_do_with_it() -> None:
    game, _users = a_game(people=5)
    play_at_random(game, Random(1), until=lambda table: table.state.round > 2)
    game.refresh_from_db()
    assert game.bots_speak_at is None
    assert game.phase != Phase.GAME_OVER.value


def test_what_was_thought_of_before_somebody_spoke_is_not_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, users = a_game(people=5, bots=2)

    def thinks_slowly(*_seen: object) -> PhraseRequest:
        say(game_id=game.pk, user_id=users[0].pk, text="I was faster.")
        return PhraseRequest(phrase="hello", about=None, message_id="")

    monkeypatch.setattr("games.services.bot_talk.speak", thinks_slowly)
    assert not say_next(game.pk, timezone.now())
    assert [line.text for line in said_at(game.pk)] == ["I was faster."]
    # There may be an answer to it.
    assert Game.objects.get(pk=game.pk).bots_speak_at is not None


def test_words_of_a_person_wake_the_bots() -> None:
    game, users = a_game(people=5, bots=2)
    while say_next(game.pk, timezone.now()):
        pass
    say(game_id=game.pk, user_id=users[0].pk, text="Who draws the Fascist ones?")
    assert games_to_speak_in(timezone.now() + timedelta(seconds=3)) == [game.pk]
