"""The liberals' chance before a game."""

import pytest

from games.engine.vocabulary import BoardKind, Edition
from games.models import PlayerRating, SideBias
from games.selectors.chance import liberal_chance
from games.statistics.rating import Model, pack, rate_game, start_beliefs
from tests.factories import a_person
from tests.games.ratings import rated

pytestmark = pytest.mark.django_db(transaction=True)


def test_chance_on_a_new_board_is_that_of_the_standard_one_with_more_doubt() -> None:
    model, people = Model(), [start_beliefs() for _ in range(7)]
    liberal = [True] * 4 + [False] * 3
    for _game in range(60):
        rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True)
    SideBias.objects.create(
        edition="retail", size=7, state=pack(model.biases[Edition.RETAIL, BoardKind.STANDARD, 7])
    )
    ids = [a_person().pk for _ in range(7)]
    standard = liberal_chance(ids, Edition.RETAIL)
    start = liberal_chance(ids, Edition.RETAIL, "rebalanced")
    assert standard > 0.52
    assert 0.5 < start < standard
    assert liberal_chance(ids, Edition.RETAIL, "standard") == standard
    SideBias.objects.create(
        edition="retail",
        board="rebalanced",
        size=7,
        state=pack([(-1.0, 0.01)] * len(model.weights)),
    )
    assert liberal_chance(ids, Edition.RETAIL, "rebalanced") < 0.4
    assert liberal_chance(ids, Edition.RETAIL) == standard


def test_there_is_no_chance_on_a_custom_board() -> None:
    ids = [a_person().pk for _ in range(5)]
    with pytest.raises(ValueError, match="custom board"):
        liberal_chance(ids, Edition.RETAIL, "5-1-nnpee-k1-z2-v4-6x11-0x0-c1")


def test_rebalanced_board_of_five_has_the_chance_of_the_standard_one() -> None:
    ids = [a_person().pk for _ in range(5)]
    chances = {liberal_chance(ids, Edition.RETAIL, board) for board in ("standard", "rebalanced")}
    assert len(chances) == 1


def test_chance_before_a_game_depends_on_who_sits_there_and_not_on_roles() -> None:
    model, people = Model(), [start_beliefs() for _ in range(5)]
    for _game in range(60):
        rate_game(
            model, Edition.RETAIL, people, [True, True, True, False, False], liberals_won=True
        )
    users = [rated(1600) for _ in range(5)]
    for user, beliefs in zip(users, people, strict=True):
        PlayerRating.objects.filter(pk=user.pk).update(state=pack(beliefs))
    ids = [user.pk for user in users]
    chance = liberal_chance(ids, Edition.RETAIL)
    assert chance == pytest.approx(liberal_chance(ids[::-1], Edition.RETAIL), abs=1e-12)
    strangers = liberal_chance([a_person().pk for _ in range(5)], Edition.RETAIL)
    assert strangers == pytest.approx(0.46, abs=0.01)
    assert abs(chance - strangers) > 0.001
