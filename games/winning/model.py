"""The liberals' chance at a moment of a game, with all roles and hands open.

Two regressions say how a round and a power end; the rest of a round is worked out from them by what players
usually do: how often such a government is elected, and which policy such an office lets through.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from math import comb, exp
from operator import mul
from pathlib import Path
from typing import TypeAlias

from games.engine.vocabulary import Policy, PresidentialPower, Role, SeatNumber
from games.winning import features
from games.winning.position import DRAWN, Position

DATA = Path(__file__).parent / "model.json"
_FARTHEST = 30.0


class ModelPart(StrEnum):
    """What one regression answers."""

    ROUND = "round"
    """Whether the Liberals win, at the beginning of a round."""
    POWER = "power"
    """The same before a power is used."""
    ELECTED = "elected"
    THROWN = "thrown"
    """Whether a President with a choice discards a Liberal policy."""
    ENACTED = "enacted"
    """Whether a Chancellor with a choice enacts the Liberal policy."""
    VETO = "veto"
    """Whether a veto ends the session, before the Chancellor acts."""
    GRANTED = "granted"


Coefficients: TypeAlias = Mapping[ModelPart, Sequence[float]]
Knot: TypeAlias = tuple[float, float]
"""A chance as the regressions have it, and the chance that readers are told for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Moments of games that took no part in the fitting, with about the same chance."""

    moments: int
    predicted: float
    """Their mean chance."""
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What is stored: the coefficients, and how they were checked."""

    coefficients: Coefficients
    curve: tuple[Knot, ...]
    fitted_to: int
    """So many games."""
    of_people: int
    """So many of all games were played on a site by people; the others are simulated."""
    checked_on: int
    """So many games that were left out."""
    log_loss: float
    bins: tuple[Bin, ...]


@cache
def fitted() -> Fitted:
    """Return what is stored beside this module."""
    data = json.loads(DATA.read_text())
    return Fitted(
        coefficients={ModelPart(part): tuple(each) for part, each in data["coefficients"].items()},
        curve=tuple((said, told) for said, told in data["curve"]),
        fitted_to=data["fitted_to"],
        of_people=data["of_people"],
        checked_on=data["checked_on"],
        log_loss=data["log_loss"],
        bins=tuple(Bin(moments=n, predicted=p, won=w) for n, p, w in data["bins"]),
    )


def sigmoid(score: float) -> float:
    """Return the chance of this score."""
    return 1 / (1 + exp(-max(-_FARTHEST, min(_FARTHEST, score))))


class ChanceModel:
    """Says the liberals' chance at each kind of moment."""

    def __init__(self, coefficients: Coefficients, curve: Sequence[Knot] = ()) -> None:
        """With these coefficients, and the knots that make its chances as bold as they should be, in order."""
        self._coefficients = coefficients
        self._curve = ((0.0, 0.0), *curve, (1.0, 1.0))
        self._said = [said for said, _told in self._curve]

    def told(self, chance: float) -> float:
        """Return a chance as readers are told, on a straight line between two knots. What is certain stays so."""
        if not 0.0 < chance < 1.0:
            return chance
        place = bisect_right(self._said, chance)
        (low, told_low), (high, told_high) = self._curve[place - 1 : place + 1]
        return told_low + (told_high - told_low) * (chance - low) / (high - low)

    def rate(self, part: ModelPart, values: Sequence[float]) -> float:
        """Return what one regression says of these numbers. Raises ValueError if they are not as many as its coefficients."""
        weights = self._coefficients[part]
        if len(weights) != len(values):
            raise ValueError("a coefficient for each number")
        return sigmoid(sum(map(mul, weights, values)))

    def of_round(self, position: Position) -> float:
        """A round begins."""
        ended = _by_policies(position)
        if ended is not None:
            return ended
        return self.rate(ModelPart.ROUND, features.of_round(position))

    def after_policy(
        self, position: Position, policy: Policy, government: Sequence[SeatNumber] = ()
    ) -> float:
        """A policy was enacted, by this government or by chaos."""
        after = position.enacted(policy, government)
        ended = _by_policies(after)
        if ended is not None:
            return ended
        power = position.rules.power_of(after.fascist) if after.fascist else None
        if government and policy is Policy.FASCIST and power is not None:
            return self.of_power(after, power)
        return self.of_round(after.passed())

    def of_power(self, position: Position, power: PresidentialPower) -> float:
        """The President must use this power."""
        return self.rate(ModelPart.POWER, features.of_power(position, power))

    def after_failure(self, position: Position) -> float:
        """A vote was lost, or a veto granted; before the card of chaos is known."""
        tracker = position.tracker + 1
        if tracker < position.rules.chaos_at:
            return self.of_round(position.but(tracker=tracker).passed())
        share = position.share
        liberal = self.after_policy(position, Policy.LIBERAL)
        fascist = self.after_policy(position, Policy.FASCIST)
        return share * liberal + (1 - share) * fascist

    def after_execution(self, position: Position, target: SeatNumber) -> float:
        """This seat was executed."""
        if position.roles[target] is Role.HITLER:
            return 1.0
        return self.of_round(position.executed(target).passed())

    def presidency(self, position: Position) -> "PresidencyChances":
        """Return what may come of the round's President, whoever becomes Chancellor."""
        return PresidencyChances(self, position)

    def session(self, position: Position, chancellor: SeatNumber) -> "SessionChances":
        """Return what may come of a government of the round's President and this Chancellor."""
        return self.presidency(position).session(chancellor)


class PresidencyChances:
    """The chances of one President: what all governments that may be formed have in common is worked out once."""

    def __init__(self, model: ChanceModel, position: Position) -> None:
        """Of the position's President."""
        self.model = model
        self.position = position
        self._sessions: dict[tuple[Role, int], SessionChances] = {}

    def session(self, chancellor: SeatNumber) -> "SessionChances":
        """Return the chances with this living Chancellor; they are the same for seats with the same role and record."""
        position = self.position
        alike = position.roles[chancellor], position.records[chancellor]
        if alike not in self._sessions:
            self._sessions[alike] = SessionChances(self, chancellor)
        return self._sessions[alike]

    @cached_property
    def failed(self) -> float:
        """The vote was lost, or a veto granted."""
        return self.model.after_failure(self.position)

    @cached_property
    def drawn(self) -> "PresidencyChances":
        """The same after a draw of which nobody knows the policies."""
        return PresidencyChances(self.model, self.position.drawn())


class SessionChances:
    """The chances of one government, from its nomination to its policy."""

    def __init__(self, presidency: PresidencyChances, chancellor: SeatNumber) -> None:
        """Of this President and this Chancellor."""
        position = presidency.position
        self._presidency = presidency
        self._model = presidency.model
        self._position = position
        self._chancellor = chancellor
        self._received: dict[int, float] = {}
        self.is_lost = position.in_zone and position.roles[chancellor] is Role.HITLER
        """Whether its election ends the game."""

    @property
    def failed(self) -> float:
        """The vote was lost, or a veto granted."""
        return self._presidency.failed

    @cached_property
    def liberal(self) -> float:
        """It enacted a Liberal policy."""
        return self._after(Policy.LIBERAL)

    @cached_property
    def fascist(self) -> float:
        """It enacted a Fascist policy."""
        return self._after(Policy.FASCIST)

    def _after(self, policy: Policy) -> float:
        if self.is_lost:
            return 0.0
        government = self._position.president, self._chancellor
        return self._model.after_policy(self._position, policy, government)

    @cached_property
    def nominated(self) -> float:
        """Before the vote."""
        values = features.of_election(self._position, self._chancellor)
        elected = self._model.rate(ModelPart.ELECTED, values)
        return elected * self.elected + (1 - elected) * self.failed

    @cached_property
    def elected(self) -> float:
        """In office, before the draw."""
        if self.is_lost:
            return 0.0
        pile, liberals = self._position.pile, round(self._position.pile_liberals)
        drawn = self._presidency.drawn.session(self._chancellor)
        return sum(
            comb(liberals, each) * comb(pile - liberals, DRAWN - each) * drawn.holding(each)
            for each in range(DRAWN + 1)
        ) / comb(pile, DRAWN)

    def holding(self, liberals: int) -> float:
        """The President holds three, so many of them Liberal."""
        if liberals in (0, DRAWN):
            return self.received(min(liberals, DRAWN - 1))
        president = self._position.president
        values = features.of_choice(self._position, president, liberals, self._chancellor)
        thrown = self._model.rate(ModelPart.THROWN, values)
        return thrown * self.received(liberals - 1) + (1 - thrown) * self.received(liberals)

    def received(self, liberals: int) -> float:
        """The Chancellor holds two, so many of them Liberal; a veto may come."""
        if liberals not in self._received:
            self._received[liberals] = self._receive(liberals)
        return self._received[liberals]

    def _receive(self, liberals: int) -> float:
        if self._position.fascist < self._position.rules.veto_at:
            return self.enacting(liberals)
        values = features.of_veto(self._position, self._chancellor, liberals)
        veto = self._model.rate(ModelPart.VETO, values)
        return veto * self.failed + (1 - veto) * self.enacting(liberals)

    def enacting(self, liberals: int) -> float:
        """The same, and no veto is to come."""
        if liberals != 1:
            return self.liberal if liberals else self.fascist
        position = self._position
        values = features.of_choice(position, self._chancellor, liberals, position.president)
        kept = self._model.rate(ModelPart.ENACTED, values)
        return kept * self.liberal + (1 - kept) * self.fascist

    def asked(self, liberals: int) -> float:
        """The Chancellor asked for a veto, and the President has not answered."""
        values = features.of_veto(self._position, self._chancellor, liberals)
        granted = self._model.rate(ModelPart.GRANTED, values)
        return granted * self.failed + (1 - granted) * self.enacting(liberals)


def _by_policies(position: Position) -> float | None:
    if position.liberal >= position.rules.liberal_goal:
        return 1.0
    if position.fascist >= position.rules.fascist_goal:
        return 0.0
    return None
