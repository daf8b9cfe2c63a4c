"""Vocabulary: the closed sets of values that all other modules use.

The string values are those of the game record, so they never change meaning.
"""

from enum import StrEnum
from typing import TypeAlias

SeatNumber: TypeAlias = int
"""A fixed place at the table, counted clockwise from 0 (R-001)."""


class Edition(StrEnum):
    """The edition of the rules that is played (D-1, D-2, D-3)."""

    RETAIL = "retail"
    PRINT = "print"


class BoardKind(StrEnum):
    """Where the numbers of a game come from: the printed board, the rebalanced one, or a host's own (B-1, B-2)."""

    STANDARD = "standard"
    REBALANCED = "rebalanced"
    CUSTOM = "custom"


class Party(StrEnum):
    """Party membership, which an investigation shows (R-004)."""

    LIBERAL = "liberal"
    FASCIST = "fascist"


class Role(StrEnum):
    """The secret role (R-002)."""

    LIBERAL = "liberal"
    FASCIST = "fascist"
    HITLER = "hitler"

    @property
    def party(self) -> Party:
        """Hitler is a member of the Fascist party (R-004)."""
        return Party.LIBERAL if self is Role.LIBERAL else Party.FASCIST


class Policy(StrEnum):
    """One card of the policy deck."""

    FASCIST = "F"
    LIBERAL = "L"

    @property
    def party(self) -> Party:
        """The party on whose track this policy is enacted."""
        return Party.LIBERAL if self is Policy.LIBERAL else Party.FASCIST


class Vote(StrEnum):
    """The vote on a ballot."""

    JA = "ja"
    NEIN = "nein"


class PresidentialPower(StrEnum):
    """The powers on the Fascist track (R-006); the values are those of the phases."""

    INVESTIGATE_LOYALTY = "investigate"
    SPECIAL_ELECTION = "special_election"
    POLICY_PEEK = "peek"
    EXECUTION = "execute"


class Phase(StrEnum):
    """The decision that the table waits for (R-013)."""

    NOMINATE = "nominate"
    VOTE = "vote"
    PRESIDENT_DISCARD = "president_discard"
    CHANCELLOR_ENACT = "chancellor_enact"
    VETO_ANSWER = "veto_answer"
    INVESTIGATE = "investigate"
    SPECIAL_ELECTION = "special_election"
    PEEK = "peek"
    EXECUTE = "execute"
    GAME_OVER = "game_over"


class Veto(StrEnum):
    """The state of a veto in one round (R-082, R-083)."""

    REQUESTED = "requested"
    GRANTED = "granted"
    REFUSED = "refused"


class Channel(StrEnum):
    """The channels of table talk (R-102)."""

    TABLE = "table"
    DEAD = "dead"
    SPECTATORS = "spectators"


class ClaimKind(StrEnum):
    """The hidden facts a player may make claims about, truly or not (R-100)."""

    DREW = "drew"
    RECEIVED = "received"
    INVESTIGATED = "investigated"
    PEEKED = "peeked"


class Victory(StrEnum):
    """The four endings (R-090 to R-093)."""

    FIVE_LIBERAL_POLICIES = "five_liberal_policies"
    SIX_FASCIST_POLICIES = "six_fascist_policies"
    HITLER_ELECTED = "hitler_elected"
    HITLER_EXECUTED = "hitler_executed"

    @property
    def winner(self) -> Party:
        """The party whose whole team wins, the dead included (R-095)."""
        if self in (Victory.FIVE_LIBERAL_POLICIES, Victory.HITLER_EXECUTED):
            return Party.LIBERAL
        return Party.FASCIST


POWER_PHASE: dict[PresidentialPower, Phase] = {
    power: Phase(power.value) for power in PresidentialPower
}
