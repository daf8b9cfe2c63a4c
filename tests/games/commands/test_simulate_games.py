"""`manage.py simulate_games`: rows like those of real games, and nothing on a real site unasked."""

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command

from accounts.models import User
from games.engine import fold
from games.engine.codec import decode_event
from games.engine.events import RolesRevealed
from games.models import Claim, CountedGame, Game, GameEvent, GameResult, PlayerRating, SeatResult
from games.selectors.game import load_table
from games.services.rating_rebuild import rebuild
from games.services.result import leavers_in
from games.services.simulation import GROUP
from games.values.actor import Actor
from tests.factories import a_person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]


def simulate(**options: int) -> None:
    call_command("simulate_games", verbosity=0, yes_fill_this_database=True, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"yes_fill_this_database": True, "players": 9},
        {"yes_fill_this_database": True, "games": 0},
    ],
)
def test_refuses_a_real_site_unless_told_and_what_makes_no_sense(options: dict[str, int]) -> None:
    with pytest.raises(CommandError):
        call_command("simulate_games", **options)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_games_are_like_real_ones() -> None:
    simulate(games=30, players=14, months=3, seed=7)
    games = list(Game.objects.prefetch_related("seats"))
    assert len(games) == 30
    for game in games:
        table = load_table(game.pk)
        assert table.is_over
        assert table.state.victory is not None
        assert (game.victory, game.version) == (table.state.victory.value, len(table.log))
        assert any(isinstance(event, RolesRevealed) for event in table.log)
        rows = GameEvent.objects.filter(game=game).order_by("seq")
        assert fold(decode_event(row.kind, row.payload) for row in rows) == table.state
        assert game.finished_at is not None
        assert game.started_at < game.finished_at
        seats = {row.seat: row for row in SeatResult.objects.filter(result_id=game.pk)}
        assert set(seats) == {seat.number for seat in game.seats.all() if seat.user_id}
        for number, row in seats.items():
            role = table.state.roles[number]
            assert role is not None
            assert row.role == role.value
        away = [seat.number for seat in game.seats.all() if seat.has_stand_in]
        by_people = set(rows.filter(actor=Actor.PERSON).values_list("seq", flat=True))
        if game.is_ranked and not game.has_bots:
            left = leavers_in(table.log, away, by_people)
            assert {row.seat for row in seats.values() if row.is_leaver} <= set(left)
    assert set(GameResult.objects.values_list("kind", flat=True)) == {"ranked", "casual", "bots"}
    assert Claim.objects.filter(content="").exists()
    assert Claim.objects.exclude(content="").count() > 100


def test_simulated_people_cannot_sign_in_and_can_be_told_from_others() -> None:
    real = a_person(is_guest=False)
    simulate(games=2, players=12)
    group = Group.objects.get(name=GROUP)
    people = User.objects.filter(groups=group)
    assert people.count() == 12
    assert real not in people
    assert not any(user.is_active or user.has_usable_password() or user.email for user in people)
    simulate(games=2, players=12, seed=2)
    assert people.all().count() == 12


def test_ratings_and_statistics_are_made_whatever_was_there_before() -> None:
    simulate(games=20, players=12, seed=1)
    simulate(games=20, players=12, seed=2)
    ranked = GameResult.objects.filter(kind="ranked").order_by("number")
    ends = list(ranked.values_list("ended_at", flat=True))
    assert ends == sorted(ends)
    assert list(ranked.values_list("number", flat=True)) == list(range(1, len(ends) + 1))
    assert rebuild().changed == 0
    assert PlayerRating.objects.exists()
    assert not CountedGame.objects.filter(due_at__isnull=False).exists()
