"""The public marks of a seat."""

from dataclasses import replace

from games.engine.actions import CastBallot
from games.engine.vocabulary import Phase, Vote
from games.presenters.table.regions import Player
from games.presenters.table.seats import present_seats
from games.presenters.table.table_view import present_table
from games.values.agreement import Agreement
from tests.games.presenters.views import FACTS, a_table_in_each_phase, people, seen, viewers
from tests.scenarios import Table, a_table


def ballots(table: Table) -> list[str]:
    return [view.ballot for view in seen(table, None).ballots]


def test_seats_are_the_same_for_every_viewer() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3).nominates(4)

    shown = {(seen(table, viewer).seats, seen(table, viewer).ballots) for viewer in viewers(table)}

    assert len(shown) == 1


def test_candidates_become_a_government() -> None:
    table = a_table(7).nominates(1)
    before = [seat.office for seat in seen(table, None).seats]
    table.votes()
    after = [seat.office for seat in seen(table, None).seats]

    assert before[:3] == ["president-candidate", "chancellor-candidate", ""]
    assert after[:3] == ["president", "chancellor", ""]


def test_term_limits_show_once_the_government_has_left_office() -> None:
    table = a_table(7, top="LLL").elects(3)
    assert [seat.place for seat in seen(table, None).seats if seat.is_term_limited] == []

    table.enacts("L")

    limited = [seat.name for seat in seen(table, None).seats if seat.is_term_limited]
    assert limited == ["Ana", "Dmitri"]


def test_last_president_is_not_limited_with_five_living() -> None:
    table = a_table(7, limited=(1, 2), dead=(5, 6))

    assert [seat.name for seat in seen(table, None).seats if seat.is_term_limited] == ["Chris"]


def test_open_vote_shows_who_has_voted_and_not_how() -> None:
    table = a_table(7).nominates(1)
    table.act(CastBallot(seat=2, vote=Vote.NEIN)).act(CastBallot(seat=4, vote=Vote.JA))

    assert ballots(table) == ["", "", "cast", "", "cast", "", ""]


def test_last_ballots_lie_open_until_the_next_vote() -> None:
    table = a_table(7).nominates(1).votes(ja=3)
    assert ballots(table) == ["ja"] * 3 + ["nein"] * 4

    table.nominates(3)

    assert ballots(table) == [""] * 7


def test_investigated_seat_says_by_whom() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(4)

    assert [seat.investigated_by for seat in seen(table, None).seats] == [
        "",
        "",
        "",
        "",
        "Ana",
        "",
        "",
    ]


def test_elected_chancellor_in_the_hitler_zone_is_not_hitler() -> None:
    table = a_table(7, fascist=3).elects(2)

    assert [seat.name for seat in seen(table, None).seats if seat.is_cleared] == ["Chris"]


def test_executed_player_is_dead_and_was_not_hitler() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)

    dead = [(seat.name, seat.is_cleared) for seat in seen(table, None).seats if seat.is_dead]
    assert dead == [("Dmitri", True)]


def test_executed_hitler_is_not_marked_as_anybody_else() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6)

    dead = [(seat.name, seat.is_cleared) for seat in seen(table, None).seats if seat.is_dead]
    assert dead == [("Grete", False)]


def test_single_decider_is_marked_and_in_a_vote_no_seat_is() -> None:
    table = a_table(7, president=2)
    assert [seat.place for seat in seen(table, None).seats if seat.is_deciding] == [3]

    table.nominates(1)

    assert [seat.place for seat in seen(table, None).seats if seat.is_deciding] == []


def test_bots_and_stand_ins_are_marked() -> None:
    players: list[Player] = list(people(7))
    players[2] = replace(players[2], is_bot=True)
    players[5] = replace(players[5], has_stand_in=True)

    seats = present_seats(a_table(7).seen_by(0), tuple(players))

    assert [seat.place for seat in seats if seat.is_bot] == [3]
    assert [seat.place for seat in seats if seat.has_stand_in] == [6]


def test_nobody_is_a_candidate_any_more_once_the_game_is_over() -> None:
    ended = (
        # Chaos ended it: the last candidates were rejected.
        a_table(7, top="LFF", liberal=4).rejects_thrice(),
        a_table(7, top="FLL", liberal=4).governs(1, "L"),
        a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6),
    )
    for table in ended:
        assert table.state.phase is Phase.GAME_OVER
        offices = [seat.office for seat in seen(table, None).seats]
        assert not [office for office in offices if office.endswith("candidate")]


def test_nobody_is_a_candidate_any_more_once_the_game_is_abandoned() -> None:
    abandoned = replace(FACTS, agreement=Agreement(is_abandoned=True))
    for table in (a_table(7), a_table(7).nominates(1)):
        shown = present_table(table.seen_by(None), people(7), abandoned)
        assert [seat.office for seat in shown.seats] == [""] * 7
        assert any(seat.office for seat in seen(table, None).seats)


def test_roles_lie_open_at_the_seats_once_the_game_is_over() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)
    for viewer in viewers(table):
        assert [seat.role for seat in seen(table, viewer).seats] == [""] * 7
    over = a_table_in_each_phase()["game_over by liberals"]
    seats = seen(over, None).seats
    assert [seat.role for seat in seats] == list(over.state.roles)
    assert all(seat.has_marks and seat.role_name for seat in seats)
    # What only hinted at roles has gone.
    assert not any(seat.is_cleared or seat.investigated_by for seat in seats)
