"""The rules of honours: each is earned by what it says, and not by what comes near."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.engine.events import (
    ChancellorNominated,
    DiscardChosen,
    Event,
    GameEnded,
    HandShown,
    PartyMembershipShown,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.vocabulary import Party, Policy, Role, Victory
from games.statistics import Career, FinishedGame, LoggedEvent, SeatTally, Tally, of_career
from games.statistics.honours import against_the_odds, feats, others_at_most
from games.statistics.measures import ON_CUSTOM_BOARDS, Measure
from games.values.game_kind import GameKind
from games.values.honours import Honour
from tests.games.statistics.games import START, a_finished_game

LIBERALS, FASCISTS = (0, 1, 2), (3, 4)
FASCIST, HITLER = FASCISTS
L, F = Policy.LIBERAL, Policy.FASCIST


def seats(victory: Victory, **of_seat: Any) -> list[SeatTally]:
    """Five seats, the last two of the Fascist team; `s2={...}` changes seat 2."""
    roles = [Role.LIBERAL] * 3 + [Role.FASCIST, Role.HITLER]
    return [
        replace(
            SeatTally(
                person=number,
                role=role,
                won=role.party is victory.winner,
                left=False,
                tallies={},
            ),
            **of_seat.get(f"s{number}", {}),
        )
        for number, role in enumerate(roles)
    ]


def enacted(*policies: Policy, chancellor: int = 1) -> list[Event]:
    """Governments that enact these, each by own choice."""
    events: list[Event] = []
    for number, policy in enumerate(policies, start=1):
        other = F if policy is L else L
        events += [
            PresidencyPassed(president=0, round=number),
            ChancellorNominated(president=0, chancellor=chancellor),
            HandShown(seat=chancellor, policies=(policy, other)),
            DiscardChosen(seat=chancellor, policy=other),
            PolicyEnacted(policy=policy, chancellor=chancellor),
        ]
    return events


def earned(
    events: Sequence[Event],
    victory: Victory,
    *,
    not_own: type[Event] | None = None,
    kind: GameKind = GameKind.CASUAL,
    **of_seat: Any,
) -> dict[int, set[Honour]]:
    """What these events earn, by seat; events of the type `not_own` were a stand-in's."""
    log = [
        LoggedEvent(
            event=each, at=START, by_person=not_own is None or not isinstance(each, not_own)
        )
        for each in [*events, GameEnded(victory=victory)]
    ]
    game = FinishedGame(kind=kind, log=log, seats=())
    found = feats(game, seats(victory, **of_seat))
    return {seat: set(found.get(seat, ())) for seat in range(5)}


def test_fifth_and_sixth_policies_honour_who_chose_them() -> None:
    five = enacted(L, L, L, L, L, chancellor=2)
    found = earned(five, Victory.FIVE_LIBERAL_POLICIES)
    assert Honour.LAST_LIBERAL in found[2]
    assert Honour.LAST_LIBERAL not in found[0] | found[1]
    by_stand_in = earned(five, Victory.FIVE_LIBERAL_POLICIES, not_own=DiscardChosen)
    assert Honour.LAST_LIBERAL not in by_stand_in[2]

    six = enacted(F, F, F, F, F, F, chancellor=FASCIST)
    assert Honour.LAST_FASCIST in earned(six, Victory.SIX_FASCIST_POLICIES)[FASCIST]
    assert earned(enacted(*[F] * 6), Victory.SIX_FASCIST_POLICIES)[1] == set()


def test_policy_of_chaos_honours_nobody() -> None:
    events = [*enacted(L, L, L, L), PolicyEnacted(policy=L, chancellor=None)]
    assert Honour.LAST_LIBERAL not in earned(events, Victory.FIVE_LIBERAL_POLICIES)[1]


def test_clean_board_has_two_fascist_policies_at_most() -> None:
    clean = enacted(L, L, F, L, F, L, L)
    found = earned(clean, Victory.FIVE_LIBERAL_POLICIES)
    assert all(Honour.CLEAN_BOARD in found[seat] for seat in LIBERALS)
    assert not any(found[seat] for seat in FASCISTS)
    three = enacted(F, L, L, F, L, F, L, L)
    assert Honour.CLEAN_BOARD not in earned(three, Victory.FIVE_LIBERAL_POLICIES)[0]


def test_close_games_honour_those_who_turned_them() -> None:
    brink = enacted(F, F, F, F, F, L, L, L, L, L)
    assert Honour.FROM_THE_BRINK in earned(brink, Victory.FIVE_LIBERAL_POLICIES)[0]
    four = enacted(F, F, F, F, L, L, L, L, L)
    assert Honour.FROM_THE_BRINK not in earned(four, Victory.FIVE_LIBERAL_POLICIES)[0]
    turned = enacted(L, L, L, L, F, F, F, F, F, F)
    assert Honour.TURNED_AROUND in earned(turned, Victory.SIX_FASCIST_POLICIES)[HITLER]
    assert Honour.TURNED_AROUND not in earned(turned[5:], Victory.SIX_FASCIST_POLICIES)[HITLER]


def test_executing_hitler_honours_the_liberal_president_only() -> None:
    shot: list[Event] = [
        PresidencyPassed(president=1, round=1),
        PlayerExecuted(president=1, target=HITLER),
    ]
    found = earned(shot, Victory.HITLER_EXECUTED)
    assert Honour.EXECUTED_HITLER in found[1]
    assert Honour.EXECUTED_HITLER not in found[0]
    by_fascist: list[Event] = [PlayerExecuted(president=FASCIST, target=HITLER)]
    assert earned(by_fascist, Victory.HITLER_EXECUTED)[FASCIST] == set()
    by_stand_in = earned(shot, Victory.HITLER_EXECUTED, not_own=PlayerExecuted)
    assert Honour.EXECUTED_HITLER not in by_stand_in[1]


def test_executed_liberal_is_honoured_if_the_liberals_win() -> None:
    events: list[Event] = [PlayerExecuted(president=FASCIST, target=0)]
    assert Honour.GAVE_LIFE in earned(events, Victory.FIVE_LIBERAL_POLICIES)[0]
    assert earned(events, Victory.SIX_FASCIST_POLICIES)[0] == set()


def test_kingmaker_nominated_hitler_in_the_last_election() -> None:
    events: list[Event] = [
        PresidencyPassed(president=FASCIST, round=4),
        ChancellorNominated(president=FASCIST, chancellor=HITLER),
    ]
    assert Honour.KINGMAKER in earned(events, Victory.HITLER_ELECTED)[FASCIST]
    assert earned(events, Victory.SIX_FASCIST_POLICIES)[FASCIST] == set()
    by_liberal: list[Event] = [PresidencyPassed(president=0, round=4), events[1]]
    assert Honour.KINGMAKER not in earned(by_liberal, Victory.HITLER_ELECTED)[FASCIST]


def test_wise_veto_throws_two_fascist_policies_away() -> None:
    def veto(hand: tuple[Policy, Policy], answer: Event) -> list[Event]:
        return [HandShown(seat=1, policies=hand), VetoRequested(chancellor=1), answer]

    granted, refused = VetoGranted(president=0), VetoRefused(president=0)
    end = Victory.HITLER_EXECUTED
    assert Honour.WISE_VETO in earned(veto((F, F), granted), end)[1]
    assert Honour.WISE_VETO not in earned(veto((L, F), granted), end)[1]
    assert Honour.WISE_VETO not in earned(veto((F, F), refused), end)[1]
    by_stand_in = earned(veto((F, F), granted), end, not_own=VetoRequested)
    assert Honour.WISE_VETO not in by_stand_in[1]


def test_investigations_honour_the_truth_of_liberals_and_the_lie_of_fascists() -> None:
    true = {"tallies": {Measure.HONEST_INVESTIGATIONS: Tally(1, 1)}}
    false = {"tallies": {Measure.HONEST_INVESTIGATIONS: Tally(0, 1)}}

    def seen(seat: int, party: Party) -> list[Event]:
        return [PartyMembershipShown(seat=seat, target=2, party=party)]

    liberal, fascist = Victory.FIVE_LIBERAL_POLICIES, Victory.SIX_FASCIST_POLICIES
    assert Honour.DETECTIVE in earned(seen(0, Party.FASCIST), liberal, s0=true)[0]
    assert Honour.DETECTIVE not in earned(seen(0, Party.LIBERAL), liberal, s0=true)[0]
    assert Honour.DETECTIVE not in earned(seen(0, Party.FASCIST), liberal, s0=false)[0]
    assert Honour.DETECTIVE not in earned(seen(0, Party.FASCIST), fascist, s0=true)[0]
    assert Honour.BLUFF in earned(seen(3, Party.LIBERAL), fascist, s3=false)[3]
    assert Honour.BLUFF not in earned(seen(3, Party.LIBERAL), fascist, s3=true)[3]
    assert Honour.BLUFF not in earned(seen(3, Party.LIBERAL), liberal, s3=false)[3]


@pytest.mark.parametrize(
    ("cards", "parties", "is_honest"),
    [
        ((3, 3), (0, 0), True),
        ((2, 2), (1, 1), True),
        ((2, 2), (0, 0), False),
        ((3, 4), (0, 0), False),
    ],
)
def test_honest_liberal_made_three_claims(
    cards: tuple[int, int], parties: tuple[int, int], is_honest: bool
) -> None:
    tallies = {
        Measure.HONEST_CLAIMS: Tally(*cards),
        Measure.HONEST_INVESTIGATIONS: Tally(*parties),
    }
    for victory in (Victory.FIVE_LIBERAL_POLICIES, Victory.SIX_FASCIST_POLICIES):
        found = earned([], victory, s0={"tallies": tallies}, s3={"tallies": tallies})
        assert (Honour.HONEST in found[0]) is is_honest
        assert Honour.HONEST not in found[3]


def test_sure_voter_was_right_three_times() -> None:
    for (right, votes), is_sure in (((3, 3), True), ((2, 2), False), ((3, 4), False)):
        tallies = {Measure.DANGER_VOTES: Tally(right, votes)}
        found = earned([], Victory.SIX_FASCIST_POLICIES, s1={"tallies": tallies})
        assert (Honour.SURE_VOTES in found[1]) is is_sure


def test_hitler_wins_the_long_way_by_policies() -> None:
    assert Honour.LONG_WAY in earned([], Victory.SIX_FASCIST_POLICIES)[HITLER]
    assert earned([], Victory.SIX_FASCIST_POLICIES)[FASCIST] == set()
    assert earned([], Victory.HITLER_ELECTED)[HITLER] == set()


def test_games_with_bots_void_games_and_leavers_earn_nothing() -> None:
    end = Victory.SIX_FASCIST_POLICIES
    assert earned([], end, kind=GameKind.BOTS)[HITLER] == set()
    assert earned([], end, s4={"left": True})[HITLER] == set()
    played = a_finished_game(3)
    void = played.finished(is_void=True)
    assert feats(void, seats(end)) == {}


def test_low_chance_is_35_percent_at_most() -> None:
    assert against_the_odds({"expected": (350_000, 1)}, won=True)
    assert not against_the_odds({"expected": (350_001, 1)}, won=True)
    assert not against_the_odds({"expected": (100_000, 1)}, won=False)
    assert not against_the_odds({}, won=True)


def test_sums_of_all_games_earn_what_they_reach() -> None:
    assert of_career(Career()) == frozenset()
    assert of_career(Career(finished=9, longest_won=4, people=49)) == frozenset()
    assert of_career(Career(finished=100, longest_won=5, people=50)) == {
        Honour.TEN_TO_THE_END,
        Honour.HUNDRED_TO_THE_END,
        Honour.FIVE_IN_A_ROW,
        Honour.FIFTY_PEOPLE,
    }
    sizes = {(Role.LIBERAL, size): 1 for size in range(5, 11)}
    assert of_career(Career(wins=sizes)) == {Honour.EVERY_SIZE}
    assert of_career(Career(wins={**sizes, (Role.LIBERAL, 7): 0})) == frozenset()
    ten = {(role, 7): 10 for role in Role}
    assert of_career(Career(wins=ten)) == {Honour.EVERY_ROLE}
    sides = {(Role.LIBERAL, 7): 25, (Role.FASCIST, 7): 16, (Role.HITLER, 8): 9}
    assert of_career(Career(wins=sides)) == {Honour.BOTH_SIDES}


def test_random_games_earn_every_feat_sometime() -> None:
    """Feats of real logs: a rule that no game can meet would be a mistake in the walk."""
    from games.statistics import honours_on, sheet_of

    found: set[Honour] = set()
    for seed in range(600):
        played = a_finished_game(seed, stand_ins=0.0)
        sheet = sheet_of(played.finished(), START + timedelta(hours=1))
        found |= {honour for earned in honours_on(sheet).values() for honour in earned}
    of_one_game = set(Honour) - of_career(
        Career(
            finished=100,
            longest_won=5,
            people=50,
            wins={(role, size): 25 for role in Role for size in range(5, 11)},
        )
    )
    assert found >= of_one_game - {Honour.AGAINST_THE_ODDS}


def test_people_met_are_at_most_the_others_at_each_table() -> None:
    assert others_at_most(10, 7) == 60
    assert others_at_most(3, ON_CUSTOM_BOARDS) == 27
