"""How the policy deck can have run: every order of the policies that agrees with what is known of it.

The deck is followed step by step as a set of possible decks, so no order is tried twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from games.engine.vocabulary import ClaimKind, Policy
from games.learning.facts import (
    CertainFacts,
    Chaos,
    DeckStep,
    HiddenAct,
    Peek,
    Renewal,
    Session,
    hand_of,
)

_L, _F = Policy.LIBERAL.value, Policy.FASCIST.value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deck:
    """How many policies lie in each pile, and the top of the draw pile as far as it is known."""

    drawn_from: tuple[int, int]
    """Liberals and Fascists in the draw pile."""
    discarded: tuple[int, int]
    """Liberals and Fascists in the discard pile."""
    top: str = ""

    def has(self, policies: str) -> bool:
        """Whether so many policies of each kind lie in the draw pile."""
        liberals, fascists = self.drawn_from
        return policies.count(_L) <= liberals and policies.count(_F) <= fascists


def can_all_be_true(facts: CertainFacts, said: frozenset[tuple[HiddenAct, str]]) -> bool:
    """Whether the policy deck can have run so that all this, and all that the seat saw, is true."""
    wanted = dict(facts.seen)
    for act, content in said:
        if wanted.setdefault(act, content) != content:
            return False
    rules = facts.ruleset
    decks = {_Deck(drawn_from=(rules.liberal_policies, rules.fascist_policies), discarded=(0, 0))}
    for step in facts.steps:
        decks = {after for deck in decks for after in _after(step, deck, wanted)}
    return bool(decks)


def _after(step: DeckStep, deck: _Deck, wanted: Mapping[HiddenAct, str]) -> Iterator[_Deck]:
    """Return every deck that this step can leave."""
    match step:
        case Renewal():
            drawn_from = (
                deck.drawn_from[0] + deck.discarded[0],
                deck.drawn_from[1] + deck.discarded[1],
            )
            yield _Deck(drawn_from=drawn_from, discarded=(0, 0))
        case Peek():
            for top in _tops(deck, 3):
                if wanted.get((step.round, ClaimKind.PEEKED), top) == top:
                    yield replace(deck, top=top)
        case Chaos():
            for top in _tops(deck, 1):
                if top[0] == step.policy:
                    yield _without(deck, top[:1], kept=top[1:])
        case Session():
            for top in _tops(deck, 3):
                yield from _sessions(step, deck, top, wanted)


def _tops(deck: _Deck, size: int) -> Iterator[str]:
    """Return every order in which at least so many policies can lie on top."""
    for rest in product(_L + _F, repeat=max(0, size - len(deck.top))):
        top = deck.top + "".join(rest)
        if deck.has(top):
            yield top


def _without(deck: _Deck, taken: str, *, kept: str = "") -> _Deck:
    liberals, fascists = deck.drawn_from
    return replace(
        deck, drawn_from=(liberals - taken.count(_L), fascists - taken.count(_F)), top=kept
    )


def _sessions(
    step: Session, deck: _Deck, drawn: str, wanted: Mapping[HiddenAct, str]
) -> Iterator[_Deck]:
    """Return what every choice of this government leaves, if it drew these three."""
    if wanted.get((step.round, ClaimKind.DREW), hand_of(drawn)) != hand_of(drawn):
        return
    for discard in set(drawn):
        passed = hand_of(drawn.replace(discard, "", 1))
        if wanted.get((step.round, ClaimKind.RECEIVED), passed) != passed:
            continue
        if step.enacted is not None and step.enacted not in passed:
            continue
        gone = drawn if step.enacted is None else drawn.replace(step.enacted, "", 1)
        liberals, fascists = deck.discarded
        yield replace(
            _without(deck, drawn),
            discarded=(liberals + gone.count(_L), fascists + gone.count(_F)),
        )
