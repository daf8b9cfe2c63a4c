"""The only writer of table talk: who may speak when, in which order, and never twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.engine import fold
from games.engine.vocabulary import Channel, ClaimKind
from games.models import ChatMessage, Claim, GameEvent, GameNotes
from games.selectors.chat import notes_of, said_at, speaker_key
from games.services.chat import (
    keep_notes,
    make_claim,
    mark_player,
    mute,
    say,
    say_phrase,
)
from games.values.chat import Mark, TalkMode
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_person
from tests.games import talk
from tests.games.test_noninterference import stage

pytestmark = pytest.mark.django_db(transaction=True)


def refused(call: object, **arguments: object) -> ServiceReason:
    with pytest.raises(GameError) as error:
        call(**arguments)  # type: ignore[operator]
    return error.value.reason


def channels(game_id: int) -> list[tuple[str, str]]:
    return [(line.channel.value, line.text) for line in said_at(game_id)]


def test_lines_are_stored_in_order_with_their_place_in_the_game() -> None:
    game, users, state = talk.at(talk.after_a_session)
    for number, text in enumerate(("one", "two", "three")):
        say(game_id=game.pk, user_id=users[number].pk, text=text)
    lines = said_at(game.pk)
    assert [(line.number, line.seat, line.text) for line in lines] == [
        (1, 0, "one"),
        (2, 1, "two"),
        (3, 2, "three"),
    ]
    assert {line.round for line in lines} == {2}
    assert {line.version for line in lines} == {state.version}
    assert [line.text for line in said_at(game.pk, after=2)] == ["three"]


@pytest.mark.parametrize("moment", [talk.discarding, talk.enacting, talk.vetoing])
def test_r053_the_government_is_refused_and_all_others_are_heard(moment: talk.Moment) -> None:
    game, users, state = talk.at(moment)
    for seat, user in enumerate(users):
        if not state.alive[seat]:
            continue
        if seat == state.president:
            reason = refused(say, game_id=game.pk, user_id=user.pk, text="psst")
            assert reason is ServiceReason.PRESIDENT_IS_SILENT
        elif seat == state.chancellor:
            reason = refused(
                say_phrase, game_id=game.pk, user_id=user.pk, phrase="yes", about=None
            )
            assert reason is ServiceReason.CHANCELLOR_IS_SILENT
        else:
            say(game_id=game.pk, user_id=user.pk, text="I may")
    assert set(channels(game.pk)) == {("table", "I may")}
    assert not ChatMessage.objects.filter(seat__in=[state.president, state.chancellor]).exists()


def test_r102_the_dead_spectators_and_the_living_speak_where_they_belong() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    dead, living = state.alive.index(False), state.alive.index(True)
    say(game_id=game.pk, user_id=users[dead].pk, text="boo")
    say(game_id=game.pk, user_id=users[living].pk, text="hm")
    say(game_id=game.pk, user_id=talk.a_spectator().pk, text="oh")
    assert channels(game.pk) == [("dead", "boo"), ("table", "hm"), ("spectators", "oh")]
    assert [line.name for line in said_at(game.pk)][2].startswith("Player")


def test_r102_who_came_after_the_game_began_says_nothing_to_the_spectators() -> None:
    game, users, _state = talk.at(talk.somebody_dead)
    newcomer = a_person()
    assert newcomer.date_joined > game.started_at
    for call, more in (
        (say, {"text": "oh"}),
        (say_phrase, {"phrase": "yes", "about": None}),
    ):
        reason = refused(call, game_id=game.pk, user_id=newcomer.pk, **more)
        assert reason is ServiceReason.CAME_TOO_LATE
    assert said_at(game.pk) == ()
    # For players the date of joining the site does not matter.
    User.objects.filter(pk=users[0].pk).update(date_joined=newcomer.date_joined)
    say(game_id=game.pk, user_id=users[0].pk, text="hm")
    assert len(channels(game.pk)) == 1


def test_muting_does_not_reveal_who_talks_on_other_channels() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    speaker, listener, newcomer = talk.a_spectator(), talk.a_spectator(), a_person()
    say(game_id=game.pk, user_id=speaker.pk, text="oh")
    author = speaker_key(game.pk, speaker.pk)
    for user in (users[state.alive.index(True)], newcomer):
        reason = refused(mute, game_id=game.pk, user_id=user.pk, author=author, is_muted=True)
        assert reason is ServiceReason.MALFORMED
    mute(game_id=game.pk, user_id=listener.pk, author=author, is_muted=True)
    assert notes_of(game.pk, listener.pk).muted == {author}


def test_after_the_end_everybody_speaks_at_the_table() -> None:
    game, users, state = talk.at(talk.over)
    for user in (users[state.alive.index(False)], users[0], a_person()):
        say(game_id=game.pk, user_id=user.pk, text="gg")
    assert {line.channel for line in said_at(game.pk)} == {Channel.TABLE}


def test_visitors_sign_in_first() -> None:
    game, _users = a_game()
    reason = refused(say, game_id=game.pk, user_id=None, text="hi")
    assert reason is ServiceReason.SIGN_IN_FIRST


def test_message_sent_twice_is_said_once_and_another_text_is_another_message() -> None:
    game, users = a_game()
    for text in ("hello", "hello", "bye"):
        say(game_id=game.pk, user_id=users[0].pk, text=text, message_id="m0")
    say(game_id=game.pk, user_id=users[1].pk, text="hello", message_id="m0")
    assert [line.text for line in said_at(game.pk)] == ["hello", "bye", "hello"]


def test_repeated_message_is_recognised_even_when_its_author_is_silent_by_now() -> None:
    game, users = a_game(people=7)
    log = talk.log_at(talk.discarding)
    president = users[fold(log).president]
    say(game_id=game.pk, user_id=president.pk, text="hi", message_id="m0")
    stage(game, log)
    say(game_id=game.pk, user_id=president.pk, text="hi", message_id="m0")
    reason = refused(say, game_id=game.pk, user_id=president.pk, text="hi", message_id="m1")
    assert reason is ServiceReason.PRESIDENT_IS_SILENT
    assert len(said_at(game.pk)) == 1


def test_nothing_and_too_much_are_refused() -> None:
    game, users = a_game()
    say(game_id=game.pk, user_id=users[0].pk, text="x" * 300)
    assert refused(say, game_id=game.pk, user_id=users[0].pk, text="") is (
        ServiceReason.NOTHING_SAID
    )
    assert refused(say, game_id=game.pk, user_id=users[0].pk, text="x" * 301) is (
        ServiceReason.MESSAGE_TOO_LONG
    )
    assert len(said_at(game.pk)) == 1


def test_too_many_messages_in_a_short_time_are_refused(settings: Settings) -> None:
    settings.CHAT_BURST = 3
    game, users = a_game()
    other, _people = a_game()
    for number in range(3):
        say(game_id=game.pk, user_id=users[0].pk, text=str(number))
    for place in (game, other):
        reason = refused(say, game_id=place.pk, user_id=users[0].pk, text="more")
        assert reason is ServiceReason.TALKING_TOO_FAST
    say(game_id=game.pk, user_id=users[1].pk, text="somebody else")
    long_ago = timezone.now() - timedelta(seconds=settings.CHAT_BURST_SECONDS + 1)
    ChatMessage.objects.filter(number=1).update(created_at=long_ago)
    say(game_id=game.pk, user_id=users[0].pk, text="again")
    assert [line.text for line in said_at(game.pk)][-2:] == ["somebody else", "again"]


def test_phrase_tables_refuse_free_text_and_silent_tables_refuse_all() -> None:
    game, users = a_game(talk=TalkMode.PHRASES.value)
    reason = refused(say, game_id=game.pk, user_id=users[0].pk, text="hi")
    assert reason is ServiceReason.PHRASES_ONLY
    say_phrase(game_id=game.pk, user_id=users[0].pk, phrase="trust", about=2)
    (line,) = said_at(game.pk)
    assert (line.text, line.phrase, line.about) == ("", "trust", 2)
    assert (
        refused(say_phrase, game_id=game.pk, user_id=users[0].pk, phrase="trust", about=5)
        is ServiceReason.MALFORMED
    )
    quiet, people = a_game(talk=TalkMode.NONE.value)
    for call, extra in ((say, {"text": "hi"}), (say_phrase, {"phrase": "yes", "about": None})):
        reason = refused(call, game_id=quiet.pk, user_id=people[0].pk, **extra)
        assert reason is ServiceReason.CHAT_IS_OFF


def test_ten_people_at_once_are_numbered_without_gaps() -> None:
    game, users = a_game(people=10)

    def speak(place: int) -> None:
        try:
            say(game_id=game.pk, user_id=users[place].pk, text=f"{place}", message_id="m0")
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as threads:
        list(threads.map(speak, range(10)))
    lines = said_at(game.pk)
    assert [line.number for line in lines] == list(range(1, 11))
    assert sorted(line.text for line in lines) == sorted(map(str, range(10)))


# Claims


def test_claim_is_kept_beside_the_talk_and_out_of_the_event_log() -> None:
    game, users, state = talk.at(talk.after_a_session)
    government = state.past_rounds[0]
    events = GameEvent.objects.filter(game=game).count()
    make_claim(
        game_id=game.pk,
        user_id=users[government.president].pk,
        round_=1,
        kind=ClaimKind.DREW,
        content="LLL",
    )
    (line,) = said_at(game.pk)
    assert line.claim is not None
    assert (line.claim.seat, line.claim.round, line.claim.kind, line.claim.content) == (
        government.president,
        1,
        ClaimKind.DREW,
        "LLL",
    )
    assert line.round == 2
    assert GameEvent.objects.filter(game=game).count() == events


def test_claim_may_be_made_anew_and_a_double_click_counts_once() -> None:
    game, users, state = talk.at(talk.after_a_session)
    chancellor = state.past_rounds[0].chancellor
    assert chancellor is not None
    for content in ("LL", "LL", "LF", "", "LL"):
        make_claim(
            game_id=game.pk,
            user_id=users[chancellor].pk,
            round_=1,
            kind=ClaimKind.RECEIVED,
            content=content,
        )
    made = Claim.objects.order_by("message__number").values_list("content", flat=True)
    assert list(made) == ["LL", "LF", "", "LL"]


def test_investigation_claim_names_whom_it_speaks_of() -> None:
    game, users, state = talk.at(talk.after_an_investigation)
    record = next(each for each in state.past_rounds if each.target is not None)
    make_claim(
        game_id=game.pk,
        user_id=users[record.president].pk,
        round_=record.round,
        kind=ClaimKind.INVESTIGATED,
        content="fascist",
    )
    assert Claim.objects.get().target == record.target


def test_claims_of_others_acts_and_unheard_of_contents_are_refused() -> None:
    game, users, state = talk.at(talk.after_a_session)
    government = state.past_rounds[0]
    president = users[government.president].pk
    stranger = next(
        user.pk
        for seat, user in enumerate(users)
        if seat not in (government.president, government.chancellor)
    )
    for user_id, round_, kind, content, reason in (
        (stranger, 1, ClaimKind.DREW, "LLL", ServiceReason.CLAIM_NOT_OPEN),
        (president, 1, ClaimKind.RECEIVED, "LL", ServiceReason.CLAIM_NOT_OPEN),
        (president, 2, ClaimKind.DREW, "LLL", ServiceReason.CLAIM_NOT_OPEN),
        (president, 1, ClaimKind.DREW, "FLL", ServiceReason.MALFORMED),
        (president, 1, ClaimKind.DREW, "LL", ServiceReason.MALFORMED),
        (a_person().pk, 1, ClaimKind.DREW, "LLL", ServiceReason.NOT_SEATED),
        (None, 1, ClaimKind.DREW, "LLL", ServiceReason.NOT_SEATED),
    ):
        got = refused(
            make_claim,
            game_id=game.pk,
            user_id=user_id,
            round_=round_,
            kind=kind,
            content=content,
        )
        assert got is reason
    assert not Claim.objects.exists()


def test_a_silent_government_makes_no_claims_about_earlier_acts() -> None:
    def moment(state: object) -> bool:
        return talk.discarding(state) and any(  # type: ignore[arg-type]
            past.enacted is not None and past.president == state.president  # type: ignore[attr-defined]
            for past in state.past_rounds  # type: ignore[attr-defined]
        )

    game, users, state = talk.at(moment)
    past = next(
        each
        for each in state.past_rounds
        if each.enacted is not None and each.president == state.president
    )
    reason = refused(
        make_claim,
        game_id=game.pk,
        user_id=users[state.president].pk,
        round_=past.round,
        kind=ClaimKind.DREW,
        content="LLL",
    )
    assert reason is ServiceReason.PRESIDENT_IS_SILENT


def test_claims_are_made_at_tables_without_chat_too() -> None:
    game, users, state = talk.at(talk.after_a_session, talk=TalkMode.NONE.value)
    make_claim(
        game_id=game.pk,
        user_id=users[state.past_rounds[0].president].pk,
        round_=1,
        kind=ClaimKind.DREW,
        content="LFF",
    )
    assert Claim.objects.count() == 1


# Notes


def test_notes_and_marks_are_each_persons_own() -> None:
    game, users = a_game()
    keep_notes(game_id=game.pk, user_id=users[0].pk, text="Bo lies\nI think")
    mark_player(game_id=game.pk, user_id=users[0].pk, seat=1, mark=Mark.SUSPECT)
    mark_player(game_id=game.pk, user_id=users[0].pk, seat=2, mark=Mark.TRUST)
    mark_player(game_id=game.pk, user_id=users[0].pk, seat=2, mark=Mark.NONE)
    mine, other = (notes_of(game.pk, users[seat].pk) for seat in (0, 1))
    assert (mine.text, mine.marks) == ("Bo lies\nI think", {1: Mark.SUSPECT})
    assert (other.text, other.marks) == ("", {})
    assert notes_of(game.pk, None).text == ""
    assert GameNotes.objects.count() == 1


def test_notes_are_refused_when_too_long_or_anonymous() -> None:
    game, users = a_game()
    assert refused(keep_notes, game_id=game.pk, user_id=users[0].pk, text="x" * 4001) is (
        ServiceReason.NOTES_TOO_LONG
    )
    assert refused(keep_notes, game_id=game.pk, user_id=None, text="x") is (
        ServiceReason.SIGN_IN_FIRST
    )
    assert refused(mark_player, game_id=game.pk, user_id=users[0].pk, seat=5, mark=Mark.TRUST) is (
        ServiceReason.MALFORMED
    )


def test_muting_is_for_oneself_and_for_people_of_this_table() -> None:
    game, users = a_game()
    author = "seat-1"
    mute(game_id=game.pk, user_id=users[0].pk, author=author, is_muted=True)
    mute(game_id=game.pk, user_id=users[0].pk, author=author, is_muted=True)
    assert notes_of(game.pk, users[0].pk).muted == {author}
    assert notes_of(game.pk, users[2].pk).muted == frozenset()
    mute(game_id=game.pk, user_id=users[0].pk, author=author, is_muted=False)
    assert notes_of(game.pk, users[0].pk).muted == frozenset()
    for nobody in (speaker_key(game.pk, a_person().pk), "seat-0", "seat-9", "Ana", ""):
        assert (
            refused(mute, game_id=game.pk, user_id=users[0].pk, author=nobody, is_muted=True)
            is ServiceReason.MALFORMED
        )
