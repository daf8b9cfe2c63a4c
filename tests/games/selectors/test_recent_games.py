"""What has happened here lately: games that have ended, and who plays often."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Preferences, User
from games.engine.vocabulary import Party
from games.models import Game, GameResult, SeatResult, Void
from games.presenters.players import Player
from games.presenters.table.acts import present_acts, present_ending
from games.selectors.bests import latest_bests
from games.selectors.public_games import enacted_policies
from games.selectors.recent_games import (
    active_people,
    all_games_board,
    latest_and_longest,
    week_at_tables,
)
from games.selectors.replay import find_recording
from games.selectors.seen_table import see_table
from tests.factories import a_game, play_at_random
from tests.games.statistics.stored import a_crowd, random_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd() -> list[User]:
    """People of a dozen finished games."""
    people = a_crowd(10)
    random_games(12, people, seed=51)
    return people


def test_each_game_ends_as_its_own_table_tells_it(crowd: list[User]) -> None:
    games = latest_and_longest(timezone.now(), 12)[0]
    assert len({game.ending.victory for game in games}) >= 3
    for game in games:
        pk = Game.objects.get(code=game.code).pk
        recording = find_recording(pk)
        assert recording is not None
        players = tuple(Player(name=name) for name in recording.names)
        told = present_acts(see_table(pk, None).observation, players)[-1]
        ending = present_ending(game.ending)
        assert (ending.round, ending.text) == (told.round, told.text)
        assert len(game.faces) == len(game.names) == game.size
        seen = see_table(pk, None).observation
        winner = game.ending.victory.winner
        assert game.winners == {
            seat for seat, role in enumerate(seen.roles) if role and role.party is winner
        }
        assert game.policies.count(Party.LIBERAL) == seen.liberal_policies
        assert game.policies.count(Party.FASCIST) == seen.fascist_policies


def test_only_public_games_that_count_are_told_newest_first(crowd: list[User]) -> None:
    codes = [
        each.game.code
        for each in GameResult.objects.select_related("game").order_by("-ended_at", "-pk")
    ]
    assert [game.code for game in latest_and_longest(timezone.now(), 4)[0]] == codes[:4]
    for code, fields in zip(codes, ({"is_public": False}, {"is_locked": True}), strict=False):
        Game.objects.filter(code=code).update(**fields)
    GameResult.objects.filter(game__code=codes[2]).update(void=Void.ANNULLED)
    assert [game.code for game in latest_and_longest(timezone.now(), 4)[0]] == codes[3:7]


def test_who_hides_the_list_of_games_has_no_name_and_no_face_there(crowd: list[User]) -> None:
    before = {game.code: game for game in latest_and_longest(timezone.now(), 12)[0]}
    Preferences.objects.filter(user__in=crowd).update(shows_games=False)
    told = 0
    for game in latest_and_longest(timezone.now(), 12)[0]:
        people = {seat.seat for seat in SeatResult.objects.filter(result__game__code=game.code)}
        assert {place for place, face in enumerate(game.faces) if not face} == people
        text = present_ending(game.ending).text
        assert not [person.username for person in crowd if person.username in text]
        told += present_ending(before[game.code].ending).text != text
    assert told
    assert active_people(timezone.now(), 9) == ()


def test_who_plays_often_is_counted_by_public_games_of_the_last_weeks(crowd: list[User]) -> None:
    now = timezone.now()
    GameResult.objects.update(ended_at=now)
    old, private, *_others = GameResult.objects.order_by("pk")
    GameResult.objects.filter(pk=old.pk).update(ended_at=now - timedelta(days=31))
    Game.objects.filter(pk=private.pk).update(is_public=False)
    counts = {
        person.username: SeatResult.objects.filter(user=person)
        .exclude(result__in=[old, private])
        .count()
        for person in crowd
    }
    told = active_people(now, 20)
    assert {each.person.name: each.games for each in told} == counts
    assert [each.games for each in told] == sorted(counts.values(), reverse=True)
    assert len(active_people(now, 3)) == 3


def test_many_games_take_as_many_queries_as_one(crowd: list[User]) -> None:
    asked = []
    for most in (1, 12):
        with CaptureQueriesContext(connection) as queries:
            latest_and_longest(timezone.now(), most)
        asked.append(len(queries))
    assert asked == [3, 3]


CUSTOM = "5-1-nnpee-k1-z4-v5-6x11-2x3-c1"


def test_policies_of_the_start_lie_on_the_tracks_and_a_custom_board_leads_no_list() -> None:
    game, _users = a_game(5, board=CUSTOM, is_public=True)
    assert enacted_policies([game.pk])[game.pk] == [Party.LIBERAL] * 2 + [Party.FASCIST] * 3
    play_at_random(game, Random(1))
    now = timezone.now()
    (told,), _longest = latest_and_longest(now, 3)
    assert told.policies[:5] == (Party.LIBERAL,) * 2 + (Party.FASCIST,) * 3
    assert told.rules.hitler_zone_at == 4
    assert told.is_on_custom_board
    board = all_games_board(now, 5)
    assert (board.games, board.won, board.streaks) == ((), (), ())
    assert week_at_tables(now).games == 0
    assert latest_bests(now, 3).games == 0


def test_rebalanced_game_is_one_like_any_other() -> None:
    game, users = a_game(6, board="rebalanced", is_public=True)
    play_at_random(game, Random(1))
    now = timezone.now()
    (told,), _longest = latest_and_longest(now, 3)
    assert told.policies[0] is Party.FASCIST
    assert not told.is_on_custom_board
    assert len(all_games_board(now, 10).games) == len(users)
    assert week_at_tables(now).games == 1


def the_last_end() -> datetime:
    return GameResult.objects.order_by("-ended_at")[0].ended_at


def test_board_of_all_games_counts_games_wins_and_wins_in_a_row(crowd: list[User]) -> None:
    board = all_games_board(the_last_end(), 3)
    results: dict[str, list[bool]] = {}
    for seat in SeatResult.objects.select_related("user").order_by("ended_at", "pk"):
        results.setdefault(seat.user.username, []).append(seat.won)

    def in_a_row(won: list[bool]) -> int:
        return max(len(run) for run in "".join("w" if each else " " for each in won).split(" "))

    for shown, measure in ((board.games, len), (board.won, sum), (board.streaks, in_a_row)):
        best = sorted((measure(won) for won in results.values()), reverse=True)[:3]
        assert [each.count for each in shown] == best
        assert all(measure(results[each.person.address]) == each.count for each in shown)


def test_board_of_all_games_leaves_out_private_games_and_who_hides_theirs(
    crowd: list[User],
) -> None:
    now = the_last_end()
    leader = all_games_board(now, 1).games[0].person.address
    Preferences.objects.filter(user__username=leader).update(shows_games=False)
    board = all_games_board(now, 10)
    assert board.games
    assert leader not in {each.person.address for each in (*board.games, *board.won)}
    Game.objects.update(is_public=False)
    assert all_games_board(now, 10).games == ()
