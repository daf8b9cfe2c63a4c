"""Results at the end of a game: who left, what is void, and annulling."""

from random import Random

import pytest
from django.db import transaction

from accounts.notice_models import Notice
from games.engine.events import DiscardChosen, PlayerExecuted, PresidencyPassed
from games.engine.vocabulary import Party, Role
from games.models import (
    Game,
    GameResult,
    PlayerRating,
    RatingState,
    SeatResult,
    SideBias,
    Void,
)
from games.replays.steps import summary_view
from games.selectors.game import load_table
from games.selectors.replay import find_recording
from games.selectors.table_cache import forget_all
from games.services import rating_rebuild
from games.services.game import leave_seat, set_stand_in, take_seat_back
from games.services.result import annul, record_missing
from games.signals import game_ended
from games.table import GameTable
from games.values.game_kind import GameKind
from tests.factories import a_game, a_person, play_at_random, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def has_policy(table: GameTable) -> bool:
    return table.state.liberal_policies + table.state.fascist_policies > 0


def rows(game: Game) -> list[SeatResult]:
    return list(SeatResult.objects.filter(result_id=game.pk).order_by("seat"))


def ranked_game(seed: int = 1, people: int = 5) -> Game:
    return a_game(people=people, seed=seed, is_ranked=True)[0]


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        ("standard", GameKind.RANKED),
        ("rebalanced", GameKind.RANKED),
        ("6-1-nnpee-k1-z2-v4-6x11-0x0-c1", GameKind.CASUAL),
    ],
)
def test_no_game_on_a_custom_board_is_ranked(board: str, kind: GameKind) -> None:
    """B-3, whatever a row of an imported or broken game says."""
    game, _users = a_game(6, board=board, is_ranked=True)
    play_at_random(game, Random(2))
    result = GameResult.objects.get()
    assert (result.kind, result.board) == (kind, board)
    assert (result.prediction is not None) == (kind is GameKind.RANKED)
    assert SideBias.objects.filter(board=board).count() == (kind is GameKind.RANKED)


def test_ranked_game_is_written_down_and_rated_as_it_ends() -> None:
    game = ranked_game()
    table = play_at_random(game, Random(3))
    result = GameResult.objects.get(pk=game.pk)
    game.refresh_from_db()
    assert table.state.victory is not None
    assert (result.kind, result.number, result.void) == ("ranked", 1, "")
    assert (result.winner, result.victory) == (game.winner, game.victory)
    assert result.ended_at == game.finished_at
    assert result.prediction is not None
    for row, role in zip(rows(game), table.state.roles, strict=True):
        assert role is not None
        assert (row.role, row.team) == (role.value, role.party.value)
        assert row.won == (row.team == result.winner)
        assert row.rating_before == 1500
        assert row.rating_after is not None
        assert (row.rating_after > 1500) == row.won
        assert row.user.rating.rating == row.rating_after
        assert row.user.rating.games == 1


@pytest.mark.parametrize(
    ("people", "bots", "fields", "kind"),
    [
        (5, 0, {}, "casual"),
        (2, 4, {}, "bots"),
        (4, 1, {"is_ranked": True}, "bots"),
    ],
)
def test_other_games_are_written_down_and_touch_no_rating(
    people: int, bots: int, fields: dict[str, bool], kind: str
) -> None:
    game, users = a_game(people=people, bots=bots, **fields)
    play_on(game, Random(2))
    result = GameResult.objects.get(pk=game.pk)
    assert (result.kind, result.number, result.prediction) == (kind, None, None)
    assert [row.user_id for row in rows(game)] == [user.pk for user in users]
    assert not any(row.is_rated or row.rating_after for row in rows(game))
    assert not PlayerRating.objects.exists()
    assert not RatingState.objects.exists()


def test_an_end_is_announced_once() -> None:
    ended: list[Game] = []

    def note(*, game: Game, **_details: object) -> None:
        ended.append(game)

    game_ended.connect(note)
    try:
        play_at_random(game := ranked_game(), Random(3))
    finally:
        game_ended.disconnect(note)
    assert ended == [game]


def test_end_that_is_rolled_back_leaves_no_result() -> None:
    game = ranked_game()
    rng = Random(3)
    table = play_at_random(game, rng)
    again = ranked_game()
    rng = Random(3)
    with transaction.atomic():
        play_at_random(again, rng)
        assert GameResult.objects.filter(pk=again.pk).exists()
        transaction.set_rollback(True)
    assert table.is_over
    assert list(GameResult.objects.values_list("pk", "number")) == [(game.pk, 1)]
    assert RatingState.objects.get().ended == 1


def test_ends_have_distinct_times_in_the_order_of_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from django.utils import timezone

    now = timezone.now()
    monkeypatch.setattr("games.services.game.timezone.now", lambda: now)
    games = [ranked_game(seed) for seed in range(3)]
    for game in games:
        play_at_random(game, Random(3))
    results = list(GameResult.objects.order_by("number").select_related("game"))
    assert [result.pk for result in results] == [game.pk for game in games]
    ends = [result.ended_at for result in results]
    assert ends == sorted(set(ends))
    assert [result.game.finished_at for result in results] == ends


# Leavers


def leave(game: Game, seat: int) -> None:
    leave_seat(game_id=game.pk, user_id=load_table(game.pk).occupants[seat].user_id)


def test_leaver_loses_even_when_the_team_wins() -> None:
    seen = set()
    # Whole sides win and lose; leavers do not win with them.
    for seed in range(12):
        game = ranked_game(seed)
        table = play_on(game, Random(seed), until=has_policy)
        seat = next(each for each in table.state.living)
        leave(game, seat)
        table = play_on(game, Random(seed))
        row = rows(game)[seat]
        if not row.is_leaver:
            continue  # The game was over before the stand-in had anything to decide.
        result = GameResult.objects.get(pk=game.pk)
        seen.add(row.team == result.winner)
        assert (row.won, result.void) == (False, Void.NO)
        assert row.rating_before is not None
        assert row.rating_after is not None
        assert row.rating_after < row.rating_before
        others = [each for each in rows(game) if each.seat != seat]
        assert all(each.won == (each.team == result.winner) for each in others)
        assert all(each.is_rated and each.rating_after is not None for each in others)
    assert seen == {True, False}


def test_leaver_before_the_first_policy_loses_alone() -> None:
    game = ranked_game()
    leave(game, 2)
    play_on(game, Random(5))
    result = GameResult.objects.get(pk=game.pk)
    assert (result.void, result.prediction, result.number) == (Void.LEFT_EARLY, None, 1)
    for row in rows(game):
        assert row.is_leaver == row.is_rated == (row.seat == 2)
        assert (row.rating_after is None) == (row.seat != 2)
    leaver = PlayerRating.objects.get()
    assert leaver.user_id == rows(game)[2].user_id
    assert (leaver.games, leaver.wins) == (1, 0)
    assert leaver.rating < 1500


def test_later_leaver_of_a_void_game_does_not_lose() -> None:
    game = ranked_game()
    leave(game, 2)
    play_on(game, Random(5), until=has_policy)
    leave(game, 0)
    play_on(game, Random(5))
    assert [row.seat for row in rows(game) if row.is_rated or row.is_leaver] == [2]


def test_person_who_took_the_seat_back_is_no_leaver() -> None:
    game = ranked_game()
    leave(game, 2)
    table = play_on(game, Random(5), until=has_policy)
    take_seat_back(game_id=game.pk, user_id=table.occupants[2].user_id)
    play_on(game, Random(5))
    result = GameResult.objects.get(pk=game.pk)
    assert result.void == Void.NO
    assert not any(row.is_leaver for row in rows(game))
    assert all(row.rating_after is not None for row in rows(game))


def test_the_dead_may_go() -> None:
    for seed in range(20):
        game = ranked_game(seed)
        table = play_on(
            game, Random(seed), until=lambda each: len(each.state.living) < len(each.occupants)
        )
        if table.is_over:
            continue
        dead = next(seat for seat in range(5) if not table.state.alive[seat])
        leave(game, dead)
        play_on(game, Random(seed))
        assert not rows(game)[dead].is_leaver
        return
    pytest.fail("nobody was executed in any of these games")


# Annulling, and games from before


def test_annulled_game_does_not_count_and_its_people_are_notified() -> None:
    game = ranked_game()
    play_at_random(game, Random(3))
    staff = a_person()
    ratings = dict(PlayerRating.objects.values_list("pk", "rating"))
    assert annul(game_id=game.pk, by=staff)
    assert not annul(game_id=game.pk, by=staff)
    rating_rebuild.keep_up()
    result = GameResult.objects.get(pk=game.pk)
    assert (result.void, result.annulled_by, result.prediction) == (Void.ANNULLED, staff, None)
    assert not any(row.is_rated or row.rating_after for row in rows(game))
    assert not PlayerRating.objects.exists()
    notices = Notice.objects.filter(kind="rating")
    assert {each.user_id: each.facts["before"] for each in notices} == {
        pk: round(rating) for pk, rating in ratings.items()
    }
    assert {each.facts["after"] for each in notices} == {1500}


def test_casual_game_cannot_be_annulled() -> None:
    game, _users = a_game()
    play_at_random(game, Random(3))
    assert not annul(game_id=game.pk)
    assert not RatingState.objects.exists()


def test_games_that_ended_before_results_were_kept_get_theirs() -> None:
    game = ranked_game()
    play_at_random(game, Random(3))
    before = SeatResult.objects.order_by("seat").values_list("user_id", "rating_after", "role")
    expected = list(before)
    for model in (GameResult, PlayerRating, RatingState):
        model.objects.all().delete()
    SideBias.objects.all().delete()
    assert record_missing() == 1
    assert record_missing() == 0
    assert list(before.all()) == expected
    assert {Role(role) for _user, _points, role in expected} == set(Role)
    assert GameResult.objects.get().winner in set(Party)


def test_a_finished_game_knows_what_stand_ins_did() -> None:
    game, _users = a_game(people=5, seed=4)
    away = (0, 1, 2)
    for seat in away:
        set_stand_in(game_id=game.pk, seat=seat, has_stand_in=True)
    assert load_table(game.pk).stood_in == frozenset()
    table = play_on(game, Random(7))
    acted, round_ = set(), 0
    for event in table.log:
        match event:
            case PresidencyPassed():
                round_ = event.round
            case DiscardChosen(seat=seat) | PlayerExecuted(president=seat):
                if seat in away:
                    acted.add((round_, seat))
            case _:
                pass
    assert acted
    # As the table ended, and as another process reads it.
    assert table.stood_in == acted
    forget_all()
    assert load_table(game.pk).stood_in == acted
    recording = find_recording(game.pk)
    assert recording is not None
    told = [each.point.text for each in summary_view(recording).points]
    assert [text for text in told if "(stand-in)" in text]
