"""A game's contribution to all sums, which can be taken out without a trace."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.engine.events import GameStarted
from games.engine.vocabulary import Role
from games.statistics import (
    Measure,
    Numbers,
    RatedBefore,
    SeatFacts,
    Sums,
    Tally,
    honours_in_order,
    outcomes_on,
    rated,
    sheet_of,
    tally,
)
from games.statistics.measures import ON_CUSTOM_BOARDS
from games.values.game_kind import GameKind
from tests.games.statistics.games import Played, a_finished_game

ENDED = datetime(2026, 3, 31, 23, 30, tzinfo=UTC)
BEFORE = RatedBefore(prediction=0.3, size_prediction=0.46, ratings=[1480.0, 1560.0])


def tallies_of(amounts: Sequence[int]) -> dict[Measure, Tally]:
    """Return what the amounts of a row say of each measure."""
    pairs = map(Tally, amounts[::2], amounts[1::2])
    return dict(zip(Measure, pairs, strict=True))


def a_game_without_leavers(seed: int = 5) -> Played:
    played = a_finished_game(seed, players=7)
    played.seats = [SeatFacts(person=seat.person) for seat in played.seats]
    return played


def test_sheet_survives_json() -> None:
    sheet = sheet_of(a_finished_game(3).finished(), ENDED, BEFORE)
    assert json.loads(json.dumps(sheet)) == sheet


def test_adding_and_taking_away_leaves_nothing() -> None:
    sums = Sums()
    sheet = sheet_of(a_finished_game(3).finished(), ENDED, BEFORE)
    sums.add(sheet)
    assert any(any(each) for each in sums.players.values())
    sums.add(json.loads(json.dumps(sheet)), -1)
    for table in (sums.players, sums.pairs, sums.community, sums.bins):
        assert table
        assert not any(any(each) for each in table.values())


def test_row_holds_every_measure_of_a_seat_and_forgets_those_that_are_kept_no_more() -> None:
    sheet = sheet_of(a_game_without_leavers().finished(), ENDED, BEFORE)
    person, role, _won, tallies = sheet["seats"][0]
    told = {measure: tuple(each) for measure, each in tallies.items()}
    tallies["games_won_by_luck"] = [1, 1]
    sums = Sums()
    sums.add(sheet)
    sums.add(sheet)
    found = tallies_of(sums.players[person, "ranked", role, 7])
    assert {measure.value: each for measure, each in found.items() if any(each)} == {
        measure: (2 * successes, 2 * instances) for measure, (successes, instances) in told.items()
    }


def test_new_ratings_change_what_hangs_on_ratings_and_nothing_else() -> None:
    game = a_finished_game(3).finished()
    unrated = sheet_of(game, ENDED)
    assert rated(unrated, BEFORE) == sheet_of(game, ENDED, BEFORE)
    assert rated(rated(unrated, BEFORE), None) == unrated
    assert rated(unrated, BEFORE) != unrated


def test_expected_wins_add_up_to_the_chance_of_each_team() -> None:
    played = a_game_without_leavers()
    sums = Sums()
    sums.add(sheet_of(played.finished(), ENDED, BEFORE))
    for seat, role in enumerate(played.roles):
        found = tallies_of(sums.players[seat, "ranked", role.value, 7])
        assert found[Measure.EXPECTED] == (300_000 if role.value == "liberal" else 700_000, 1)


def test_game_is_put_into_its_month_and_band() -> None:
    sums = Sums()
    sums.add(sheet_of(a_game_without_leavers().finished(), ENDED, BEFORE))
    places = {key[:4] for key in sums.community}
    assert places == {("ranked", ENDED.date().replace(day=1), 7, 1500)}
    (place, amounts) = next(iter(sums.bins.items()))
    assert place == ("standard", 7, 60)
    assert amounts[0] == 1


def on_board(played: Played, board: str) -> Played:
    first = played.log[0]
    assert isinstance(first.event, GameStarted)
    played.log[0] = replace(first, event=replace(first.event, board=board))
    return played


def test_custom_board_counts_in_own_totals_and_in_no_number_of_its_size() -> None:
    """A custom board is a game of its own: only its people's totals know it."""
    sums = Sums()
    played = on_board(a_game_without_leavers(), "7-2-nisee-k1-z3-v5-6x11-0x0-c1")
    sums.add(sheet_of(played.finished(), ENDED))
    assert sums.players
    assert {size for *_key, size in sums.players} == {ON_CUSTOM_BOARDS}
    assert sums.pairs
    assert not sums.community
    assert not sums.bins
    sheet = sheet_of(played.finished(), ENDED)
    assert (sheet["feats"], outcomes_on(sheet)) == ({}, {})
    cells = {
        (measure, Role(role), size): each
        for (person, _kind, role, size), amounts in sums.players.items()
        if person == 0
        for measure, each in tallies_of(amounts).items()
    }
    numbers = Numbers(kind=GameKind.CASUAL, cells=cells)
    assert numbers.total(Measure.WON).instances == 1
    assert numbers.sizes == ()


def test_rebalanced_board_counts_as_one_of_its_size_and_is_calibrated_apart() -> None:
    sums, standard = Sums(), Sums()
    standard.add(sheet_of(a_game_without_leavers().finished(), ENDED, BEFORE))
    played = on_board(a_game_without_leavers(), "rebalanced")
    sums.add(sheet_of(played.finished(), ENDED, BEFORE))
    assert sums.players == standard.players
    assert sums.community == standard.community
    assert [key[0] for key in sums.bins] == ["rebalanced"]


def test_custom_boards_earn_no_honour_but_for_the_people_met() -> None:
    custom = sheet_of(
        on_board(a_game_without_leavers(), "7-2-nisee-k1-z3-v5-6x11-0x0-c1").finished(), ENDED
    )
    assert not any(honours_in_order(person, [custom] * 60) for person in range(7))


def test_void_game_counts_against_the_leaver_alone() -> None:
    played = a_game_without_leavers()
    played.seats[2] = SeatFacts(person=2, is_leaver=True)
    game = played.finished(is_void=True)

    counted = {seat.person: seat.tallies for seat in tally(game) if seat.tallies}
    sums = Sums()
    sums.add(sheet_of(game, ENDED, BEFORE))

    assert counted == {2: {Measure.FINISHED: (0, 1), Measure.WON: (0, 1)}}
    assert {key[0] for key in sums.players} == {2}
    assert not sums.pairs
    assert not sums.bins
    assert {key[-1]: each for key, each in sums.community.items()} == {"abandoned": [1, 1]}


def test_leaver_of_a_ranked_game_has_lost_whatever_the_team_made_of_it() -> None:
    played = a_game_without_leavers()
    winner = next(seat.person for seat in tally(played.finished()) if seat.won)
    assert winner is not None
    played.seats[winner] = SeatFacts(person=winner, is_leaver=True)

    left = tally(played.finished())[winner]

    assert (left.tallies[Measure.WON], left.tallies[Measure.FINISHED]) == ((0, 1), (0, 1))
    assert Measure.SURVIVED not in left.tallies
    assert Measure.TIMED_OUT in left.tallies


def test_casual_game_is_left_by_whose_last_two_decisions_stand_ins_took() -> None:
    for seed in range(20):
        played = a_game_without_leavers(seed)
        own: dict[int, list[bool]] = {}
        for each in played.decisions:
            own.setdefault(each.action.seat, []).append(each.by_person)
        left = [seat.left for seat in tally(played.finished(GameKind.CASUAL))]
        assert left == [own.get(seat, [])[-2:] == [False, False] for seat in range(7)]


def test_bots_leave_no_game() -> None:
    people: list[int | None] = [0, 1, None, None, None, None, None]
    played = a_finished_game(5, people=people, stand_ins=0)
    played.seats = [SeatFacts(person=person) for person in people]
    sheet = sheet_of(played.finished(GameKind.BOTS), ENDED)
    assert sheet["community"]["abandoned"] == [0, 1]


def test_running_game_is_refused() -> None:
    played = a_game_without_leavers()
    played.log = played.log[:-2]
    with pytest.raises(ValueError, match="running"):
        tally(played.finished())
    with pytest.raises(ValueError, match="running"):
        sheet_of(played.finished(), ENDED)
