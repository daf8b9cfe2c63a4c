"""What one seat, or the whole table, could know of everybody's party after each round of a game.

Each team of fascists that the facts still allow gets a weight: the probability of all rounds and claims so far, if it is
the real one (likelihood.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from games.engine.events import Event, PresidencyPassed
from games.engine.state import RoundRecord
from games.engine.vocabulary import ClaimKind, Party, Role, SeatNumber
from games.learning.facts import CertainFacts, DeckStep, FactsReader, HiddenAct
from games.learning.likelihood import (
    DeckChances,
    Parties,
    chance_of_claim,
    chance_of_votes,
    weigh_step,
)
from games.learning.policy_deck import Deck
from games.values.chat import ClaimValue

_Team: TypeAlias = frozenset[SeatNumber]
"""The seats of the Fascist party, Hitler included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """After one round, by seat: the chance of being in the Fascist party, and of being Hitler."""

    round: int
    """0 before the first one."""
    fascist: tuple[float, ...]
    hitler: tuple[float, ...]


def chances_by_round(
    told: Iterable[Event],
    rounds: Sequence[RoundRecord],
    claims: Iterable[ClaimValue],
    seat: SeatNumber | None,
) -> tuple[Chances, ...]:
    """Return the chances before the first round and after each, as this seat or a spectator (None) could know them.

    `told` are the events that this viewer was told of while the game ran. A claim counts from the round that it is
    about, and of several about one act the last one. Raises ValueError if the events do not begin with a game's start.
    """
    claimed = _of_those_who_know(claims, rounds)
    records = {record.round: record for record in rounds}
    found: list[Chances] = []
    weighing: _Weighing | None = None
    for round_, facts in _facts_by_round(told, seat):
        weighing = weighing or _Weighing(facts)
        if round_ in records:
            weighing.weigh(records[round_], facts, claimed)
        found.append(weighing.chances(round_, facts))
    return tuple(found)


def _facts_by_round(
    told: Iterable[Event], seat: SeatNumber | None
) -> Iterator[tuple[int, CertainFacts]]:
    """Yield what is certain before the first round, and at the end of each."""
    reader, round_ = FactsReader(seat), 0
    for event in told:
        if isinstance(event, PresidencyPassed):
            yield round_, reader.facts()
            round_ = event.round
        reader.hear(event)
    yield round_, reader.facts()


def _of_those_who_know(
    claims: Iterable[ClaimValue], rounds: Sequence[RoundRecord]
) -> dict[HiddenAct, str]:
    """Return the last claim about each act that its witness made; a record can have others."""
    records = {record.round: record for record in rounds}
    said = {}
    for claim in claims:
        record = records.get(claim.round)
        if record is None:
            continue
        witness = record.chancellor if claim.kind is ClaimKind.RECEIVED else record.president
        if claim.seat == witness and claim.target in (None, record.target):
            said[claim.round, claim.kind] = claim.content
    return said


@dataclass(frozen=True, slots=True)
class _Certain:
    """The facts as sets of seats."""

    fascists: _Team
    liberals: _Team
    may_be_hitler: _Team

    @staticmethod
    def of(facts: CertainFacts) -> "_Certain":
        parties = facts.parties | {seat: role.party for seat, role in facts.roles.items()}
        hitler = frozenset(seat for seat, role in facts.roles.items() if role is Role.HITLER)
        unknown = frozenset(range(facts.ruleset.players)) - facts.roles.keys() - facts.not_hitler
        return _Certain(
            fascists=frozenset(seat for seat, party in parties.items() if party is Party.FASCIST),
            liberals=frozenset(seat for seat, party in parties.items() if party is Party.LIBERAL),
            may_be_hitler=hitler or unknown,
        )

    def hitlers_in(self, team: _Team) -> _Team:
        """Return who in this team can be Hitler; empty if it is not a possible team."""
        if self.fascists <= team and self.liberals.isdisjoint(team):
            return team & self.may_be_hitler
        return frozenset()


class _Weighing:
    """The teams that are possible by now, each with its weight and the decks that it makes likely."""

    def __init__(self, facts: CertainFacts) -> None:
        rules = facts.ruleset
        full = ((Deck.full(rules), 1.0),)
        teams = map(frozenset, combinations(range(rules.players), rules.fascists + 1))
        self._weights = dict.fromkeys(teams, 1.0)
        self._decks: dict[_Team, DeckChances] = dict.fromkeys(self._weights, full)
        self._steps = 0
        """How many steps of the policy deck are weighed."""

    def weigh(
        self, record: RoundRecord, facts: CertainFacts, claimed: Mapping[HiddenAct, str]
    ) -> None:
        """Weigh every team by this round."""
        for team in self._weights:
            self._weights[team] *= _chance_of_round(record, team, claimed)
        for step in facts.steps[self._steps :]:
            self._weigh_step(step, record, facts.seen, claimed)
        self._steps = len(facts.steps)

    def _weigh_step(
        self,
        step: DeckStep,
        record: RoundRecord,
        seen: Mapping[HiddenAct, str],
        claimed: Mapping[HiddenAct, str],
    ) -> None:
        # Many teams have had the same parties in office.
        known: dict[tuple[DeckChances, Parties], tuple[float, DeckChances]] = {}
        for team, decks in self._decks.items():
            parties = _party(record.president, team), _party(record.chancellor, team)
            if (decks, parties) not in known:
                known[decks, parties] = weigh_step(step, decks, parties, seen, claimed)
            likely, self._decks[team] = known[decks, parties]
            self._weights[team] *= likely

    def chances(self, round_: int, facts: CertainFacts) -> Chances:
        """Return the chances of each seat by now, and forget the teams that have become impossible."""
        certain = _Certain.of(facts)
        fascist, hitler = [0.0] * facts.ruleset.players, [0.0] * facts.ruleset.players
        possible = {}
        for team, weight in self._weights.items():
            hitlers = certain.hitlers_in(team)
            if not hitlers:
                del self._decks[team]
                continue
            possible[team] = weight
            # Before anything is known everybody in a team is Hitler equally often.
            for seat in hitlers:
                hitler[seat] += weight
            for seat in team:
                fascist[seat] += weight * len(hitlers)
        total = sum(hitler)
        self._weights = {team: weight / total for team, weight in possible.items()}
        return Chances(
            round=round_,
            fascist=tuple(chance / total for chance in fascist),
            hitler=tuple(chance / total for chance in hitler),
        )


def _party(seat: SeatNumber | None, team: _Team) -> Party:
    return Party.FASCIST if seat in team else Party.LIBERAL


def _chance_of_round(record: RoundRecord, team: _Team, claimed: Mapping[HiddenAct, str]) -> float:
    """Return how likely the votes are, and what is told of an investigation."""
    chance = chance_of_votes(record, team)
    content = claimed.get((record.round, ClaimKind.INVESTIGATED))
    if content is None:
        return chance
    truth = _party(record.target, team).value
    party = _party(record.president, team)
    return chance * chance_of_claim(ClaimKind.INVESTIGATED, content, truth, party)
