"""Turning points: which hand each policy came from, which votes elected whom, and who lied."""

import pytest

from games.engine.events import (
    BallotsRevealed,
    ChancellorNominated,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    PolicyEnacted,
    SecretRoleDealt,
    TopPolicyDiscarded,
)
from games.engine.vocabulary import ClaimKind, Edition, Policy, Role, Vote
from games.presenters.players import Player
from games.presenters.replay.turning_points import (
    MOST_SHOWN,
    TurningPoint,
    present_turning_points,
    weightiest,
)
from games.selectors import tour
from games.values.chat import ClaimValue
from games.values.tour import TourWay
from tests.games.recordings import NAMES, played_log


def told_of(log: tuple[Event, ...], *claims: ClaimValue) -> tuple[TurningPoint, ...]:
    players = tuple(Player(name=name) for name in NAMES)
    return present_turning_points(enumerate(log), players, claims)


def told_of_the_tour(*claims: ClaimValue) -> list[str]:
    players = tuple(Player(name=name) for name in tour.PLAYERS)
    # Three rounds of it.
    log = tuple(event for step in tour.steps_of(TourWay())[:14] for event in step.events)
    return [point.text for point in present_turning_points(enumerate(log), players, claims)]


def test_policies_are_told_with_the_hands_they_came_from() -> None:
    assert told_of_the_tour() == [
        (
            "President Charlie drew Fascist, Fascist, Liberal and passed on Fascist, Liberal."
            " Chancellor Lou had the choice and enacted the Fascist policy."
        ),
        (
            "President Jo drew Fascist, Fascist, Liberal and passed on Fascist, Liberal."
            " Chancellor Robin had the choice and enacted the Fascist policy."
        ),
        "President Jo saw the party membership of Robin: Fascist.",
        (
            "President Alex drew Fascist, Fascist, Fascist: Chancellor Kim could enact nothing"
            " but a Fascist policy."
        ),
    ]


def test_zone_and_thrown_policies_are_those_of_the_board() -> None:
    """Hitler as Chancellor is told from the zone of the board on, and so is chaos that wins nothing."""
    roles = [SecretRoleDealt(seat=seat, role=Role.LIBERAL) for seat in range(6)]

    def told_on(board: str) -> str:
        log: tuple[Event, ...] = (
            GameStarted(players=7, edition=Edition.RETAIL, board=board),
            *roles,
            SecretRoleDealt(seat=6, role=Role.HITLER),
            PolicyEnacted(policy=Policy.FASCIST, chancellor=None),
            ChancellorNominated(president=0, chancellor=6),
            BallotsRevealed(votes=(Vote.JA,) * 7),
            GovernmentElected(president=0, chancellor=6),
            TopPolicyDiscarded(policy=Policy.FASCIST),
        )
        return " ".join(point.text for point in told_of(log))

    early = told_on("7-2-nisee-k0-z2-v5-6x11-0x1-c0")
    assert "Hitler became Chancellor" in early
    assert "which wins no game on this board" in early
    assert "Hitler" not in told_on("standard")


def test_claims_that_were_not_true_are_told() -> None:
    lie = ClaimValue(seat=1, round=2, kind=ClaimKind.RECEIVED, content="FF")
    assert "Chancellor Robin received Fascist, Liberal, and claimed: Fascist, Fascist." in (
        told_of_the_tour(lie)
    )


@pytest.mark.parametrize(
    ("kind", "seat", "content"),
    [(ClaimKind.RECEIVED, 1, "LF"), (ClaimKind.RECEIVED, 1, ""), (ClaimKind.DREW, 6, "LFF")],
)
def test_true_claims_and_silence_are_no_lies(kind: ClaimKind, seat: int, content: str) -> None:
    claim = ClaimValue(seat=seat, round=2, kind=kind, content=content)
    assert told_of_the_tour(claim) == told_of_the_tour()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("fascist", "Fascist, and told the truth about it."),
        ("liberal", "Fascist, and claimed: Liberal."),
        ("", "saw the party membership of Robin: Fascist."),
    ],
)
def test_investigations_are_told_with_what_was_said_of_them(content: str, says: str) -> None:
    claim = ClaimValue(seat=6, round=2, kind=ClaimKind.INVESTIGATED, content=content, target=1)
    assert any(text.endswith(says) for text in told_of_the_tour(claim))


@pytest.mark.parametrize("seed", range(20))
def test_every_policy_and_the_end_are_told_at_their_steps(seed: int) -> None:
    log = played_log(5 + seed % 6, seed)
    points = told_of(log)
    enacted = [n for n, event in enumerate(log) if isinstance(event, PolicyEnacted)]
    assert [p.step for p in points if p.party and p.kind != "victory"] == enacted
    (end,) = (n for n, event in enumerate(log) if isinstance(event, GameEnded))
    assert points[-1].step == end
    assert points[-1].is_decisive
    assert [p.step for p in points] == sorted(p.step for p in points)


def test_what_weighs_most_is_told_first_and_the_end_always() -> None:
    for seed in range(1, 9):
        points = told_of(played_log(7, seed))
        chosen = weightiest(points)
        assert len(chosen) == min(MOST_SHOWN, len(points))
        assert chosen[-1].kind == "victory"
        assert [point.step for point in chosen] == sorted(point.step for point in chosen)
        left_out = [point for point in points if point not in chosen]
        heaviest_left_out = min((point.lightness for point in left_out), default=99)
        assert max(point.lightness for point in chosen) <= heaviest_left_out


def test_rounds_of_the_poster_are_told_beside_the_replay() -> None:
    for seed in range(1, 9):
        points = told_of(played_log(7, seed))
        early = next(point for point in points if point not in weightiest(points))
        chosen = weightiest(points, {early.round, points[-1].round})
        assert early.round in {point.round for point in chosen}
        assert len(chosen) == MOST_SHOWN
        assert chosen[-1].kind == "victory"


def test_policies_in_a_sentence_can_be_drawn() -> None:
    point = told_of(played_log(7, 3))[0]
    policies = [part.policies for part in point.parts if part.policies]
    assert policies
    assert all(set(letters) <= set("LF") for letters in policies)
    assert "\x02" not in point.text


def test_hitler_as_chancellor_is_told_where_it_wins_alone() -> None:
    elected_early = elected_late = 0
    for seed in range(40):
        log = played_log(7, seed)
        hitler = next(
            each.seat
            for each in log
            if isinstance(each, SecretRoleDealt) and each.role is Role.HITLER
        )
        told = {point.step for point in told_of(log) if point.kind == "hitler"}
        fascist, chancellor = 0, -1
        for step, event in enumerate(log):
            match event:
                case PolicyEnacted():
                    fascist += event.policy is Policy.FASCIST
                case ChancellorNominated():
                    chancellor = event.chancellor
                case GovernmentElected() if chancellor == hitler:
                    elected_early += fascist < 3
                    elected_late += fascist >= 3
                    assert (step in told) == (fascist >= 3)
    assert elected_early
    assert elected_late
