"""Ratings: each ranked game once, in order, despite races and crashes; and rebuilds."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.notice_models import Notice
from games.engine.ruleset import standard_ruleset
from games.models import (
    Game,
    GameResult,
    PlayerRating,
    RatingState,
    SeasonStanding,
    SeatResult,
    SideBias,
)
from games.services import rating_chain, rating_rebuild
from games.services.rating import rate_ended
from games.services.rating_chain import season_of
from games.services.rating_notices import POINTS_TO_TELL
from games.services.rating_rebuild import keep_up, rebuild
from games.services.result import annul
from games.statistics.rating import AVERAGE
from tests.factories import a_game, a_person, play_at_random

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.django_db(transaction=True)


def ended_games(count: int, people: int = 14, seed: int = 1) -> list[Game]:
    """Ranked games that have ended and are not rated yet: rows only, without events."""
    rng = Random(seed)
    users = [a_person() for _ in range(people)]
    start = timezone.now() - timedelta(days=200)
    games = []
    for number in range(1, count + 1):
        size = rng.randint(5, 10)
        edition = rng.choice(["retail", "retail", "print"])
        board = "rebalanced" if size in {6, 7, 9} and number % 3 == 0 else "standard"
        roles = list(standard_ruleset(size).roles)
        rng.shuffle(roles)
        ended_at = start + timedelta(hours=number)
        winner = rng.choice(["liberal", "fascist"])
        game = Game.objects.create(
            name="Test", edition=edition, board=board, pace="quick", player_count=size, is_ranked=True,
            status="finished", phase="game_over", finished_at=ended_at, winner=winner,
        )  # fmt: skip
        left_early = rng.random() < 0.1
        leaver = rng.randrange(size) if left_early or rng.random() < 0.15 else None
        result = GameResult.objects.create(
            game=game, number=number, kind="ranked", edition=edition, board=board, size=size, winner=winner,
            victory="liberal_policies", ended_at=ended_at, seconds=900, rounds=9,
            void="left_early" if left_early else "",
        )  # fmt: skip
        SeatResult.objects.bulk_create(
            SeatResult(
                result=result, user=user, seat=seat, role=role.value, team=role.party.value,
                won=role.party == winner and seat != leaver, is_leaver=seat == leaver,
                is_rated=not left_early or seat == leaver, kind="ranked", size=size,
                ended_at=ended_at,
            )
            for seat, (user, role) in enumerate(zip(rng.sample(users, size), roles, strict=True))
        )  # fmt: skip
        games.append(game)
    RatingState.objects.update_or_create(pk=rating_chain.STATE, defaults={"ended": count})
    return games


def everything() -> dict[str, list[Any]]:
    """Return every number that rating writes."""
    return {
        "games": list(GameResult.objects.order_by("pk").values_list("pk", *rating_chain.GAME_COLUMNS)),
        "seats": list(SeatResult.objects.order_by("pk").values_list("pk", *rating_chain.POINT_COLUMNS)),
        "players": [
            (row.pk, bytes(row.state), row.rating, row.uncertainty, row.liberal, row.fascist,
             row.games, row.wins, row.peak, row.peak_at, row.last_ranked_at)
            for row in PlayerRating.objects.order_by("pk")
        ],
        "seasons": list(
            SeasonStanding.objects.order_by("season", "user").values_list(
                "season", "user", "games", "wins", "expected", "over_expectation"
            )
        ),
        "biases": [
            (row.edition, row.board, row.size, bytes(row.state))
            for row in SideBias.objects.order_by("edition", "board", "size")
        ],
        "weights": [bytes(row.weights or b"") for row in RatingState.objects.all()],
    }  # fmt: skip


def forget_ratings() -> None:
    GameResult.objects.update(**dict.fromkeys(rating_chain.GAME_COLUMNS))
    SeatResult.objects.update(**dict.fromkeys(rating_chain.POINT_COLUMNS))
    for model in (PlayerRating, SeasonStanding, SideBias):
        model.objects.all().delete()
    RatingState.objects.update(applied=0, weights=None)


def in_threads(count: int, work: Any) -> list[Any]:
    def one(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(one, range(count)))


# Once, in order


def test_every_game_is_rated_once_with_any_number_of_processes() -> None:
    ended_games(90)
    rated = in_threads(4, lambda _number: rate_ended())
    assert sum(rated) == 90
    raced = everything()
    forget_ratings()
    assert rate_ended() == 90
    assert everything() == raced
    seats = SeatResult.objects.filter(is_rated=True).count()
    assert sum(PlayerRating.objects.values_list("games", flat=True)) == seats


def test_games_that_end_at_the_same_moment_are_rated_one_after_the_other() -> None:
    games = [a_game(people=5, seed=seed, is_ranked=True)[0] for seed in range(4)]
    in_threads(4, lambda number: play_at_random(games[number], Random(3)))
    rate_ended()
    numbers = GameResult.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]
    assert RatingState.objects.get().applied == 4
    ends = GameResult.objects.order_by("number").values_list("ended_at", flat=True)
    assert list(ends) == sorted(set(ends))
    assert rebuild().changed == 0
    assert set(PlayerRating.objects.values_list("games", flat=True)) == {1}


def test_death_between_the_end_and_the_rating_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, users = a_game(people=5, is_ranked=True)
    with monkeypatch.context() as patch:
        patch.setattr("games.services.result.rate_ended", lambda: None)
        play_at_random(game, Random(3))
    assert GameResult.objects.get().prediction is None
    keep_up()
    assert GameResult.objects.get().prediction is not None
    assert PlayerRating.objects.count() == len(users)
    before = everything()
    keep_up()
    assert everything() == before


def test_death_while_rating_leaves_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ended_games(8)
    untouched = everything()
    with monkeypatch.context() as patch:
        patch.setattr(RatingState, "save", lambda *_args, **_fields: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rate_ended()
    assert everything() == untouched
    assert rate_ended() == 8


def test_failure_to_rate_does_not_undo_the_end_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _users = a_game(people=5, is_ranked=True)
    with monkeypatch.context() as patch:
        patch.setattr("games.services.rating.rate_some", lambda: 1 / 0)
        assert play_at_random(game, Random(3)).is_over
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    keep_up()
    assert PlayerRating.objects.count() == 5


# Everything anew


def test_rebuild_from_nothing_gives_what_was_there() -> None:
    ended_games(120)
    rate_ended()
    before = everything()
    assert any(row[1] is not None for row in before["games"])
    assert rebuild().changed == 0
    assert everything() == before
    GameResult.objects.update(**dict.fromkeys(rating_chain.GAME_COLUMNS))
    SeatResult.objects.filter(rating_after__gt=1500).update(rating_after=0)
    PlayerRating.objects.all().delete()
    assert rebuild().changed > 0
    assert everything() == before


def people_of(game: Game) -> set[int]:
    """Return the ids of those who played it."""
    seats = SeatResult.objects.filter(result=game.pk, user__isnull=False)
    return {user_id for user_id in seats.values_list("user_id", flat=True) if user_id is not None}


def test_annulled_game_is_as_if_it_had_never_been() -> None:
    games = ended_games(60)
    rate_ended()
    stranger = a_person()
    PlayerRating.objects.create(
        user=stranger, state=b"", rating=1, uncertainty=1, liberal=1, liberal_uncertainty=1,
        fascist=1, fascist_uncertainty=1, last_ranked_at=timezone.now(),
    )  # fmt: skip
    gone = next(game for game in games[20:] if game.result.void == "")
    old = dict(PlayerRating.objects.values_list("pk", "rating"))
    played = people_of(gone)
    assert annul(game_id=gone.pk)
    for _sweep in range(50):
        keep_up()
    annulled = everything()
    new = dict(PlayerRating.objects.values_list("pk", "rating"))
    assert stranger.pk not in new
    assert RatingState.objects.get().made == 1
    # As if it had never counted:
    SeatResult.objects.filter(result=gone.pk).delete()
    GameResult.objects.filter(pk=gone.pk).delete()
    for number, result in enumerate(GameResult.objects.order_by("number"), start=1):
        GameResult.objects.filter(pk=result.pk).update(number=number)
    RatingState.objects.update(ended=59)
    forget_ratings()
    rate_ended()
    never = everything()
    assert never["players"] == annulled["players"]
    assert never["weights"] == annulled["weights"]
    notices = Notice.objects.filter(kind="rating", key=f"rating:{gone.pk}")
    told = {each.user_id: each for each in notices}
    moved = {pk for pk in new if abs(new[pk] - old[pk]) >= POINTS_TO_TELL}
    assert moved - played
    assert set(told) == moved | played
    for pk, notice in told.items():
        change = {"before": round(old[pk]), "after": round(new.get(pk, AVERAGE))}
        if pk in played:
            assert notice.facts == {**change, "name": gone.name}
            assert notice.path == f"/games/{gone.code}/"
        else:
            assert notice.facts == change
            assert notice.path == "/leaderboard/"


def test_games_annulled_together_are_told_once_each_and_none_again() -> None:
    games = ended_games(60)
    rate_ended()
    first, second = [game for game in games[20:] if game.result.void == ""][:2]
    annul(game_id=first.pk)
    annul(game_id=second.pk)
    rebuild()
    told = Notice.objects.filter(kind="rating")
    assert people_of(first) & people_of(second)
    for game in (first, second):
        named = told.filter(key=f"rating:{game.pk}", path=f"/games/{game.code}/")
        assert set(named.values_list("user_id", flat=True)) == people_of(game)
    count = told.count()
    rebuild()
    assert told.count() == count


def test_game_annulled_during_a_rebuild_is_not_put_back() -> None:
    games = ended_games(40)
    rate_ended()
    GameResult.objects.update(**dict.fromkeys(rating_chain.GAME_COLUMNS))
    anew = rating_rebuild.Rebuild()
    assert anew.step(10)
    annul(game_id=games[25].pk)
    while anew.step(10):
        pass
    assert not anew.finish()
    rebuild()
    assert not SeatResult.objects.filter(result=games[25].pk, rating_after__gt=0).exists()
    assert RatingState.objects.get().made == 1


def test_games_go_on_being_rated_during_a_rebuild() -> None:
    ended_games(40)
    RatingState.objects.update(ended=30)
    rate_ended()
    anew = rating_rebuild.Rebuild()
    assert anew.step(20)
    RatingState.objects.update(ended=40)
    assert rate_ended() == 10
    while anew.step(5):
        pass
    assert anew.finish()
    after = everything()
    forget_ratings()
    rate_ended()
    assert everything() == after


def test_queries_of_one_ended_game_do_not_grow_with_its_past(
    django_assert_max_num_queries: Any,
) -> None:
    ended_games(60)
    RatingState.objects.update(ended=59)
    rate_ended()
    RatingState.objects.update(ended=60)
    with django_assert_max_num_queries(20):
        assert rate_ended() == 1


@pytest.mark.parametrize(
    ("month", "season"), [(1, "2026-Q1"), (3, "2026-Q1"), (4, "2026-Q2"), (12, "2026-Q4")]
)
def test_season_is_a_quarter(month: int, season: str) -> None:
    assert season_of(timezone.now().replace(year=2026, month=month, day=1)) == season


def test_season_adds_up_wins_over_expectation() -> None:
    ended_games(30)
    rate_ended()
    user = User.objects.filter(season_standings__isnull=False).first()
    assert user is not None
    rated = SeatResult.objects.filter(user=user, is_rated=True)
    standings = SeasonStanding.objects.filter(user=user)
    assert sum(each.games for each in standings) == len(rated)
    expected = sum(row.won - row.predicted for row in rated if row.predicted is not None)
    assert sum(each.over_expectation for each in standings) == pytest.approx(expected)


# Processes of their own, killed

WORKER = """
import os, signal, sys
import django
django.setup()
from games.models import RatingState
from games.services import rating
fatal, saved, save = int(sys.argv[1]), 0, RatingState.save
def save_and_die(*args, **fields):
    global saved
    saved += 1
    save(*args, **fields)
    if saved == fatal:
        os.kill(os.getpid(), signal.SIGKILL)  # Everything is written, nothing is committed.
RatingState.save = save_and_die
rating.rate_ended()
"""


def address() -> str:
    """Where other processes find this test's database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    where = f"{database['USER']}@{database['HOST']}:{database['PORT']}"
    return f"postgres://{where}/{database['NAME']}"


def test_processes_killed_while_they_rate_leave_every_game_rated_once() -> None:
    ended_games(100)
    environment = os.environ | {"TEST_DATABASE_URL": address(), "DATABASE_URL": address()}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONPATH": str(ROOT)}
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(fatal)], env=environment)
        for fatal in (1, 2, 1)
    ]
    ends = [worker.wait(60) for worker in workers]
    assert -signal.SIGKILL in ends
    rate_ended()
    raced = everything()
    forget_ratings()
    assert rate_ended() == 100
    assert everything() == raced
