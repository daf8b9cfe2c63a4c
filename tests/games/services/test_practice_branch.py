"""Decisions taken back and deals played again: a new game each time, and no log is ever changed."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.models import SanctionKind, User
from accounts.sanctions import impose
from games.engine import legal_actions
from games.models import ChatMessage, Game, GameEvent, GameResult, SeatResult
from games.selectors.chat import said_at
from games.selectors.game import load_table
from games.selectors.own_decisions import see_last_decision
from games.selectors.table_cache import forget_all
from games.services.bot_talk import say_next
from games.services.chat import keep_notes
from games.services.clock import advance
from games.services.packing import pack_game
from games.services.practice import start_practice
from games.services.practice_branch import deal_again, take_back
from games.services.result import record_missing
from games.services.statistics import count_due
from games.table import GameTable
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_person, play
from tests.games.statistics.stored import games_and_wins

pytestmark = pytest.mark.django_db(transaction=True)

LATER = timedelta(hours=1)


def go_on(game: Game, person: User, rng: Random) -> GameTable:
    """Let the person decide if asked, else the bots, who also talk."""
    table = load_table(game.pk)
    seat = table.seat_of(person.pk)
    if seat in table.undecided():
        play(game, rng.choice(legal_actions(table.state, seat)))
    else:
        advance(game.pk, timezone.now() + LATER)
    say_next(game.pk, timezone.now())
    return load_table(game.pk)


def practising(decisions: int = 5) -> tuple[User, Game]:
    """A practice game in which the person has decided so often."""
    for seed in range(20):
        person = a_person()
        game = start_practice(user=person, players=7)
        rng = Random(seed)
        while not (table := load_table(game.pk)).is_over:
            own = GameEvent.objects.filter(game=game, action_key__isnull=False).count()
            if own == decisions and not table.plays_itself(table.undecided()[0]):
                return person, game
            go_on(game, person, rng)
    raise AssertionError("every game ended before that")


def finished() -> tuple[User, Game]:
    person = a_person()
    game = start_practice(user=person, players=5)
    while not load_table(game.pk).is_over:
        go_on(game, person, Random(3))
    return person, game


def log_of(game: Game) -> list[tuple[object, ...]]:
    columns = ("seq", "kind", "payload", "actor", "acting_seat", "action_key", "created_at")
    return list(GameEvent.objects.filter(game=game).values_list(*columns))


def test_last_decision_is_open_again_and_both_logs_stay_the_truth() -> None:
    person, game = practising()
    before, seats = log_of(game), load_table(game.pk).occupants
    own = GameEvent.objects.filter(game=game, action_key__isnull=False).latest("seq")
    branch = take_back(game_id=game.pk, user=person)
    assert log_of(game) == before
    assert log_of(branch) == before[: own.seq - 1]
    forget_all()
    table = load_table(branch.pk)
    seat = table.seat_of(person.pk)
    assert seat == own.acting_seat
    assert seat in table.undecided()
    assert [each.name for each in table.occupants] == [each.name for each in seats]
    assert (table.version, branch.version) == (own.seq - 1,) * 2
    assert (branch.phase, branch.round) == (table.state.phase.value, table.state.round)
    game.refresh_from_db()
    assert (game.status, game.winner) == (Game.Status.ABANDONED, "")
    assert not SeatResult.objects.filter(user=person).exists()


def test_talk_until_then_is_kept_and_no_line_after_it() -> None:
    person, game = practising(8)
    keep_notes(game_id=game.pk, user_id=person.pk, text="Ola lies.")
    own = GameEvent.objects.filter(game=game, action_key__isnull=False).latest("seq")
    said = [line for line in said_at(game.pk) if line.version < own.seq]
    assert said
    branch = take_back(game_id=game.pk, user=person)
    assert said_at(branch.pk) == tuple(said)
    assert branch.notes.get().text == "Ola lies."
    assert ChatMessage.objects.filter(game=game).count() >= len(said)


def test_decisions_are_taken_back_one_after_the_other_until_none_is_left() -> None:
    person, game = practising(3)
    for _decision in range(3):
        game = take_back(game_id=game.pk, user=person)
    with pytest.raises(GameError) as refused:
        take_back(game_id=game.pk, user=person)
    assert refused.value.reason is ServiceReason.NOT_NOW
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert Game.objects.running().count() == 1


def test_game_goes_on_to_its_end_and_counts_nowhere() -> None:
    person, game = practising()
    branch = take_back(game_id=game.pk, user=person)
    rng = Random(1)
    while not load_table(branch.pk).is_over:
        go_on(branch, person, rng)
    branch.refresh_from_db()
    assert branch.status == Game.Status.FINISHED
    assert branch.winner
    assert record_missing() == 0
    count_due(timezone.now() + LATER)
    assert not GameResult.objects.filter(game__in=[game, branch]).exists()
    assert games_and_wins(person.pk).instances == 0


def test_same_deal_begins_with_the_same_roles_seats_and_cards() -> None:
    person, game = finished()
    old = load_table(game.pk)
    again = deal_again(game_id=game.pk, user=person)
    new = load_table(again.pk)
    assert new.log == old.log[: len(new.log)]
    assert new.state.round == 1
    assert new.state.roles == old.state.roles
    assert [each.user_id for each in new.occupants] == [each.user_id for each in old.occupants]
    assert said_at(again.pk) == ()
    assert GameResult.objects.count() == 1
    # Once more, from the game that was dealt again: it is put away for its own copy only when it is over.
    with pytest.raises(GameError) as refused:
        deal_again(game_id=again.pk, user=person)
    assert refused.value.reason is ServiceReason.GAME_RUNNING
    third = deal_again(game_id=game.pk, user=person)
    again.refresh_from_db()
    assert again.status == Game.Status.ABANDONED
    assert load_table(third.pk).log == new.log


def test_deal_of_a_packed_game_is_played_again() -> None:
    person, game = finished()
    old = load_table(game.pk)
    assert pack_game(game.pk)
    new = load_table(deal_again(game_id=game.pk, user=person).pk)
    assert new.log
    assert new.log == old.log[: len(new.log)]
    assert new.state.round == 1


def test_last_decision_in_a_packed_game_is_the_same() -> None:
    person, game = finished()
    before = see_last_decision(game.pk, person.pk)
    assert before is not None
    assert pack_game(game.pk)
    forget_all()
    assert see_last_decision(game.pk, person.pk) == before


@pytest.mark.parametrize("again", [take_back, deal_again])
def test_nothing_is_played_twice_at_a_table_of_people_or_by_others(again: object) -> None:
    assert callable(again)
    game, users = a_game(2, 3)
    _person, practice = practising(1)
    for wanted, person, reason in (
        (game, users[0], ServiceReason.NOT_NOW),
        (game, a_person(), ServiceReason.NOT_SEATED),
        (practice, users[0], ServiceReason.NOT_SEATED),
    ):
        with pytest.raises(GameError) as refused:
            again(game_id=wanted.pk, user=person)
        assert refused.value.reason is reason
    assert Game.objects.running().count() == 2


def test_who_plays_with_people_or_may_not_play_gets_no_second_game() -> None:
    person, game = finished()
    other, _users = a_game(5)
    other.seats.filter(number=0).update(user=person)
    with pytest.raises(GameError) as refused:
        deal_again(game_id=game.pk, user=person)
    assert refused.value.reason is ServiceReason.SEATED_ELSEWHERE
    other.delete()
    impose(user=person, kind=SanctionKind.SUSPENSION, text="x")
    with pytest.raises(GameError) as refused:
        deal_again(game_id=game.pk, user=person)
    assert refused.value.reason is ServiceReason.SUSPENDED
    assert not Game.objects.running().exists()
