"""Victory: the four endings, and the final reveal.

Covers "The end" of RULES.md. There is no other end: no team wins by numbers (R-094).
"""

from games.engine.board import MOST_SPARED_BY_CHAOS
from games.engine.events import GameEnded, RolesRevealed
from games.engine.state import GameState, Unfolding
from games.engine.vocabulary import Policy, Role, Victory


def policy_victory(state: GameState) -> Victory | None:
    """Return the victory by policies, enacted or by chaos, or None (R-045, R-057, R-090, R-092)."""
    if state.liberal_policies >= state.ruleset.liberal_goal:
        return Victory.FIVE_LIBERAL_POLICIES
    if state.fascist_policies >= state.ruleset.fascist_goal:
        return Victory.SIX_FASCIST_POLICIES
    return None


def is_kept_from_winning(state: GameState, policy: Policy) -> bool:
    """Whether this policy of chaos would win, and the board does not let it (B-9)."""
    if state.ruleset.chaos_wins or not _would_win(state, policy):
        return False
    spared = sum(each.chaos_discard is not None for each in state.past_rounds)
    return spared < MOST_SPARED_BY_CHAOS


def _would_win(state: GameState, policy: Policy) -> bool:
    """Whether one more policy of this party wins the game (R-090, R-092)."""
    if policy is Policy.LIBERAL:
        return state.liberal_policies + 1 >= state.ruleset.liberal_goal
    return state.fascist_policies + 1 >= state.ruleset.fascist_goal


def election_victory(state: GameState) -> Victory | None:
    """Return the victory by Hitler's election in the Hitler zone, or None (R-034, R-035, R-093)."""
    assert state.chancellor is not None
    if state.in_hitler_zone and state.roles[state.chancellor] is Role.HITLER:
        return Victory.HITLER_ELECTED
    return None


def execution_victory(state: GameState) -> Victory | None:
    """Return the victory by Hitler's execution, or None (R-091)."""
    hitler = state.roles.index(Role.HITLER)
    return None if state.alive[hitler] else Victory.HITLER_EXECUTED


def end_game(table: Unfolding, victory: Victory) -> None:
    """The game ends, and everybody sees all roles (R-096)."""
    roles = tuple(role for role in table.state.roles if role is not None)
    table.add(GameEnded(victory=victory))
    table.add(RolesRevealed(roles=roles))
