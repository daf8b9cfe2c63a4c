"""People met in a rebuild, which adds them first on PostgreSQL: the same numbers, whoever counts the rest."""

from collections.abc import Callable

import pytest
from django.db import connection

from games.models import CountedGame, EarnedHonour, Void
from games.services import statistics
from games.services.people_met import PeopleMet
from games.services.rating_rebuild import rebuild as rebuild_ratings
from games.services.result import annul
from games.services.statistics import go_on, rebuild
from games.statistics import honours
from games.values.honours import Honour
from tests.games.services.test_statistics import Killed, Snapshot, count_all, snapshot
from tests.games.statistics.stored import a_crowd, random_games

WITHOUT_BOTS = {"kind": "casual", "is_void": False}


def a_sheet(*people: int | None, **others: object) -> dict[str, object]:
    return {
        **WITHOUT_BOTS,
        "seats": [[person, "liberal", True, {}] for person in people],
        **others,
    }


def test_people_met_are_followed_until_they_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(honours, "PEOPLE", 3)
    met = PeopleMet([[1, 2], [2, 3]])
    assert [met.count(person) for person in (1, 2, 3, 4)] == [1, 2, 1, 0]
    met.take([a_sheet(1, 2, 3), a_sheet(1, None, 4), None])
    assert [met.count(person) for person in (1, 2, 3, 4)] == [3, 2, 2, 1]
    assert met.before(1) == {2}
    assert met.before(2) == {1, 3}
    met.take([a_sheet(1, 5, is_void=True), a_sheet(1, 6, kind="bots"), a_sheet(1, 7)])
    assert met.count(1) > 3
    assert met.before(1) == set()
    assert met.before(7) == set()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Snapshot:
    """Statistics of some games in which many earn an honour by whom they have met."""
    monkeypatch.setattr(honours, "PEOPLE", 12)
    random_games(30, a_crowd(), seed=14)
    count_all()
    earned = EarnedHonour.objects.filter(honour=Honour.FIFTY_PEOPLE)
    assert len(set(earned.values_list("game_id", flat=True))) > 3
    return snapshot()


@pytest.mark.django_db
@pytest.mark.parametrize("rest", [go_on, count_all])
@pytest.mark.parametrize("from_sheets", [False, True])
def test_rest_of_a_killed_rebuild_comes_to_the_same_honours(
    monkeypatch: pytest.MonkeyPatch,
    counted: Snapshot,
    rest: Callable[[], object],
    *,
    from_sheets: bool,
) -> None:
    monkeypatch.setattr(statistics, "A_BATCH", 3)

    def die(games: int) -> None:
        if games > 8:
            if from_sheets and connection.vendor == "postgresql":
                assert snapshot()["HeadToHead"] == counted["HeadToHead"]
            raise Killed

    with pytest.raises(Killed):
        rebuild(die, from_sheets=from_sheets)
    assert snapshot() != counted
    rest()
    assert snapshot() == counted


@pytest.mark.django_db
@pytest.mark.parametrize("rest", [go_on, count_all])
def test_rebuild_killed_before_it_added_people_met_adds_them_later(
    monkeypatch: pytest.MonkeyPatch, counted: Snapshot, rest: Callable[[], object]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(statistics, "go_on", lambda _progress: 0)
        rebuild(from_sheets=True)
    assert not snapshot()["HeadToHead"]
    rest()
    assert snapshot() == counted
    assert not CountedGame.objects.filter(are_pairs_added=False).exists()


@pytest.mark.django_db
def test_game_annulled_before_a_rebuild_came_to_it_leaves_no_people_met(
    monkeypatch: pytest.MonkeyPatch, counted: Snapshot
) -> None:
    ranked = CountedGame.objects.filter(game__result__kind="ranked", game__result__void=Void.NO)
    game_id = ranked.order_by("-game__finished_at").values_list("pk", flat=True)[0]
    monkeypatch.setattr(statistics, "A_BATCH", 3)
    annulled: list[bool] = []

    def annul_one(_games: int) -> None:
        if not annulled:
            annulled.append(annul(game_id=game_id))

    rebuild(annul_one, from_sheets=True)
    assert annulled == [True]
    rebuild_ratings()
    count_all()
    without = snapshot()
    assert without["HeadToHead"] != counted["HeadToHead"]
    rebuild()
    assert snapshot() == without
