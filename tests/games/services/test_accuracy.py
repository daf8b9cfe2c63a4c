"""Accuracies: written when a finished game is counted, for what people chose themselves."""

from random import Random

import pytest
from django.utils import timezone

from games.models import GameEvent, PlayerRating, SeatResult
from games.selectors.player import accuracy_points
from games.services import accuracy
from games.services.statistics import count_due, rebuild
from games.values.game_kind import GameKind
from games.winning.acts import acts_of
from tests.factories import a_game, play_at_random

pytestmark = pytest.mark.django_db


def counted() -> None:
    """Count what is due, as the clock does."""
    while count_due(timezone.now()):
        pass


def test_a_counted_game_has_the_accuracy_of_each_person_and_no_rating_uses_it() -> None:
    game, people = a_game()
    play_at_random(game, Random(4))
    assert set(SeatResult.objects.values_list("accuracy", flat=True)) == {None}
    ratings = list(PlayerRating.objects.values_list("user", "rating"))
    counted()
    found = list(SeatResult.objects.values_list("accuracy", flat=True))
    assert len(found) == 5
    assert all(each is not None and 0.0 <= each <= 100.0 for each in found)
    assert list(PlayerRating.objects.values_list("user", "rating")) == ratings
    SeatResult.objects.update(accuracy=None)
    rebuild()
    assert list(SeatResult.objects.values_list("accuracy", flat=True)) == found
    (point,) = accuracy_points(people[0].pk, GameKind.CASUAL)
    assert point.percent == SeatResult.objects.get(user=people[0]).accuracy


def test_what_a_stand_in_chose_is_not_the_persons() -> None:
    game, _people = a_game()
    play_at_random(game, Random(4))
    GameEvent.objects.filter(game=game, acting_seat=2).update(actor="stand_in")
    counted()
    found = dict(SeatResult.objects.values_list("seat", "accuracy"))
    assert found.pop(2) is None
    assert None not in found.values()


def test_nobody_has_the_accuracy_of_a_game_that_stand_ins_played() -> None:
    game, _people = a_game()
    play_at_random(game, Random(4))
    SeatResult.objects.update(accuracy=50.0)
    GameEvent.objects.filter(game=game).update(actor="stand_in")
    counted()
    assert set(SeatResult.objects.values_list("accuracy", flat=True)) == {None}


def test_a_game_that_is_too_long_is_counted_without(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _people = a_game()
    play_at_random(game, Random(4))

    def refuse(_log: object) -> object:
        raise ValueError("too many acts")

    monkeypatch.setattr(accuracy, acts_of.__name__, refuse)
    counted()
    assert set(SeatResult.objects.values_list("accuracy", flat=True)) == {None}
    assert SeatResult.objects.count() == 5
