"""The only writer of games: what it writes and refuses, and that it never acts twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import IllegalAction, Reason, fold, legal_actions
from games.engine.actions import CastBallot, NominateChancellor
from games.engine.codec import decode_event
from games.engine.vocabulary import Phase, Vote
from games.models import Game, GameEvent
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all, remember
from games.services.game import act, leave_seat, set_stand_in, submit_action, take_seat_back
from games.values.actor import Actor
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_person, play, play_at_random, request_for
from tests.games.mixed_games import play_mixed_game
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)


def nominate(game: Game) -> CastBallot:
    """Nominate a player, and return the first voter's Ja."""
    table = load_table(game.pk)
    play(game, legal_actions(table.state, table.state.president)[0])
    return CastBallot(seat=0, vote=Vote.JA)


def events_of(game: Game) -> int:
    return GameEvent.objects.filter(game=game).count()


def test_new_game_deals_every_seat_and_opens_the_first_nomination() -> None:
    game, users = a_game(people=4, bots=3)
    table = load_table(game.pk)
    assert [occupant.user_id for occupant in table.occupants[:4]] == [user.pk for user in users]
    assert all(occupant.is_bot for occupant in table.occupants[4:])
    assert table.state.phase is Phase.NOMINATE
    assert events_of(game) == table.version == game.version


def test_action_is_written_to_the_log_and_folds_to_the_same_state() -> None:
    game, _users = a_game()
    after = play_at_random(game, Random(3))
    forget_all()
    rows = GameEvent.objects.filter(game=game).order_by("seq")
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert fold(decode_event(row.kind, row.payload) for row in rows) == after.state
    assert load_table(game.pk).state == after.state


def test_finished_game_says_who_won_and_is_due_no_more() -> None:
    game, _users = a_game()
    after = play_at_random(game, Random(3))
    game.refresh_from_db()
    assert after.state.victory is not None
    assert game.status == Game.Status.FINISHED
    assert game.victory == after.state.victory.value
    assert game.winner == after.state.victory.winner.value
    assert game.finished_at is not None
    assert game.due_at is None


def test_same_action_id_counts_once() -> None:
    game, _users = a_game()
    ja = nominate(game)
    play(game, ja, "same")
    before = events_of(game)
    with pytest.raises(GameError) as refused:
        play(game, CastBallot(seat=0, vote=Vote.NEIN), "same")
    assert refused.value.reason is ServiceReason.DUPLICATE_ACTION
    assert events_of(game) == before
    assert load_table(game.pk).state.ballots[0] is Vote.JA


def test_replayed_ballot_does_not_undo_a_later_one() -> None:
    game, _users = a_game()
    ja = nominate(game)
    play(game, ja, "first")
    play(game, CastBallot(seat=0, vote=Vote.NEIN), "second")
    with pytest.raises(GameError):
        play(game, ja, "first")
    assert load_table(game.pk).state.ballots[0] is Vote.NEIN


def test_replayed_action_is_a_duplicate_even_when_its_decision_is_over() -> None:
    game, users = a_game()
    table = load_table(game.pk)
    president = table.state.president
    request = request_for(legal_actions(table.state, president)[0], table, "once")
    submit_action(game_id=game.pk, user_id=users[president].pk, request=request)
    with pytest.raises(GameError) as refused:
        submit_action(game_id=game.pk, user_id=users[president].pk, request=request)
    assert refused.value.reason is ServiceReason.DUPLICATE_ACTION


def test_action_for_an_earlier_decision_is_stale() -> None:
    game, users = a_game()
    early = load_table(game.pk)
    nominate(game)
    before = events_of(game)
    with pytest.raises(GameError) as refused:
        submit_action(
            game_id=game.pk,
            user_id=users[0].pk,
            request=request_for(CastBallot(seat=0, vote=Vote.JA), early),
        )
    assert refused.value.reason is ServiceReason.STALE_DECISION
    assert events_of(game) == before


def test_press_on_what_a_stand_in_has_decided_gives_the_seat_back() -> None:
    game, users = a_game()
    early = load_table(game.pk)
    president = early.state.president
    request = request_for(legal_actions(early.state, president)[0], early)
    set_stand_in(game_id=game.pk, seat=president, has_stand_in=True)
    chosen = legal_actions(early.state, president)[-1]
    act(table=load_table(game.pk), action=chosen, actor=Actor.STAND_IN, now=timezone.now())
    before = events_of(game)

    counts = submit_action(game_id=game.pk, user_id=users[president].pk, request=request)

    assert not counts
    assert events_of(game) == before
    assert not load_table(game.pk).occupants[president].has_stand_in


def test_stranger_cannot_act() -> None:
    game, _users = a_game()
    ja = nominate(game)
    for user_id in (a_person().pk, None):
        with pytest.raises(GameError) as refused:
            submit_action(
                game_id=game.pk, user_id=user_id, request=request_for(ja, load_table(game.pk))
            )
        assert refused.value.reason is ServiceReason.NOT_SEATED


def test_rule_breach_is_refused_with_the_rule_and_changes_nothing() -> None:
    game, _users = a_game()
    president = load_table(game.pk).state.president
    before = events_of(game)
    with pytest.raises(IllegalAction) as refused:
        play(game, NominateChancellor(seat=president, chancellor=president))
    assert refused.value.reason is Reason.TARGET_IS_SELF
    assert events_of(game) == before


def test_action_reaches_a_process_whose_knowledge_is_old() -> None:
    game, users = a_game()
    old = load_table(game.pk)
    ja = nominate(game)
    newest = load_table(game.pk)
    forget_all()
    remember(old)
    submit_action(game_id=game.pk, user_id=users[0].pk, request=request_for(ja, newest))
    forget_all()
    assert load_table(game.pk).state.ballots[0] is Vote.JA


def test_ten_ballots_at_once_are_ten_ballots() -> None:
    game, users = a_game(people=10)
    nominate(game)
    table = load_table(game.pk)

    def vote(seat: int) -> None:
        try:
            for _again in range(3):
                request = request_for(CastBallot(seat=seat, vote=Vote.JA), table, f"vote-{seat}")
                try:
                    submit_action(game_id=game.pk, user_id=users[seat].pk, request=request)
                except GameError as error:
                    assert error.reason in (  # noqa: PT017
                        ServiceReason.DUPLICATE_ACTION,
                        ServiceReason.STALE_DECISION,
                    )
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as threads:
        list(threads.map(vote, range(10)))
    forget_all()
    after = load_table(game.pk)
    assert after.state.phase is Phase.PRESIDENT_DISCARD
    cast = GameEvent.objects.filter(game=game, kind="ballot_cast")
    assert sorted(row.payload["seat"] for row in cast) == list(range(10))
    numbers = GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)
    assert list(numbers) == list(range(1, after.version + 1))


def test_stand_in_makes_way_when_the_person_acts() -> None:
    game, _users = a_game(pace="quick")
    ja = nominate(game)
    set_stand_in(game_id=game.pk, seat=0, has_stand_in=True)
    assert load_table(game.pk).occupants[0].has_stand_in
    play(game, ja)
    assert not load_table(game.pk).occupants[0].has_stand_in


class Killed(BaseException):
    """The process is killed: uncommitted changes are lost."""


class KillAfter:
    """Kills the process after so many database statements."""

    def __init__(self, statements: int) -> None:
        self.left = statements

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Killed
        return execute(*args)


def test_process_killed_at_any_statement_leaves_no_stand_in_for_the_actor() -> None:
    game, users = a_game(pace="quick")
    ja = nominate(game)
    set_stand_in(game_id=game.pk, seat=0, has_stand_in=True)
    before = load_table(game.pk)
    seen: list[tuple[bool, bool]] = []
    while not seen or seen[-1] == (False, True):
        forget_all()
        request = request_for(ja, before, f"try-{len(seen)}")
        with connection.execute_wrapper(KillAfter(len(seen))), suppress(Killed):
            submit_action(game_id=game.pk, user_id=users[0].pk, request=request)
        forget_all()
        after = load_table(game.pk)
        seen.append((after.version > before.version, after.occupants[0].has_stand_in))
    assert len(seen) > 3
    assert seen[-1] == (True, False)


def test_person_takes_the_seat_back_and_has_the_time_that_is_left() -> None:
    game, users = a_game(pace="quick")
    nominate(game)
    set_stand_in(game_id=game.pk, seat=0, has_stand_in=True)
    before = load_table(game.pk)
    take_seat_back(game_id=game.pk, user_id=users[0].pk)
    after = load_table(game.pk)
    assert not after.occupants[0].has_stand_in
    assert after.deadline_at is not None
    assert after.deadline_at == before.deadline_at
    with pytest.raises(GameError):
        take_seat_back(game_id=game.pk, user_id=a_person().pk)


def test_seats_of_a_game_that_has_ended_change_hands_no_more() -> None:
    game, users = a_game(pace="quick")
    set_stand_in(game_id=game.pk, seat=4, has_stand_in=True)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    before = load_table(game.pk)
    for person in (0, 4):
        for go in (take_seat_back, leave_seat):
            act = partial(go, game_id=game.pk, user_id=users[person].pk)
            assert refusal(act) is ServiceReason.GAME_OVER
    # Also if the game ends between the read and the write.
    late = partial(set_stand_in, game_id=game.pk, seat=4, has_stand_in=False)
    assert refusal(late) is ServiceReason.GAME_OVER
    assert load_table(game.pk) == before


def test_every_event_says_who_brought_it_about() -> None:
    game, by_people = play_mixed_game(1)
    bots = {seat.number for seat in game.seats.filter(user=None)}
    acted: dict[str, set[int | None]] = {}
    for event in game.events.order_by("seq"):
        assert (event.actor == Actor.PERSON) == (event.seq in by_people)
        acted.setdefault(event.actor, set()).add(event.acting_seat)
        if event.action_key is not None:
            assert event.action_key.startswith(f"{event.acting_seat}:")
    assert acted.pop(Actor.CLOCK) == {None}
    assert acted[Actor.BOT] == bots
    assert acted[Actor.STAND_IN] == {0}
    assert not acted[Actor.PERSON] & bots
    deal = game.events.filter(actor=Actor.CLOCK)
    assert set(deal.values_list("seq", flat=True)) == set(range(1, deal.count() + 1))
