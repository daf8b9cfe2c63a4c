"""Set-up and the knowledge at the start ("Set-up" and "Who knows whom" of RULES.md)."""

from collections import Counter
from random import Random

import pytest

from games.engine.decide import actors
from games.engine.errors import IllegalSetup, Reason
from games.engine.observation import observe
from games.engine.ruleset import standard_ruleset
from games.engine.setup import Deal, deal, start_game
from games.engine.state import GameState, fold
from games.engine.vocabulary import Edition, Phase, Policy, PresidentialPower, Role
from games.records.record import parse_record as parse
from games.records.recorder import record_of
from games.records.replay import replay
from tests.games.engine.players import play
from tests.scenarios import F, L

TABLE_SIZES = range(5, 11)
ROLE_COUNTS = {5: (3, 1), 6: (4, 1), 7: (4, 2), 8: (5, 2), 9: (5, 3), 10: (6, 3)}


def dealt(players: int, seed: int = 3, first_president: int = 2) -> Deal:
    rules = standard_ruleset(players)
    chance = deal(rules, Random(seed))
    return Deal(roles=chance.roles, first_president=first_president, draw_pile=chance.draw_pile)


def start(players: int, seed: int = 3) -> GameState:
    return fold(start_game(standard_ruleset(players), dealt(players, seed)))


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_e01_a_game_starts(players: int) -> None:
    state = start(players)
    assert (state.round, state.president, state.tracker) == (1, 2, 0)
    assert (state.liberal_policies, state.fascist_policies) == (0, 0)
    assert Counter(state.draw_pile) == {L: 6, F: 11}
    assert state.discard_pile == state.hand == ()
    assert state.phase is Phase.NOMINATE
    assert actors(state) == (2,)
    liberals, fascists = ROLE_COUNTS[players]
    assert Counter(state.roles) == {
        Role.LIBERAL: liberals,
        Role.FASCIST: fascists,
        Role.HITLER: 1,
    }


@pytest.mark.parametrize("players", [0, 4, 11])
def test_e02_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(IllegalSetup) as refused:
        standard_ruleset(players)
    assert refused.value.reason is Reason.WRONG_NUMBER_OF_PLAYERS


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_e02_wrong_roles_are_refused(players: int) -> None:
    good = dealt(players)
    two_hitlers = tuple(Role.HITLER if role is Role.FASCIST else role for role in good.roles)
    for roles in (two_hitlers, good.roles[1:], (*good.roles, Role.LIBERAL), ()):
        wrong = Deal(roles=roles, first_president=0, draw_pile=good.draw_pile)
        with pytest.raises(IllegalSetup) as refused:
            start_game(standard_ruleset(players), wrong)
        assert refused.value.reason is Reason.WRONG_ROLES


def test_e02_a_wrong_deck_is_refused() -> None:
    good = dealt(5)
    swapped = (F if good.draw_pile[0] is L else L, *good.draw_pile[1:])
    for pile in (swapped, good.draw_pile[1:], (*good.draw_pile, F), ()):
        wrong = Deal(roles=good.roles, first_president=0, draw_pile=pile)
        with pytest.raises(IllegalSetup) as refused:
            start_game(standard_ruleset(5), wrong)
        assert refused.value.reason is Reason.WRONG_DECK


@pytest.mark.parametrize("first_president", [-1, 5])
def test_e02_a_first_president_without_a_seat_is_refused(first_president: int) -> None:
    with pytest.raises(IllegalSetup):
        start_game(standard_ruleset(5), dealt(5, first_president=first_president))


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_e03_at_small_tables_fascist_and_hitler_know_each_other(players: int, seed: int) -> None:
    state = start(players, seed)
    for seat, own in enumerate(state.roles):
        known = {
            other: role
            for other, role in enumerate(observe(state, seat).roles)
            if role is not None and other != seat
        }
        assert observe(state, seat).own_role is own
        team = {
            other: role
            for other, role in enumerate(state.roles)
            if role is not Role.LIBERAL and other != seat
        }
        assert known == ({} if own is Role.LIBERAL else team)
        assert len(known) == (0 if own is Role.LIBERAL else 1)


@pytest.mark.parametrize("players", [7, 8, 9, 10])
@pytest.mark.parametrize("seed", range(5))
def test_e04_at_large_tables_only_fascists_know(players: int, seed: int) -> None:
    state = start(players, seed)
    for seat, own in enumerate(state.roles):
        known = {
            other: role
            for other, role in enumerate(observe(state, seat).roles)
            if role is not None and other != seat
        }
        team = {
            other: role
            for other, role in enumerate(state.roles)
            if role is not Role.LIBERAL and other != seat
        }
        assert known == (team if own is Role.FASCIST else {})
        if own is Role.FASCIST:
            assert Role.HITLER in known.values()


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_e05_a_spectator_sees_no_role_and_no_party(players: int) -> None:
    seen = observe(start(players), None)
    assert seen.roles == (None,) * players
    assert seen.parties == (None,) * players
    assert (seen.hand, seen.memories, seen.legal_actions, seen.own_ballot) == ((), (), (), None)


@pytest.mark.parametrize("seed", range(20))
def test_e06_the_same_inputs_give_identical_states(seed: int) -> None:
    events = play(seed, anew=0)
    names = ["someone"] * fold(events).ruleset.players
    record = record_of(events, names)
    once, again = list(replay(parse(record))), list(replay(parse(record)))
    assert once == again
    assert [event for step in once for event in step.events] == events
    assert once[-1].state == fold(events)


@pytest.mark.parametrize(
    ("sizes", "powers"),
    [
        ((5, 6), "- - peek execute execute"),
        ((7, 8), "- investigate special_election execute execute"),
        ((9, 10), "investigate investigate special_election execute execute"),
    ],
)
@pytest.mark.parametrize("edition", Edition)
def test_the_fascist_track_depends_on_the_size_of_the_table(
    sizes: tuple[int, ...], powers: str, edition: Edition
) -> None:
    #
    expected = [None if each == "-" else PresidentialPower(each) for each in powers.split()]
    for players in sizes:
        rules = standard_ruleset(players, edition)
        assert [rules.power_of(number) for number in range(1, 6)] == expected


def test_chance_reaches_every_role_seat_and_card() -> None:
    deals = [deal(standard_ruleset(7), Random(seed)) for seed in range(300)]
    assert {each.first_president for each in deals} == set(range(7))
    for seat in range(7):
        assert {each.roles[seat] for each in deals} == set(Role)
    for place in range(17):
        assert {each.draw_pile[place] for each in deals} == set(Policy)


@pytest.mark.parametrize("role", list(Role))
def test_a_given_role_lies_at_its_seat_and_all_others_are_random(role: Role) -> None:
    rules = standard_ruleset(7)
    deals = [deal(rules, Random(seed), given=(3, role)) for seed in range(300)]
    assert {each.roles[3] for each in deals} == {role}
    assert all(Counter(each.roles) == Counter(rules.roles) for each in deals)
    left = Counter(rules.roles) - Counter([role])
    for seat in (0, 6):
        assert {each.roles[seat] for each in deals} == set(left)


@pytest.mark.parametrize("seat", [-1, 7])
def test_a_role_for_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    with pytest.raises(IllegalSetup) as refused:
        deal(standard_ruleset(7), Random(1), given=(seat, Role.HITLER))
    assert refused.value.reason is Reason.UNKNOWN_SEAT
