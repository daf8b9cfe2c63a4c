"""Single measures, each from one made-up moment; test_reference compares whole games."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    DiscardChosen,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
)
from games.engine.vocabulary import (
    ClaimKind,
    Edition,
    Party,
    Policy,
    Role,
    Victory,
    Vote,
)
from games.statistics import FinishedGame, LoggedEvent, Measure, SeatFacts, Tally, tally
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind

LIBERAL, FASCIST = Policy.LIBERAL, Policy.FASCIST
ROLES = (Role.LIBERAL, Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.HITLER)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OPENING: list[Event] = [
    GameStarted(players=5, edition=Edition.RETAIL),
    *(SecretRoleDealt(seat=seat, role=role) for seat, role in enumerate(ROLES)),
    PresidencyPassed(president=0, round=1),
]
THREE_FASCIST: list[Event] = [PolicyEnacted(policy=FASCIST, chancellor=None)] * 3


def measured(
    events: Sequence[Event],
    *,
    claims: Sequence[ClaimValue] = (),
    by_stand_in: Sequence[int] = (),
    seconds: int = 5,
) -> list[dict[Measure, Tally]]:
    """Return what each seat adds; events are five seconds apart."""
    log = [*OPENING, *events, GameEnded(victory=Victory.SIX_FASCIST_POLICIES)]
    game = FinishedGame(
        kind=GameKind.RANKED,
        log=[
            LoggedEvent(
                event=event,
                at=NOON + timedelta(seconds=seconds * number),
                by_person=number - len(OPENING) not in by_stand_in,
            )
            for number, event in enumerate(log)
        ],
        seats=[SeatFacts(person=seat) for seat in range(5)],
        claims=claims,
    )
    return [seat.tallies for seat in tally(game)]


def a_vote(chancellor: int, votes: Sequence[Vote], president: int = 0) -> list[Event]:
    ja = list(votes).count(Vote.JA)
    outcome = GovernmentElected if ja > 2 else GovernmentRejected
    passed = [PresidencyPassed(president=president, round=1)] if president else []
    return [
        *passed,
        ChancellorNominated(president=president, chancellor=chancellor),
        *(BallotMarked(seat=seat, vote=vote) for seat, vote in enumerate(votes)),
        BallotsRevealed(votes=tuple(votes)),
        outcome(president=president, chancellor=chancellor),
    ]


JA, NEIN = Vote.JA, Vote.NEIN


@pytest.mark.parametrize(
    ("president", "chancellor", "right"),
    [(0, 1, JA), (0, 3, NEIN), (0, 4, NEIN), (3, 1, NEIN), (4, 1, NEIN)],
)
def test_vote_in_the_danger_zone_is_right_for_liberals_and_against_fascists(
    president: int, chancellor: int, right: Vote
) -> None:
    votes = [JA, NEIN, JA, NEIN, JA]
    seats = measured([*THREE_FASCIST, *a_vote(chancellor, votes, president)])
    for seat in (0, 1, 2):
        assert seats[seat][Measure.DANGER_VOTES] == (votes[seat] is right, 1)
    assert Measure.DANGER_VOTES not in seats[3]
    assert Measure.DANGER_VOTES not in seats[4]


def test_votes_before_the_danger_zone_are_not_judged() -> None:
    seats = measured([*THREE_FASCIST[:2], *a_vote(4, [JA] * 5)])
    assert not any(Measure.DANGER_VOTES in seat for seat in seats)
    assert not any(Measure.ELECTED_HITLER in seat for seat in seats)


def test_only_a_ja_in_a_won_vote_has_elected_hitler() -> None:
    votes = [JA, JA, NEIN, JA, NEIN]
    seats = measured([*THREE_FASCIST, *a_vote(4, votes)])
    assert [seat.get(Measure.ELECTED_HITLER) for seat in seats] == [
        (1, 1),
        (1, 1),
        (0, 1),
        None,
        None,
    ]
    lost = measured([*THREE_FASCIST, *a_vote(4, [JA, JA, NEIN, NEIN, NEIN])])
    assert [seat.get(Measure.ELECTED_HITLER) for seat in lost[:3]] == [(0, 1)] * 3


def test_last_mark_on_a_ballot_counts() -> None:
    vote = a_vote(4, [JA] * 5)
    vote.insert(-2, BallotMarked(seat=0, vote=NEIN))
    assert measured([*THREE_FASCIST, *vote])[0][Measure.DANGER_VOTES] == (1, 1)


def test_ballot_of_a_stand_in_counts_for_no_person() -> None:
    # Seat 1 is voted for by a stand-in, in the sixth event after the opening.
    seats = measured([*THREE_FASCIST, *a_vote(4, [JA] * 5)], by_stand_in=[5])
    assert Measure.DANGER_VOTES not in seats[1]
    assert Measure.ELECTED_HITLER not in seats[1]
    assert seats[1][Measure.TIMED_OUT] == (1, 1)
    assert seats[0][Measure.DANGER_VOTES] == (0, 1)


def test_trust_is_for_who_proposes_and_who_stands() -> None:
    seats = measured([*a_vote(1, [JA] * 5), *a_vote(1, [NEIN] * 5)])
    assert seats[0][Measure.TRUSTED_PRESIDENT] == (1, 2)
    assert seats[1][Measure.TRUSTED_CHANCELLOR] == (1, 2)
    assert Measure.TRUSTED_CHANCELLOR not in seats[0]


@pytest.mark.parametrize(
    ("hand", "discarded", "expected"),
    [
        ((FASCIST, FASCIST, LIBERAL), FASCIST, (1, 1)),
        ((FASCIST, LIBERAL, LIBERAL), LIBERAL, (0, 1)),
        ((FASCIST, FASCIST, FASCIST), FASCIST, None),
        ((LIBERAL, LIBERAL, LIBERAL), LIBERAL, None),
    ],
)
def test_liberal_president_is_judged_by_what_was_discarded_of_both_kinds(
    hand: tuple[Policy, ...], discarded: Policy, expected: tuple[int, int] | None
) -> None:
    for president in (0, 3):
        seats = measured(
            [
                HandShown(seat=president, policies=hand),
                DiscardChosen(seat=president, policy=discarded),
            ]
        )
        found = seats[president].get(Measure.PASSED_LIBERAL)
        assert found == (expected if president == 0 else None)


def test_chancellor_is_judged_by_a_choice_only() -> None:
    both: list[Event] = [
        HandShown(seat=1, policies=(FASCIST, LIBERAL)),
        DiscardChosen(seat=1, policy=LIBERAL),
        PolicyEnacted(policy=FASCIST, chancellor=1),
    ]
    one_kind: list[Event] = [
        HandShown(seat=1, policies=(FASCIST, FASCIST)),
        DiscardChosen(seat=1, policy=FASCIST),
        PolicyEnacted(policy=FASCIST, chancellor=1),
    ]
    assert measured([*both, *one_kind])[1][Measure.ENACTED_LIBERAL] == (0, 1)
    chaos: list[Event] = [
        HandShown(seat=1, policies=(FASCIST, LIBERAL)),
        PolicyEnacted(policy=LIBERAL, chancellor=None),
    ]
    assert Measure.ENACTED_LIBERAL not in measured(chaos)[1]


def test_shots_hit_the_other_team() -> None:
    seats = measured(
        [
            PlayerExecuted(president=0, target=4),
            PlayerExecuted(president=0, target=1),
            PlayerExecuted(president=3, target=2),
        ]
    )
    assert seats[0][Measure.SHOTS] == (1, 2)
    assert seats[3][Measure.SHOTS] == (1, 1)
    assert [seat[Measure.SURVIVED] for seat in seats] == [(1, 1), (0, 1), (0, 1), (1, 1), (0, 1)]


def said(kind: ClaimKind, content: str, seat: int = 0) -> ClaimValue:
    return ClaimValue(seat=seat, round=1, kind=kind, content=content)


DREW = HandShown(seat=0, policies=(FASCIST, FASCIST, LIBERAL))


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (["LFF"], (1, 1)),
        (["FFF"], (0, 1)),
        # Once a lie, always a lie; taken back or not.
        (["FFF", "LFF"], (0, 1)),
        (["LFF", "", "LFF"], (1, 1)),
        ([""], None),
        ([], None),
    ],
)
def test_act_is_told_honestly_if_nothing_said_of_it_was_untrue(
    contents: list[str], expected: tuple[int, int] | None
) -> None:
    claims = [said(ClaimKind.DREW, content) for content in contents]
    seats = measured([DREW], claims=claims)
    assert seats[0].get(Measure.HONEST_CLAIMS) == expected


def test_peek_is_told_in_its_order() -> None:
    peek = PeekShown(seat=0, policies=(FASCIST, LIBERAL, FASCIST))
    for content, honest in (("FLF", 1), ("LFF", 0)):
        seats = measured([peek], claims=[said(ClaimKind.PEEKED, content)])
        assert seats[0][Measure.HONEST_CLAIMS] == (honest, 1)


def test_investigations_are_counted_by_themselves() -> None:
    shown = PartyMembershipShown(seat=0, target=3, party=Party.FASCIST)
    seats = measured([shown, DREW], claims=[said(ClaimKind.INVESTIGATED, "liberal")])
    assert seats[0][Measure.HONEST_INVESTIGATIONS] == (0, 1)
    assert Measure.HONEST_CLAIMS not in seats[0]


def test_pace_runs_from_what_opened_the_decision_to_the_first_own_mark() -> None:
    vote = a_vote(1, [JA] * 5)
    vote.insert(-2, BallotMarked(seat=0, vote=NEIN))
    seats = measured(vote)
    # Nominated after 5 s; the ballots followed 5, 10, 15, 20, 25 s after the nomination.
    assert seats[0][Measure.PACE] == (5_000 + 5_000, 2)
    assert seats[4][Measure.PACE] == (25_000, 1)
    assert measured(vote, seconds=601)[1][Measure.PACE] == (600_000, 1)
