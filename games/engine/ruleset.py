"""The numbers of the game: role counts, Fascist track, policy deck, thresholds.

Covers the tables of R-002 and R-006, and the editions (D-1, D-2, D-3).
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from games.engine.errors import IllegalSetup, Reason
from games.engine.vocabulary import Edition, Policy, PresidentialPower, Role

FEWEST_PLAYERS = 5
MOST_PLAYERS = 10

_INVESTIGATE = PresidentialPower.INVESTIGATE_LOYALTY
_SPECIAL = PresidentialPower.SPECIAL_ELECTION
_PEEK = PresidentialPower.POLICY_PEEK
_EXECUTE = PresidentialPower.EXECUTION

_LIBERALS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}

_Track: TypeAlias = tuple[PresidentialPower | None, ...]

# The powers of the first to fifth Fascist policy; the sixth ends the game.
_SMALL_TRACK: _Track = (None, None, _PEEK, _EXECUTE, _EXECUTE, None)
_MIDDLE_TRACK: _Track = (None, _INVESTIGATE, _SPECIAL, _EXECUTE, _EXECUTE, None)
_LARGE_TRACK: _Track = (_INVESTIGATE, _INVESTIGATE, _SPECIAL, _EXECUTE, _EXECUTE, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The fixed numbers of a game."""

    players: int
    edition: Edition
    liberals: int
    fascists: int
    fascist_track: _Track
    liberal_policies: int = 6
    fascist_policies: int = 11
    hand_size: int = 3
    chaos_at: int = 3
    liberal_goal: int = 5
    fascist_goal: int = 6
    hitler_zone_at: int = 3
    veto_at: int = 5
    few_living: int = 5

    @property
    def roles(self) -> tuple[Role, ...]:
        """The role cards in the box for this table, Hitler last (R-002)."""
        ordinary = (Role.LIBERAL,) * self.liberals + (Role.FASCIST,) * self.fascists
        return (*ordinary, Role.HITLER)

    @property
    def policy_deck(self) -> tuple[Policy, ...]:
        """The policy cards in the box, Liberals first (R-005)."""
        liberal = (Policy.LIBERAL,) * self.liberal_policies
        return liberal + (Policy.FASCIST,) * self.fascist_policies

    @property
    def hitler_knows_fascists(self) -> bool:
        """At small tables Hitler and the Fascist learn who the other is (R-010, R-011)."""
        return self.players <= 6

    @property
    def election_resets_tracker(self) -> bool:
        """Edition `print`: a won vote moves the election tracker back (D-3)."""
        return self.edition is Edition.PRINT

    @property
    def enactment_sets_term_limits(self) -> bool:
        """Edition `print`: term limits name the last government that enacted (D-2)."""
        return self.edition is Edition.PRINT

    def power_of(self, fascist_policies: int) -> PresidentialPower | None:
        """The power on the slot of the given Fascist policy, counted from 1."""
        return self.fascist_track[fascist_policies - 1]

    def only_chancellor_limited(self, living: int) -> bool:
        """Whether the last President may be nominated again (R-022, D-1)."""
        counted = self.players if self.edition is Edition.PRINT else living
        return counted <= self.few_living


@cache
def standard_ruleset(players: int, edition: Edition = Edition.RETAIL) -> Ruleset:
    """The printed rules for a table of 5 to 10 (R-001, R-002, R-006).

    Raises IllegalSetup for any other number of players.
    """
    if players not in _LIBERALS:
        raise IllegalSetup(Reason.WRONG_NUMBER_OF_PLAYERS)
    if players <= 6:
        track = _SMALL_TRACK
    elif players <= 8:
        track = _MIDDLE_TRACK
    else:
        track = _LARGE_TRACK
    liberals = _LIBERALS[players]
    return Ruleset(
        players=players,
        edition=edition,
        liberals=liberals,
        fascists=players - liberals - 1,
        fascist_track=track,
    )
