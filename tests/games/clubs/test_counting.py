"""Which games are the club's, what its leaderboard and numbers say of them, and who played lately."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from games.clubs.counting import count_active, count_game
from games.clubs.founding import close_own_club
from games.clubs.models import Club, ClubGame, ClubRole, Membership
from games.clubs.pages import ClubReader, active_faces, best_streak, board, games_of, numbers
from games.engine.vocabulary import Party
from games.models import Game, GameResult, SeatResult
from games.services.result import annul
from games.signals import game_ended
from games.values.game_kind import GameKind
from tests.factories import a_game, play_at_random, play_on
from tests.games.clubs.people import a_club, a_member, owner
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db


def a_club_of(users: list[User]) -> Club:
    """A club of these people and of an owner who does not play."""
    club = a_club()
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_guest=False)
    for user in users:
        user.refresh_from_db()
        a_member(club, user)
    return club


def a_played_game(members: int, people: int = 5, bots: int = 0) -> tuple[Game, Club, list[User]]:
    """A game that has ended, of whose people so many were in the club."""
    game, users = a_game(people, bots)
    club = a_club_of(users[:members])
    play_at_random(game, Random(2))
    return game, club, users


@pytest.mark.parametrize(
    ("members", "people", "counts"),
    [(5, 5, True), (4, 5, True), (3, 5, False), (4, 6, True), (5, 8, False), (6, 8, True)],
)
def test_two_thirds_of_the_people_make_a_game_the_clubs(
    members: int, people: int, counts: bool
) -> None:
    _game, club, _users = a_played_game(members, people)
    assert club.games.exists() is counts


def test_bots_are_no_people_and_two_members_are_too_few() -> None:
    for members, counts in ((3, True), (2, False)):
        game, users = a_game(members, 5 - members)
        club = a_club_of(users)
        play_on(game, Random(2))
        assert club.games.exists() is counts, members


def test_game_counts_once_for_each_club_and_never_for_a_closed_one() -> None:
    game, users = a_game(5)
    first, second, closed = a_club_of(users), a_club_of(users), a_club_of(users)
    close_own_club(club_id=closed.pk, user=owner(closed))
    play_at_random(game, Random(2))
    count_game(game)
    assert set(ClubGame.objects.values_list("club", flat=True)) == {first.pk, second.pk}
    result = GameResult.objects.get(game=game)
    for club in (first, second):
        assert numbers(club).games == 1
        assert numbers(club).liberal == (result.winner == Party.LIBERAL.value)
    streaks = dict(first.memberships.values_list("user", "streak"))
    for seat in SeatResult.objects.filter(result=result):
        assert streaks[seat.user_id] == seat.won


def test_abandoned_game_counts_for_nobody() -> None:
    game, users = a_game(5)
    club = a_club_of(users)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    game_ended.send(Game, game=game)
    assert not club.games.exists()
    assert not Membership.objects.exclude(played_at=None).exists()


def test_streaks_grow_and_end() -> None:
    game, club, users = a_played_game(5)
    won = dict(SeatResult.objects.filter(result=game.pk).values_list("user_id", "won"))
    winner = next(user for user in users if won[user.pk])
    Membership.objects.filter(user=winner).update(streak=4, best_streak=4)
    Membership.objects.exclude(user=winner).update(streak=3, best_streak=3)
    ClubGame.objects.all().delete()
    count_game(game)
    best = best_streak(club)
    assert best is not None
    assert (best.user, best.best_streak) == (winner, 5)
    loser = next(user for user in users if not won[user.pk])
    row = Membership.objects.get(user=loser)
    assert (row.streak, row.best_streak) == (0, 3)
    winner.preferences.shows_games = False
    winner.preferences.save()
    hidden = best_streak(club)
    assert hidden is not None
    assert hidden.user != winner


def a_ranked_history(club: Club, users: list[User], games: int) -> None:
    """Ranked games of the club: the first person wins more than expected, the others less."""
    for number in range(games):
        game, _others = a_game(5)
        ended = timezone.now() - timedelta(hours=games - number)
        result = GameResult.objects.create(
            game=game, number=number + 1, kind=GameKind.RANKED, edition="retail", size=5, seconds=9,
            winner="liberal", victory="five_liberal_policies", ended_at=ended, rounds=5,
        )  # fmt: skip
        for seat, user in enumerate(users):
            SeatResult.objects.create(
                result=result, user=user, seat=seat, role="liberal", team="liberal", won=seat == 0,
                kind=GameKind.RANKED, size=5, ended_at=ended, is_rated=True, predicted=0.5,
            )  # fmt: skip
        ClubGame.objects.create(club=club, result=result, kind=GameKind.RANKED, ended_at=ended)


def test_board_goes_by_wins_over_expectation_since_one_joined() -> None:
    _game, users = a_game(5)
    club = a_club_of(users)
    long_ago = timezone.now() - timedelta(days=100)
    Membership.objects.update(joined_at=long_ago)
    a_ranked_history(club, users, 4)
    Membership.objects.filter(user=users[4]).update(joined_at=timezone.now() - timedelta(hours=2))
    rows = board(club, timezone.now(), users[1].pk, 50)
    assert [(row.name, row.games, row.wins, row.over) for row in rows] == [
        (users[0].username, 4, 4, 2.0),
        *((user.username, 4, 0, -2.0) for user in users[1:4]),
    ]
    assert [row.is_self for row in rows] == [False, True, False, False]
    # Games that were annulled are no longer rated.
    first = ClubGame.objects.order_by("ended_at")[0]
    assert numbers(club).games == 4
    annul(game_id=first.result_id)
    assert [row.games for row in board(club, timezone.now(), None, 50)] == [3] * 4
    assert numbers(club).games == 3


def test_games_of_unlisted_tables_are_shown_to_members_only() -> None:
    game, club, _users = a_played_game(5)
    member, stranger = ClubReader(role=ClubRole.MEMBER), ClubReader()
    shown = {
        (public, locked): (games_of(club, member).count(), games_of(club, stranger).count())
        for public in (True, False)
        for locked in (True, False)
        if Game.objects.filter(pk=game.pk).update(is_public=public, is_locked=locked)
    }
    assert shown == {
        (True, True): (0, 0),
        (True, False): (1, 1),
        (False, True): (0, 0),
        (False, False): (1, 0),
    }


def test_who_played_lately_is_counted_hourly_and_shown_if_they_show_their_games() -> None:
    _game, club, users = a_played_game(4)
    now = timezone.now()
    users[0].preferences.shows_games = False
    users[0].preferences.save()
    Membership.objects.filter(user=users[1]).update(played_at=now - timedelta(days=31))
    assert {each.user for each in active_faces(club, now)} == set(users[2:4])
    assert count_active(now) == 0
    assert count_active(now + timedelta(hours=2)) == 1
    club.refresh_from_db()
    assert club.active == 3


def test_games_are_listed_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.clubs.views.GAMES_A_PAGE", 2)
    _game, users = a_game(5)
    club = a_club_of(users)
    a_ranked_history(club, users, 5)
    in_order = Game.objects.filter(result__clubs__club=club).order_by("-result__ended_at")
    codes = list(in_order.values_list("code", flat=True))
    Game.objects.filter(code__in=codes).update(is_public=True)
    for number, ways in ((1, ["?page=2"]), (2, ["?page=1", "?page=3"]), (3, ["?page=2"])):
        soup = page(browser(), f"/clubs/{club.slug}/games/?page={number}")
        links = [link["href"] for link in soup.select(".table-list a")]
        shown = codes[2 * number - 2 : 2 * number]
        assert links == [f"/games/{code}/replay/" for code in shown]
        assert [link["href"] for link in soup.select("nav a[rel]")] == ways
    # All on one page: no way to others.
    monkeypatch.setattr("games.clubs.views.GAMES_A_PAGE", 5)
    assert not page(browser(), f"/clubs/{club.slug}/games/").select("nav a[rel]")
