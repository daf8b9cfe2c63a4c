"""How the policy deck can have run: every order of the policies that agrees with what is known of it.

The deck is followed step by step as a set of possible decks, so no order is tried twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from games.engine.ruleset import Ruleset
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
class Deck:
    """How many policies lie in each pile, and the top of the draw pile as far as it is known."""

    drawn_from: tuple[int, int]
    """Liberals and Fascists in the draw pile."""
    discarded: tuple[int, int]
    """Liberals and Fascists in the discard pile."""
    top: str = ""

    @staticmethod
    def full(rules: Ruleset) -> "Deck":
        """Return the deck as it lies before the first round, without what the board enacts at the start (B-5)."""
        deck = rules.policy_deck
        piles = deck.count(Policy.LIBERAL), deck.count(Policy.FASCIST)
        return Deck(drawn_from=piles, discarded=(0, 0))

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
    decks = {Deck.full(facts.ruleset)}
    for step in facts.steps:
        decks = {after for deck in decks for after in _after(step, deck, wanted)}
    return bool(decks)


def _after(step: DeckStep, deck: Deck, wanted: Mapping[HiddenAct, str]) -> Iterator[Deck]:
    """Return every deck that this step can leave."""
    match step:
        case Renewal():
            yield renewed(deck)
        case Peek():
            for top in tops(deck, 3):
                if wanted.get((step.round, ClaimKind.PEEKED), top) == top:
                    yield replace(deck, top=top)
        case Chaos():
            for top in tops(deck, 1):
                if top[0] == step.policy:
                    yield after_chaos(deck, top, is_discarded=step.is_discarded)
        case Session():
            for top in tops(deck, 3):
                yield from _sessions(step, deck, top, wanted)


def renewed(deck: Deck) -> Deck:
    """Return the deck after draw pile and discard pile were shuffled together."""
    liberals, fascists = deck.drawn_from
    more_liberals, more_fascists = deck.discarded
    return Deck(drawn_from=(liberals + more_liberals, fascists + more_fascists), discarded=(0, 0))


def tops(deck: Deck, size: int) -> Iterator[str]:
    """Return every order in which at least so many policies can lie on top."""
    for rest in product(_L + _F, repeat=max(0, size - len(deck.top))):
        top = deck.top + "".join(rest)
        if deck.has(top):
            yield top


def _without(deck: Deck, taken: str, *, kept: str = "") -> Deck:
    """Return the deck after these were drawn; `kept` is what is known of the top after that."""
    liberals, fascists = deck.drawn_from
    return replace(
        deck, drawn_from=(liberals - taken.count(_L), fascists - taken.count(_F)), top=kept
    )


def after_chaos(deck: Deck, top: str, *, is_discarded: bool) -> Deck:
    """Return the deck after the first of these was turned up, and enacted or discarded (B-9)."""
    left = _without(deck, top[0], kept=top[1:])
    if not is_discarded:
        return left
    liberals, fascists = left.discarded
    return replace(left, discarded=(liberals + (top[0] == _L), fascists + (top[0] == _F)))


def _sessions(
    step: Session, deck: Deck, drawn: str, wanted: Mapping[HiddenAct, str]
) -> Iterator[Deck]:
    """Return what every choice of this government leaves, if it drew these three."""
    if wanted.get((step.round, ClaimKind.DREW), hand_of(drawn)) != hand_of(drawn):
        return
    for discard in set(drawn):
        passed = hand_of(drawn.replace(discard, "", 1))
        if wanted.get((step.round, ClaimKind.RECEIVED), passed) != passed:
            continue
        if step.enacted is not None and step.enacted not in passed:
            continue
        yield after_session(deck, drawn, step.enacted)


def after_session(deck: Deck, drawn: str, enacted: Policy | None) -> Deck:
    """Return the deck after a session that drew these three; a veto enacts nothing."""
    gone = drawn if enacted is None else drawn.replace(enacted, "", 1)
    liberals, fascists = deck.discarded
    return replace(
        _without(deck, drawn), discarded=(liberals + gone.count(_L), fascists + gone.count(_F))
    )
