"""The probability of what happened in a round and of what was claimed about it, if certain players are the fascists.

It follows from a few fixed assumptions about how liberals and fascists act, which are the same for every player and
which the page names. The policy deck is followed, too: after each step every possible deck has its probability.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.state import RoundRecord
from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT
from games.engine.vocabulary import ClaimKind, Party, Policy, SeatNumber, Vote
from games.learning.facts import Chaos, DeckStep, HiddenAct, Peek, Renewal, Session, hand_of
from games.learning.policy_deck import Deck, after_chaos, after_session, renewed, tops

GIVES_UP_LIBERAL: Final = {Party.LIBERAL: 0.02, Party.FASCIST: 0.7}
"""How often somebody in office who could keep a Liberal policy discards it."""
CLAIMS_THE_TRUTH: Final = {Party.LIBERAL: 0.97, Party.FASCIST: 0.5}
"""How often a claim is true; all untrue ones are equally likely."""
VOTES_FOR_FASCISTS: Final = 0.55
"""How often a fascist outside the government votes Ja to a government with a fascist, and Nein to one without."""

DeckChances: TypeAlias = tuple[tuple[Deck, float], ...]
"""Every possible deck with its chance; the sum is 1."""
Parties: TypeAlias = tuple[Party, Party]
"""Of the President and of the Chancellor."""
Contents: TypeAlias = Mapping[HiddenAct, str]


def weigh_step(
    step: DeckStep, decks: DeckChances, parties: Parties, seen: Contents, said: Contents
) -> tuple[float, DeckChances]:
    """Return the probability of this step under a government of these parties, and the possible decks after it.

    `seen` has what is known for certain about hidden acts, `said` what was claimed about them.
    """
    left = defaultdict[Deck, float](float)
    for deck, chance in decks:
        for deck_after, likely in _ways(step, deck, parties, seen, said):
            if likely:
                left[deck_after] += chance * likely
    total = sum(left.values())
    return total, tuple((deck, chance / total) for deck, chance in left.items())


def _ways(
    step: DeckStep, deck: Deck, parties: Parties, seen: Contents, said: Contents
) -> Iterator[tuple[Deck, float]]:
    match step:
        case Renewal():
            yield renewed(deck), 1
        case Chaos():
            for top in tops(deck, 1):
                if top[0] == step.policy:
                    left = after_chaos(deck, top, is_discarded=step.is_discarded)
                    yield left, _chance_of_top(deck, top)
        case Peek():
            act = step.round, ClaimKind.PEEKED
            for top in tops(deck, 3):
                if seen.get(act, top) == top:
                    told = chance_of_claim(act[1], said.get(act, NO_COMMENT), top, parties[0])
                    yield replace(deck, top=top), told * _chance_of_top(deck, top)
        case Session():
            acts = (step.round, ClaimKind.DREW), (step.round, ClaimKind.RECEIVED)
            seen_hands = seen.get(acts[0]), seen.get(acts[1])
            said_hands = said.get(acts[0], NO_COMMENT), said.get(acts[1], NO_COMMENT)
            for drawn, chance, deck_after in _draws(deck, step.enacted):
                likely = _chance_of_session(step.enacted, drawn, parties, seen_hands, said_hands)
                yield deck_after, likely * chance


@lru_cache(maxsize=8192)
def _draws(deck: Deck, enacted: Policy | None) -> tuple[tuple[str, float, Deck], ...]:
    """Return every hand that can be drawn for this policy, its chance, and the deck after the session."""
    chances = defaultdict[str, float](float)
    for top in tops(deck, 3):
        chances[hand_of(top)] += _chance_of_top(deck, top)
    return tuple(
        (hand, chance, after_session(deck, hand, enacted))
        for hand, chance in chances.items()
        if enacted is None or enacted in hand
    )


def _chance_of_top(deck: Deck, top: str) -> float:
    """Return the probability that these policies lie on top of the draw pile in this order, given the known ones."""
    known = deck.top
    left = dict(zip((Policy.LIBERAL.value, Policy.FASCIST.value), deck.drawn_from, strict=True))
    for policy in known:
        left[policy] -= 1
    chance = 1.0
    for policy in top[len(known) :]:
        chance *= left[policy] / sum(left.values())
        left[policy] -= 1
    return chance


@lru_cache(maxsize=8192)
def _chance_of_session(
    enacted: Policy | None,
    drawn: str,
    parties: Parties,
    seen: tuple[str | None, str | None],
    said: tuple[str, str],
) -> float:
    """Return the probability that this drawn hand leads to this policy and to these claims.

    `seen` and `said` have two contents each: of the hand drawn, and of the hand passed on.
    """
    if seen[0] not in (None, drawn):
        return 0
    total = 0.0
    for passed, passing in _choices(drawn, parties[0]):
        if seen[1] in (None, passed):
            # A veto is anybody's choice; it says nothing.
            enacting = dict(_choices(passed, parties[1])).get(enacted, 0) if enacted else 1
            told = chance_of_claim(ClaimKind.RECEIVED, said[1], passed, parties[1])
            total += passing * enacting * told
    return total * chance_of_claim(ClaimKind.DREW, said[0], drawn, parties[0])


def _choices(hand: str, party: Party) -> Iterator[tuple[str, float]]:
    """Yield each hand that can be left after one discard, with the probability that a player of this party leaves it."""
    liberal, fascist = Policy.LIBERAL.value, Policy.FASCIST.value
    if len(set(hand)) == 1:
        yield hand[1:], 1
        return
    gives_up = GIVES_UP_LIBERAL[party]
    yield hand.replace(liberal, "", 1), gives_up
    yield hand.replace(fascist, "", 1), 1 - gives_up


def chance_of_claim(kind: ClaimKind, content: str, truth: str, party: Party) -> float:
    """Return the probability that a player of this party claims `content` when `truth` is true; 1 for no comment."""
    if content == NO_COMMENT:
        return 1
    truthful = CLAIMS_THE_TRUTH[party]
    if content == truth:
        return truthful
    return (1 - truthful) / (len(CLAIMABLE_CONTENTS[kind]) - 1)


def chance_of_votes(record: RoundRecord, fascists: frozenset[SeatNumber]) -> float:
    """Return how much likelier the votes of these fascists are than if they were liberals.

    Only those outside the government count.
    """
    government = {record.president, record.chancellor}
    wanted = Vote.JA if fascists & government else Vote.NEIN
    chance = 1.0
    for seat, vote in enumerate(record.votes):
        if vote is not None and seat in fascists and seat not in government:
            share = VOTES_FOR_FASCISTS if vote is wanted else 1 - VOTES_FOR_FASCISTS
            # A Liberal votes either way equally often.
            chance *= share / 0.5
    return chance
