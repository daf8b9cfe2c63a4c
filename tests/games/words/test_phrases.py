"""Every member of every closed set has words, and refusals name the player they are about."""

import re
from enum import StrEnum
from typing import get_args

import pytest
from django.utils.functional import Promise

from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.errors import Reason
from games.engine.vocabulary import (
    Edition,
    Party,
    Phase,
    Policy,
    PresidentialPower,
    Role,
    Veto,
    Victory,
    Vote,
)
from games.records.faults import Fault
from games.values.chat import Mark, SlowMode, TalkMode
from games.values.game_kind import GameKind
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Hold, Motion, Pace, TimeUp
from games.words import phrases, records
from games.words.refusals import REASON_TEXTS_WITH_NAME

NAMED_SETS: tuple[type[StrEnum], ...] = (
    Party,
    Role,
    Policy,
    Vote,
    Phase,
    PresidentialPower,
    Veto,
    Victory,
    Edition,
    Pace,
    TimeUp,
    TalkMode,
    SlowMode,
    Mark,
    GameKind,
    Hold,
    Motion,
)

ACTIONS: tuple[Action, ...] = (
    NominateChancellor(seat=0, chancellor=1),
    CastBallot(seat=0, vote=Vote.JA),
    CastBallot(seat=0, vote=Vote.NEIN),
    DiscardPolicy(seat=0, policy=Policy.FASCIST),
    EnactPolicy(seat=0, policy=Policy.FASCIST),
    RequestVeto(seat=0),
    AnswerVeto(seat=0, grant=True),
    AnswerVeto(seat=0, grant=False),
    InvestigateLoyalty(seat=0, target=1),
    CallSpecialElection(seat=0, target=1),
    PeekAtPolicies(seat=0),
    ExecutePlayer(seat=0, target=1),
)


@pytest.mark.parametrize("members", NAMED_SETS)
def test_every_member_has_a_name_of_its_own(members: type[StrEnum]) -> None:
    names = [phrases.name_of(member) for member in members]
    assert all(name.strip() for name in names)
    assert len(set(names)) == len(list(members))


@pytest.mark.parametrize("members", NAMED_SETS)
def test_choices_offer_every_member_by_its_value(members: type[StrEnum]) -> None:
    choices = phrases.choices_of(members)
    assert {value for value, _name in choices} == {member.value for member in members}
    assert [str(name) for _value, name in choices] == [
        phrases.name_of(members(value)) for value, _name in choices
    ]


def test_equal_strings_of_different_sets_keep_their_own_names() -> None:
    assert PresidentialPower.POLICY_PEEK in {str(phase) for phase in Phase}
    assert phrases.name_of(PresidentialPower.POLICY_PEEK) == "Policy peek"
    assert phrases.name_of(Phase.PEEK) == "Executive action: policy peek"
    assert ServiceReason.GAME_OVER in {str(reason) for reason in Reason}
    assert phrases.reason_text(ServiceReason.GAME_OVER) == "This game is over."


@pytest.mark.parametrize("reasons", [Reason, ServiceReason])
def test_every_reason_is_told_in_a_sentence(
    reasons: type[Reason] | type[ServiceReason],
) -> None:
    texts = [phrases.reason_text(reason) for reason in reasons]
    assert all(text.endswith(".") and "%(" not in text for text in texts)
    assert len(set(texts)) == len(list(reasons))


def test_every_fault_of_a_record_has_a_sentence_with_the_same_values() -> None:
    told = {fault: set(re.findall(r"{(\w+)}", fault)) for fault in Fault}
    shown = {
        fault: set(re.findall(r"%\((\w+)\)s", str(text)))
        for fault, text in records.FAULT_TEXTS.items()
    }
    # The JSON reader's own message is English.
    told[Fault.NOT_JSON] -= {"error"}
    told[Fault.TOO_MANY_DIGITS] -= {"error"}
    assert shown == told


def test_a_refusal_names_the_player_it_is_about() -> None:
    about = {"name": "Ana 100%"}
    named = {reason for reason in Reason if "Ana 100%" in phrases.reason_text(reason, names=about)}
    assert named == set(REASON_TEXTS_WITH_NAME)
    assert named >= {Reason.TERM_LIMITED_CHANCELLOR, Reason.TERM_LIMITED_PRESIDENT}
    assert phrases.reason_text(Reason.TERM_LIMITED_CHANCELLOR, names=about) == (
        "Term limit: Ana 100% was the last Chancellor and cannot be nominated now."
    )


def test_a_reason_without_a_player_ignores_the_name() -> None:
    assert phrases.reason_text(Reason.VETO_LOCKED, names={"name": "Ana"}) == phrases.reason_text(
        Reason.VETO_LOCKED
    )


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1, "Slow mode: you can say this in 1 second."),
        (5, "Slow mode: you can say this in 5 seconds."),
    ],
)
def test_slow_mode_says_how_long_it_takes(seconds: int, told: str) -> None:
    names = {"seconds": seconds}
    assert phrases.reason_text(ServiceReason.SLOW_MODE, names=names) == told


def test_every_action_has_a_button_of_its_own() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))
    names = [phrases.action_name(action) for action in ACTIONS]
    assert all(names)
    assert len(set(names)) == len(ACTIONS)


def test_choices_wait_for_the_language_of_the_reader() -> None:
    assert all(isinstance(name, Promise) for _value, name in phrases.choices_of(Edition))


def test_game_error_carries_its_reason() -> None:
    error = GameError(ServiceReason.LOBBY_FULL, {"name": "Ana"})
    assert str(error) == "lobby_full"
    assert error.reason is ServiceReason.LOBBY_FULL
    assert error.names == {"name": "Ana"}
