"""Honours are the same in whatever order games are counted, and with games on custom boards among them."""

from random import Random

import pytest

from accounts.models import User
from games.engine.vocabulary import BoardKind
from games.models import CountedGame, EarnedHonour, GameResult
from games.selectors.honours import sheets_in_order
from games.services import statistics
from games.services.statistics import rebuild, settle
from games.statistics import honours, honours_in_order
from games.values.game_kind import GameKind
from games.values.honours import Honour
from tests.games.services.test_statistics import count_all
from tests.games.statistics.stored import a_crowd, random_games

BOARD = "custom board"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seed", "together", "on_custom_boards", "late"),
    [
        (23, 1, 2, 4),
        (23, 6, 2, 4),
        pytest.param(31, 6, 4, 3, marks=pytest.mark.long),
        (32, 6, 4, 3),
    ],
)
def test_honours_are_the_same_in_whatever_order_games_are_counted(
    monkeypatch: pytest.MonkeyPatch, seed: int, together: int, on_custom_boards: int, late: int
) -> None:
    """Of so many games one each is on a custom board, and one is counted late."""
    monkeypatch.setattr(honours, "PEOPLE", 17)
    monkeypatch.setattr(honours, "STREAK", 3)
    monkeypatch.setattr(honours, "WINS_A_ROLE", 1)
    monkeypatch.setattr(honours, "WINS_A_SIDE", 5)
    rng = Random(seed)
    random_games(70, a_crowd(24), seed=seed)
    count_all()
    for game in CountedGame.objects.exclude(game__result__kind=GameKind.BOTS)[::on_custom_boards]:
        _move_to_a_custom_board(game)
    _forget_all(monkeypatch)
    game_ids = list(CountedGame.objects.values_list("pk", flat=True))
    # Mostly in their order, and some late.
    game_ids.sort(key=lambda game_id: game_id + rng.choice((*[0] * (late - 1), 25)))

    for start in range(0, len(game_ids), together):
        settle(game_ids[start : start + together])

    expected = set()
    for person, sheets in sheets_in_order(User.objects.values_list("pk", flat=True)).items():
        found = honours_in_order(person, [sheet for _game, sheet in sheets])
        expected |= {(person, honour, sheets[place][0]) for honour, place in found.items()}
    assert set(EarnedHonour.objects.values_list("user_id", "honour", "game_id")) == expected
    assert {Honour.FIFTY_PEOPLE, Honour.EVERY_ROLE} <= {honour for _, honour, _ in expected}
    there = set(GameResult.objects.filter(board=BOARD).values_list("pk", flat=True))
    earned_there = {honour for _, honour, game_id in expected if game_id in there}
    assert Honour.FIFTY_PEOPLE in earned_there


def _move_to_a_custom_board(game: CountedGame) -> None:
    """Let a counted game have been played on a custom board."""
    assert game.sheet is not None
    game.sheet |= {"board": BoardKind.CUSTOM.value, "community": {}, "feats": {}, "bin": None}
    game.save()
    GameResult.objects.filter(pk=game.pk).update(board=BOARD, prediction=None)


def _forget_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delete all sums, and leave every game to be counted from its sheet."""
    with monkeypatch.context() as patch:
        patch.setattr(statistics, "go_on", lambda _progress: 0)
        rebuild(from_sheets=True)
