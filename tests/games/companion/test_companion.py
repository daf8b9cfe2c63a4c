"""The companion: from the table's reports it knows what everybody at the table knows.

The core of it is random real games: the companion hears their public events only and must agree
with the engine after every action.
"""

import contextlib
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.companion.companion import PhysicalTable, ReportedGame, play_reports
from games.companion.table_reports import (
    MOST_CHARACTERS,
    Question,
    ReportKind,
    TableReport,
    decode,
    encode,
)
from games.engine.actions import Action, NominateChancellor, RequestVeto
from games.engine.decide import actors, legal_actions, refusal
from games.engine.errors import IllegalAction, Reason
from games.engine.events import (
    BallotCast,
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    Event,
    GameEnded,
    GovernmentElected,
    GovernmentRejected,
    LoyaltyInvestigated,
    Openness,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyEnacted,
    PresidencyPassed,
    RolesRevealed,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
    audience,
)
from games.engine.observation import Observation, observe
from games.engine.ruleset import standard_ruleset
from games.engine.state import GameState
from games.engine.vocabulary import Edition, Phase, Policy, Victory
from tests.games.engine.players import play

GAMES = 250


SAID: dict[type, ReportKind] = {
    GovernmentElected: ReportKind.ELECTED,
    GovernmentRejected: ReportKind.REJECTED,
    ChancellorCleared: ReportKind.WAS_NOT_HITLER,
    VetoRequested: ReportKind.VETO_REQUESTED,
    VetoGranted: ReportKind.VETO_GRANTED,
    VetoRefused: ReportKind.VETO_REFUSED,
    PoliciesPeeked: ReportKind.PEEKED,
}
SAID_OF_A_TARGET = {
    LoyaltyInvestigated: ReportKind.INVESTIGATED,
    SpecialElectionCalled: ReportKind.SPECIAL_ELECTION_CALLED,
    PlayerExecuted: ReportKind.EXECUTED,
}


def reports_of(events: Iterable[Event]) -> list[TableReport]:
    """Return what people at the table report while these events happen; private ones they cannot."""
    said = []
    for event in events:
        if audience(event) is not Openness.PUBLIC:
            continue
        match event:
            case ChancellorNominated():
                said.append(TableReport(ReportKind.NOMINATED, event.chancellor))
            case LoyaltyInvestigated() | SpecialElectionCalled() | PlayerExecuted():
                said.append(TableReport(SAID_OF_A_TARGET[type(event)], event.target))
            case PolicyEnacted():
                is_liberal = event.policy is Policy.LIBERAL
                said.append(TableReport(ReportKind("L" if is_liberal else "F")))
            case GameEnded(victory=Victory.HITLER_ELECTED | Victory.HITLER_EXECUTED):
                said.append(TableReport(ReportKind.WAS_HITLER))
            case PresidencyPassed() if said and said[-1].kind is ReportKind.EXECUTED:
                said.append(TableReport(ReportKind.WAS_NOT_HITLER))
            case _ if type(event) in SAID:
                said.append(TableReport(SAID[type(event)]))
            case _:
                pass
    return said


def told_to_a_companion(events: Iterable[Event]) -> list[Event]:
    """The public events, without ballots and roles, which people do not report."""
    hidden = (BallotCast, BallotsRevealed, RolesRevealed)
    return [
        event
        for event in events
        if audience(event) is Openness.PUBLIC and not isinstance(event, hidden)
    ]


def known_to_a_companion(state: GameState) -> Observation:
    """Return a spectator's view of the real game, without ballots and roles."""
    seen = observe(state, None)
    return replace(
        seen,
        roles=(None,) * state.ruleset.players,
        current_round=seen.current_round and replace(seen.current_round, votes=()),
        past_rounds=tuple(replace(each, votes=()) for each in seen.past_rounds),
    )


def table_after(text: str, players: int = 7, edition: Edition = Edition.RETAIL) -> PhysicalTable:
    return play_reports(standard_ruleset(players, edition), decode(text))


def refused(text: str, players: int = 7) -> Reason:
    with pytest.raises(IllegalAction) as refusal_:
        table_after(text, players)
    return refusal_.value.reason


class Listener:
    """Hears a real game's public events and compares after every action that caused any."""

    def __init__(self) -> None:
        self.said: list[TableReport] = []
        self.told: list[Event] = []
        self.powers: set[Phase] = set()
        self.victory: Victory | None = None
        self.chaos = 0
        self.reported_game: ReportedGame | None = None

    def say(self, report: TableReport) -> None:
        assert self.reported_game is not None
        self.said.append(report)
        self.reported_game.take(report)

    def watch(
        self, before: GameState, action: Action, events: tuple[Event, ...], after: GameState
    ) -> None:
        if self.reported_game is None:
            self.reported_game = ReportedGame(before.ruleset)
            self.say(TableReport(ReportKind.BEGINS, before.president))
        expected_next = self.reported_game.seen().next_president
        self.told += told_to_a_companion(events)
        heard = reports_of(events)
        if not heard:
            # A ballot among others, or the President's discard: no report.
            return
        for report in heard:
            self.say(report)
        table = self.reported_game.seen()

        assert table.observation == known_to_a_companion(after)
        assert [event for step in table.steps[2:] for event in step] == self.told
        may_veto = any(isinstance(each, RequestVeto) for each in options(after))
        assert table.may_ask_for_veto == (may_veto or can_come_to_a_veto(after))
        if after.phase is Phase.NOMINATE:
            assert table.refusals == tuple(
                refusal(after, NominateChancellor(seat=after.president, chancellor=seat))
                for seat in range(after.ruleset.players)
            )
            ordinary = not after.current_round or not after.current_round.special
            if ordinary and before.alive == after.alive:
                assert after.president == expected_next
        self.powers.add(after.phase)
        self.victory = after.victory
        self.chaos += any(isinstance(event, ChaosStruck) for event in events)


def options(state: GameState) -> list[Action]:
    return [option for seat in actors(state) for option in legal_actions(state, seat)]


def can_come_to_a_veto(state: GameState) -> bool:
    """The President's discard is not reported, and after it the veto is offered."""
    return state.phase is Phase.PRESIDENT_DISCARD and state.veto_in_force


def follow(seed: int) -> Listener:
    listener = Listener()
    play(seed, watch=listener.watch)
    assert listener.reported_game is not None
    assert listener.victory is not None
    # The address that a phone remembers leads to the same table again.
    address = encode(listener.said)
    assert (
        play_reports(listener.reported_game.state.ruleset, decode(address))
        == listener.reported_game.seen()
    )
    return listener


def test_it_agrees_with_real_games_after_every_action() -> None:
    listeners = [follow(seed) for seed in range(GAMES)]

    # These games reached everything that must agree.
    assert {listener.victory for listener in listeners} == set(Victory)
    reached = set().union(*(listener.powers for listener in listeners))
    assert reached == set(Phase)
    assert sum(listener.chaos for listener in listeners) > GAMES // 10


@given(st.integers(min_value=0))
@settings(max_examples=25)
def test_it_agrees_with_any_game(seed: int) -> None:
    follow(seed)


@given(st.text(alphabet="bnisk0123456789jxhoLFvgrp", max_size=60), st.sampled_from(range(5, 11)))
def test_any_address_is_a_table_or_refused(text: str, players: int) -> None:
    with contextlib.suppress(ValueError, IllegalAction):
        assert encode(decode(text)) == text
        assert table_after(text, players).observation.ruleset.players == players


def test_it_asks_who_begins_and_then_for_the_nominee() -> None:
    before, after = table_after(""), table_after("b3")

    assert (before.question, after.question) == (Question.FIRST_CANDIDATE, Question.NOMINATION)
    assert after.observation.president == 3
    assert after.next_president == 4
    assert [seat for seat, reason in enumerate(after.refusals) if reason is None] == [
        0, 1, 2, 4, 5, 6,
    ]  # fmt: skip


def test_it_tells_why_a_player_cannot_be_nominated() -> None:
    table = table_after("b0n3jF")

    assert table.refusals[0] is Reason.TERM_LIMITED_PRESIDENT
    assert table.refusals[3] is Reason.TERM_LIMITED_CHANCELLOR
    assert refused("b0n3jFn3") is Reason.TERM_LIMITED_CHANCELLOR


def test_third_failure_asks_which_policy_chaos_turned_up() -> None:
    asked = table_after("b0n3xn3xn3x")
    answered = table_after("b0n3xn3xn3xL")

    assert asked.question is Question.CHAOS_POLICY
    assert asked.observation.tracker == 3
    assert answered.observation.liberal_policies == 1
    assert answered.observation.tracker == 0
    assert answered.question is Question.NOMINATION


def test_chaos_after_a_veto_renews_the_deck_before_it_asks() -> None:
    # Five Fascist policies, two Liberal ones, a veto and a lost vote: three cards are left to draw.
    before = "b0n1jFn2jFn3jFpn4joFk0on1joFk2on3joLn4joLn1jovgn3xn4jov"
    assert table_after(before, 5).observation.draw_pile_count == 0

    asked = table_after(f"{before}g", 5)

    assert asked.question is Question.CHAOS_POLICY
    assert (asked.observation.draw_pile_count, asked.observation.discard_pile_count) == (10, 0)
    assert table_after(f"{before}gL", 5).observation.draw_pile_count == 9
    assert table_after(f"{before}gF", 5).observation.victory is Victory.SIX_FASCIST_POLICIES


def test_hitler_is_asked_after_from_the_third_fascist_policy_on() -> None:
    zone = "b0n1jFn2jFi0n3jFs0"

    assert table_after(f"{zone}n5").observation.hitler_zone
    assert table_after(f"{zone}n5j").question is Question.CHANCELLOR_IS_HITLER
    assert table_after(f"{zone}n5jo").question is Question.SESSION
    assert table_after(f"{zone}n5jo").observation.cleared == (5,)
    over = table_after(f"{zone}n5jh")
    assert over.question is Question.OVER
    assert over.observation.victory is Victory.HITLER_ELECTED


def test_the_end_reveals_nothing_that_was_only_supposed() -> None:
    over = table_after("b0n1jFn2jFi0n3jFs0n5jh")

    assert set(over.observation.roles) == {None}
    assert not any(isinstance(each, RolesRevealed) for step in over.steps for each in step)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("n1", Reason.WRONG_PHASE),
        ("b7", Reason.UNKNOWN_SEAT),
        ("b0n0", Reason.TARGET_IS_SELF),
        ("b0n9", Reason.UNKNOWN_SEAT),
        ("b0L", Reason.WRONG_PHASE),
        ("b0n1jv", Reason.VETO_LOCKED),
        ("b0n1jh", Reason.WRONG_PHASE),
        ("b0n1xn2xn3xo", Reason.WRONG_PHASE),
        ("b0n1jFn2jFi0n3jFs0n5jhn1", Reason.GAME_OVER),
    ],
)
def test_impossible_reports_are_refused(text: str, reason: Reason) -> None:
    assert refused(text) is reason


@pytest.mark.parametrize(
    "text", ["z", "b", "b-1", "jj ", "b0n", "b²", "x" * (MOST_CHARACTERS + 1)]
)
def test_invalid_text_is_no_reported_game(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(text)


def test_kinds_with_a_seat_need_one() -> None:
    rules = standard_ruleset(7)
    with pytest.raises(IllegalAction):
        play_reports(rules, [TableReport(ReportKind.BEGINS)])
