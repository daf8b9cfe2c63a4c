"""The numbers of the game: role counts, Fascist track, policy deck, thresholds.

Covers the tables of R-002 and R-006, the editions (D-1, D-2, D-3) and the boards (B-1).
"""

from dataclasses import dataclass
from functools import lru_cache

from games.engine.board import (
    FASCIST_GOAL,
    FEWEST_PLAYERS,
    HAND_SIZE,
    LIBERAL_GOAL,
    MOST_PLAYERS,
    BoardCode,
    Powers,
    board_of,
    code_of,
)
from games.engine.vocabulary import BoardKind, Edition, Policy, PresidentialPower, Role

__all__ = ["FEWEST_PLAYERS", "MOST_PLAYERS", "Ruleset", "ruleset_of", "standard_ruleset"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The fixed numbers of a game."""

    players: int
    edition: Edition
    board: BoardCode
    liberals: int
    fascists: int
    fascist_track: Powers
    """The powers of the first to sixth Fascist policy; the sixth ends the game (R-006)."""
    hitler_knows_fascists: bool
    """On the printed boards Hitler and the Fascist of a small table learn who the other is (R-010, R-011)."""
    liberal_policies: int
    fascist_policies: int
    """Policies in the box, those that are enacted at the start among them (R-005, B-5)."""
    liberals_at_start: int
    fascists_at_start: int
    hitler_zone_at: int
    veto_at: int
    chaos_wins: bool
    """Whether a policy that chaos turns up may win the game (B-9)."""
    hand_size: int = HAND_SIZE
    chaos_at: int = 3
    liberal_goal: int = LIBERAL_GOAL
    fascist_goal: int = FASCIST_GOAL
    few_living: int = 5

    @property
    def roles(self) -> tuple[Role, ...]:
        """The role cards in the box for this table, Hitler last (R-002)."""
        ordinary = (Role.LIBERAL,) * self.liberals + (Role.FASCIST,) * self.fascists
        return (*ordinary, Role.HITLER)

    @property
    def policy_deck(self) -> tuple[Policy, ...]:
        """The policy deck at the start, Liberals first (R-005); what the board enacts at the start is not in it (B-5)."""
        liberal = (Policy.LIBERAL,) * (self.liberal_policies - self.liberals_at_start)
        return liberal + (Policy.FASCIST,) * (self.fascist_policies - self.fascists_at_start)

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


@lru_cache(maxsize=1024)
def ruleset_of(players: int, edition: Edition, board: BoardCode) -> Ruleset:
    """The rules for a table of this size, edition and board.

    Raises IllegalSetup for another number of players than 5 to 10, and for a board that is refused.
    """
    chosen = board_of(players, board)
    return Ruleset(
        players=players,
        edition=edition,
        board=code_of(chosen),
        liberals=players - chosen.fascists - 1,
        fascists=chosen.fascists,
        fascist_track=(*chosen.powers, None),
        hitler_knows_fascists=chosen.hitler_knows_fascists,
        liberal_policies=chosen.liberal_policies,
        fascist_policies=chosen.fascist_policies,
        liberals_at_start=chosen.liberals_at_start,
        fascists_at_start=chosen.fascists_at_start,
        hitler_zone_at=chosen.hitler_zone_at,
        veto_at=chosen.veto_at,
        chaos_wins=chosen.chaos_wins,
    )


def standard_ruleset(players: int, edition: Edition = Edition.RETAIL) -> Ruleset:
    """The printed rules for a table of 5 to 10 (R-001, R-002, R-006).

    Raises IllegalSetup for any other number of players.
    """
    return ruleset_of(players, edition, BoardKind.STANDARD.value)
