"""A small vocabulary that brings a table into a state by playing.

`a_table(7)` seats people; `.elects(3)`, `.enacts("F")`, `.rejects(3)` play real actions through
`decide`. Where that would take too long, `a_table` sets boards, piles and marks directly, always
with all 17 policies somewhere. Seat 0 is the first presidential candidate unless `president` says
otherwise; roles are Liberals first, then Fascists, Hitler last, unless given.
"""

from collections import Counter
from random import Random
from typing import Any

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
from games.engine.decide import actors, decide
from games.engine.election import eligible_chancellors
from games.engine.errors import IllegalAction, Reason
from games.engine.events import Event, audience
from games.engine.executive_action import legal_targets
from games.engine.observation import Observation, observe
from games.engine.ruleset import Ruleset, standard_ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState, Shuffler, fold
from games.engine.vocabulary import Edition, Phase, Policy, Role, SeatNumber, Vote

L = Policy.LIBERAL
F = Policy.FASCIST
JA = Vote.JA
NEIN = Vote.NEIN
NO_LIMITS = (None, None)


def cards(pile: str) -> tuple[Policy, ...]:
    """Policies from letters, top first."""
    return tuple(Policy(letter) for letter in pile)


def letters(pile: tuple[Policy, ...]) -> str:
    """Letters from policies, top first."""
    return "".join(pile)


class RecordedOrder:
    """A shuffler that puts the given letters on top of whatever it shuffles."""

    def __init__(self, top: str) -> None:
        self.top = top
        self.shuffled = 0

    def shuffle(self, x: list[Any], /) -> None:
        self.shuffled += 1
        rest = list(x)
        for policy in cards(self.top):
            rest.remove(policy)
        x[:] = [*cards(self.top), *rest]


class Table:
    """A game being played by a test; every step goes through `decide`."""

    def __init__(self, state: GameState, rng: Shuffler) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []
        """Of the last action."""
        self.log: list[Event] = []
        """Since the test took over."""

    # Asking

    @property
    def eligible(self) -> list[SeatNumber]:
        assert self.state.phase is Phase.NOMINATE
        return list(eligible_chancellors(self.state))

    @property
    def targets(self) -> list[SeatNumber]:
        return list(legal_targets(self.state))

    @property
    def actors(self) -> list[SeatNumber]:
        return list(actors(self.state))

    @property
    def limits(self) -> tuple[SeatNumber | None, SeatNumber | None]:
        return self.state.limited_president, self.state.limited_chancellor

    @property
    def boards(self) -> tuple[int, int]:
        """Liberal, Fascist."""
        return self.state.liberal_policies, self.state.fascist_policies

    @property
    def living(self) -> list[SeatNumber]:
        return [seat for seat, alive in enumerate(self.state.alive) if alive]

    def seen_by(self, viewer: SeatNumber | None) -> Observation:
        return observe(self.state, viewer)

    def told(self, viewer: SeatNumber | None) -> list[Event]:
        """Return what the last action told this viewer and not everybody."""
        return [event for event in self.events if audience(event) == viewer]

    def happened(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.events)

    # Acting

    def act(self, action: Action) -> "Table":
        self.events = list(decide(self.state, action, self.rng))
        self.log += self.events
        self.state = fold(self.events, self.state)
        return self

    def refuses(self, action: Action) -> Reason:
        """Return the reason; fail if the engine allows the action or anything changed."""
        before = self.state
        copy = dict(vars(before))
        try:
            decide(before, action, self.rng)
        except IllegalAction as refused:
            assert vars(before) == copy
            return refused.reason
        raise AssertionError(f"{action} was allowed")

    def nominates(self, chancellor: SeatNumber) -> "Table":
        return self.act(NominateChancellor(seat=self.state.president, chancellor=chancellor))

    def votes(self, *, ja: int | None = None) -> "Table":
        """Cast so many Ja, from the lowest living seat on; everybody's without a number."""
        voters = self.living
        for place, seat in enumerate(voters):
            vote = JA if ja is None or place < ja else NEIN
            self.act(CastBallot(seat=seat, vote=vote))
        return self

    def elects(self, chancellor: SeatNumber) -> "Table":
        return self.nominates(chancellor).votes()

    def rejects(self, chancellor: SeatNumber | None = None) -> "Table":
        nominee = self.eligible[0] if chancellor is None else chancellor
        return self.nominates(nominee).votes(ja=0)

    def rejects_thrice(self) -> "Table":
        return self.rejects().rejects().rejects()

    def discards(self, card: str) -> "Table":
        return self.act(DiscardPolicy(seat=self.state.president, policy=Policy(card)))

    def enacts(self, card: str, discarding: str | None = None) -> "Table":
        """The Chancellor enacts; the President discards first if that is due."""
        if self.state.phase is Phase.PRESIDENT_DISCARD:
            spare = list(self.state.hand)
            spare.remove(Policy(card))
            self.discards(discarding or spare[0])
        return self.act(EnactPolicy(seat=self.chancellor, policy=Policy(card)))

    def governs(self, chancellor: SeatNumber, card: str) -> "Table":
        """Elect the government and enact the policy."""
        return self.elects(chancellor).enacts(card)

    def asks_for_veto(self) -> "Table":
        if self.state.phase is Phase.PRESIDENT_DISCARD:
            self.discards(self.state.hand[0])
        return self.act(RequestVeto(seat=self.chancellor))

    def answers_veto(self, *, grant: bool) -> "Table":
        return self.act(AnswerVeto(seat=self.state.president, grant=grant))

    def vetoes(self, chancellor: SeatNumber) -> "Table":
        """Elect the government, ask for the veto and grant it."""
        return self.elects(chancellor).asks_for_veto().answers_veto(grant=True)

    def investigates(self, target: SeatNumber) -> "Table":
        return self.act(InvestigateLoyalty(seat=self.state.president, target=target))

    def appoints(self, target: SeatNumber) -> "Table":
        return self.act(CallSpecialElection(seat=self.state.president, target=target))

    def peeks(self) -> "Table":
        return self.act(PeekAtPolicies(seat=self.state.president))

    def executes(self, target: SeatNumber) -> "Table":
        return self.act(ExecutePlayer(seat=self.state.president, target=target))

    @property
    def chancellor(self) -> SeatNumber:
        assert self.state.chancellor is not None
        return self.state.chancellor


def roles_with(ruleset: Ruleset, hitler: SeatNumber | None) -> tuple[Role, ...]:
    """Liberals first, Fascists next, Hitler last or on the given seat."""
    roles = list(ruleset.roles)
    if hitler is not None:
        roles[hitler], roles[-1] = roles[-1], roles[hitler]
    return tuple(roles)


def a_table(
    players: int = 7,
    *,
    edition: Edition = Edition.RETAIL,
    president: SeatNumber = 0,
    roles: tuple[Role, ...] | None = None,
    hitler: SeatNumber | None = None,
    top: str = "",
    deck: str | None = None,
    liberal: int = 0,
    fascist: int = 0,
    limited: tuple[SeatNumber | None, SeatNumber | None] = NO_LIMITS,
    tracker: int = 0,
    dead: tuple[SeatNumber, ...] = (),
    renewal: str | None = None,
) -> Table:
    """A table at a nomination.

    `top` are the first policies of a draw pile that holds all policies that are not on the boards;
    `deck` is the whole draw pile, and the rest is the discard pile. `renewal` is the top of a
    renewed deck.
    """
    rules = standard_ruleset(players, edition)
    opening = start_game(
        rules,
        Deal(
            roles=roles or roles_with(rules, hitler),
            first_president=president,
            draw_pile=rules.policy_deck,
        ),
    )
    state = fold(opening)
    rest = Counter(rules.policy_deck)
    rest.subtract({L: liberal, F: fascist})
    pile = cards(top if deck is None else deck)
    rest.subtract(pile)
    assert min(rest.values()) >= 0, "more policies than the box holds"
    others = tuple(sorted(rest.elements()))
    state = state.but(
        liberal_policies=liberal,
        fascist_policies=fascist,
        draw_pile=pile + others if deck is None else pile,
        discard_pile=() if deck is None else others,
        limited_president=limited[0],
        limited_chancellor=limited[1],
        tracker=tracker,
        alive=tuple(seat not in dead for seat in range(players)),
    )
    return Table(state, Random(1) if renewal is None else RecordedOrder(renewal))
