"""Lessons: one idea each, a position of a real game, and a question that the engine or the enumerator answers.

Which option is right is worked out here from the position, never written down, so no lesson can contradict the rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from games.engine import decide, fold, legal_actions, observe
from games.engine.actions import DiscardPolicy, EnactPolicy, NominateChancellor, RequestVeto
from games.engine.events import (
    ChaosStruck,
    Event,
    GameEnded,
    GovernmentElected,
    GovernmentRejected,
    PresidencyPassed,
    told_to,
)
from games.engine.observation import Observation
from games.engine.vocabulary import ClaimKind, Policy, Role, SeatNumber
from games.learning.facts import CertainFacts, read_facts
from games.learning.finding import SAYS_NOTHING_NEW
from games.learning.policy_deck import can_all_be_true
from games.learning.script import Script
from games.learning.teams import is_certainly_false, possible_teams
from games.values.chat import ClaimValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson without its words."""

    slug: str
    seat: SeatNumber
    """Whose knowledge it is."""
    told: tuple[Event, ...]
    seen: Observation
    """The table at the moment of the question."""
    claims: tuple[ClaimValue, ...] = ()
    right: tuple[bool, ...]
    """For each option in its order whether it is right; exactly one is."""
    seats: tuple[SeatNumber, ...] = ()
    """The options, where they are players."""
    asks_for_marks: bool = False
    """Whether marks at the seats would answer the question."""

    @property
    def facts(self) -> CertainFacts:
        """What is certain for this seat."""
        return read_facts(self.told, self.seat)


def _told(script: Script, seat: SeatNumber) -> tuple[Event, ...]:
    told = told_to(script.log, seat, game_over=False)
    return tuple(event for event in told if not isinstance(event, SAYS_NOTHING_NEW))


def _in_office(script: Script, seat: SeatNumber) -> Observation:
    """Return the table before the last round was over, for questions about its government."""
    rounds = [at for at, event in enumerate(script.log) if isinstance(event, PresidencyPassed)]
    return observe(fold(script.log[: rounds[-1]]), seat)


def _facts(script: Script, seat: SeatNumber) -> CertainFacts:
    return read_facts(told_to(script.log, seat, game_over=False), seat)


def _eligible() -> Lesson:
    game = Script("LLFLHLF", "LFF")
    game.govern(3, "F", "L")
    seats = (0, 3, 5)
    allowed = legal_actions(game.state, 1)
    return Lesson(
        slug="eligible",
        seat=1,
        told=_told(game, 1),
        seen=observe(game.state, 1),
        seats=seats,
        asks_for_marks=True,
        right=tuple(NominateChancellor(seat=1, chancellor=seat) in allowed for seat in seats),
    )


def _tie() -> Lesson:
    game = Script("LFLHLL", "LFF")
    game.propose(3)
    told, seen = _told(game, 0), observe(game.state, 0)
    events = game.vote(3)
    kinds = {type(event) for event in events}
    right = (GovernmentElected in kinds, GovernmentRejected in kinds)
    return Lesson(slug="tie", seat=0, told=told, seen=seen, right=(*right, not any(right)))


def _tracker() -> Lesson:
    game = Script("LFLHL", "LFF")
    game.reject(1)
    game.reject(2)
    told, seen = _told(game, 2), observe(game.state, 2)
    game.propose(3)
    happened = any(isinstance(event, ChaosStruck) for event in game.vote(0))
    enacted = game.state.past_rounds[-1].chaos is not None
    is_reset = game.state.tracker == 0
    return Lesson(
        slug="tracker",
        seat=2,
        told=told,
        seen=seen,
        right=(not happened, happened and enacted and is_reset, happened and not enacted),
    )


def _own_eyes() -> Lesson:
    game = Script("LLFLHLF", "LFFFFL")
    game.govern(3, "F", "L")
    game.govern(4, "F", "F")
    claims = (
        ClaimValue(seat=0, round=1, kind=ClaimKind.DREW, content="FFF"),
        ClaimValue(seat=1, round=2, kind=ClaimKind.DREW, content="LFF"),
        ClaimValue(seat=4, round=2, kind=ClaimKind.RECEIVED, content="FF"),
    )
    facts = _facts(game, 3)
    return Lesson(
        slug="own-eyes",
        seat=3,
        told=_told(game, 3),
        seen=observe(game.state, 3),
        claims=claims,
        right=tuple(is_certainly_false(facts, claim) for claim in claims),
    )


def _conflict() -> Lesson:
    game = Script("LFLLHLF", "LLF")
    game.govern(1, "L", "F")
    claims = (
        ClaimValue(seat=0, round=1, kind=ClaimKind.DREW, content="LLF"),
        ClaimValue(seat=1, round=1, kind=ClaimKind.RECEIVED, content="FF"),
    )
    facts = _facts(game, 2)
    teams = possible_teams(facts)
    both = frozenset(((claim.round, claim.kind), claim.content) for claim in claims)
    is_conflict = not can_all_be_true(facts, both)
    return Lesson(
        slug="conflict",
        seat=2,
        told=_told(game, 2),
        seen=_in_office(game, 2),
        claims=claims,
        right=(
            all(roles[0] is not Role.LIBERAL for roles in teams),
            all(roles[1] is not Role.LIBERAL for roles in teams),
            is_conflict and not any(is_certainly_false(facts, claim) for claim in claims),
        ),
    )


def _cleared() -> Lesson:
    game = Script("LLFLHLF", "FFFFFFFFFLFF")
    game.govern(3, "F", "F")
    game.govern(4, "F", "F")
    game.use_power(5)
    game.govern(3, "F", "F")
    game.use_power(0)
    game.govern(6, "F", "L")
    teams = possible_teams(_facts(game, 0))
    seats = (1, 3, 6)
    return Lesson(
        slug="cleared",
        seat=0,
        told=_told(game, 0),
        seen=observe(game.state, 0),
        seats=seats,
        asks_for_marks=True,
        right=tuple(all(roles[seat] is not Role.HITLER for roles in teams) for seat in seats),
    )


def _party() -> Lesson:
    game = Script("LLFLHLF", "FFFFFF")
    game.govern(3, "F", "F")
    game.govern(2, "F", "F")
    game.use_power(4)
    roles = {deal[4] for deal in possible_teams(_facts(game, 1))}
    return Lesson(
        slug="party",
        seat=1,
        told=_told(game, 1),
        seen=observe(game.state, 1),
        right=(roles == {Role.FASCIST}, roles == {Role.HITLER}, len(roles) == 2),
    )


def _cover() -> Lesson:
    game = Script("LFLFHLL", "LFF")
    game.reject(2)
    game.govern(3, "L", "F")
    claim = ClaimValue(seat=1, round=2, kind=ClaimKind.DREW, content="FFF")
    received = (claim.round, ClaimKind.RECEIVED)
    # What the others can hold to be true: they know the policy, and what the President said.
    facts = _facts(game, 0)
    president = ((claim.round, claim.kind), claim.content)
    return Lesson(
        slug="cover",
        seat=3,
        told=_told(game, 3),
        seen=_in_office(game, 3),
        claims=(claim,),
        right=tuple(
            can_all_be_true(facts, frozenset({president, (received, content)}))
            for content in ("LF", "FF", "LL")
        ),
    )


def _special() -> Lesson:
    game = Script("LLFLHLF", "FFFFFFFFF")
    game.govern(3, "F", "F")
    game.govern(4, "F", "F")
    game.use_power(0)
    game.govern(5, "F", "F")
    game.use_power(6)
    told, seen = _told(game, 2), observe(game.state, 2)
    game.reject(1)
    seats = (0, 2, 3)
    return Lesson(
        slug="special",
        seat=2,
        told=told,
        seen=seen,
        seats=seats,
        right=tuple(seat == game.state.president for seat in seats),
    )


def _veto() -> Lesson:
    # Five Fascist policies, with every power they bring; seat 3 is a Liberal Chancellor with two more.
    game = Script("LLFLHLF", "FFLFFLFFLFFLFFF", seed=6)
    rounds = ((3, "L", None), (5, "L", 6), (3, "L", 0), (6, "L", 2), (5, "F", 6))
    for chancellor, discard, target in rounds:
        game.govern(chancellor, discard, "F")
        if target is not None:
            game.use_power(target)
    game.propose(3)
    game.vote()
    hand = game.state.hand
    spare = Policy.LIBERAL if Policy.LIBERAL in hand else Policy.FASCIST
    game.do(DiscardPolicy(seat=game.state.president, policy=spare))
    told, seen = _told(game, 3), observe(game.state, 3)
    allowed = legal_actions(game.state, 3)
    may_refuse = RequestVeto(seat=3) in allowed
    ends = decide(game.state, EnactPolicy(seat=3, policy=Policy.FASCIST), Random(0))  # noqa: S311
    is_lost = any(isinstance(event, GameEnded) for event in ends)
    must_be_fascist = EnactPolicy(seat=3, policy=Policy.LIBERAL) not in allowed
    return Lesson(
        slug="veto",
        seat=3,
        told=told,
        seen=seen,
        right=(may_refuse and is_lost and must_be_fascist, not must_be_fascist, not is_lost),
    )


_LESSONS: tuple[Callable[[], Lesson], ...] = (
    _eligible, _tie, _tracker, _own_eyes, _conflict, _cover, _special, _cleared, _party, _veto,
)  # fmt: skip


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """Return the lessons in their order."""
    return tuple(make() for make in _LESSONS)
