"""A finished game told in a few sentences, each with the step of the replay that shows it.

Finished games only, so there are no secrets here; who may see the game is the caller's to know.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.vocabulary import Victory, Vote
from games.presenters.player.headlines import missing_policies
from games.presenters.player.recent import RecentGameView, present_recent_games
from games.presenters.replay.step_link import StepLink
from games.presenters.table.acts import ActView
from games.replays.steps import acts_view
from games.selectors.replay import find_recording
from games.values.game_kind import GameKind
from games.values.player import RecentGame

_BY_PEOPLE, _OF_HITLER, _NARROW, _ONE_POLICY_SHORT, _TWO_SHORT = 8, 5, 4, 8, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryView:
    """A game, and the acts that decided it."""

    game: RecentGameView
    acts: tuple[tuple[ActView, StepLink], ...]
    """In their order, each with the end of its round in the replay."""


def most_telling(games: Iterable[RecentGame]) -> RecentGame | None:
    """Return the game that makes the best story, the first of equal ones. None if every game has somebody without a name.

    A game gets more weight without bots, with a last vote that one ballot decided, and for each round. It also gets
    more the nearer the losers were to winning; not on a custom board, which may begin close to the end.
    """
    named = [game for game in games if all(game.faces)]
    return max(named, key=_weight, default=None)


def _weight(game: RecentGame) -> int:
    ending = game.ending
    ja, nein = ending.votes.count(Vote.JA), ending.votes.count(Vote.NEIN)
    return (
        ending.round
        + _BY_PEOPLE * (game.kind is not GameKind.BOTS)
        + _OF_HITLER * (ending.victory in (Victory.HITLER_ELECTED, Victory.HITLER_EXECUTED))
        + _NARROW * (ja > nein and ja - nein <= 2)
        + (not game.is_on_custom_board)
        * {1: _ONE_POLICY_SHORT, 2: _TWO_SHORT}.get(missing_policies(game), 0)
    )


def story_of(game: RecentGame | None) -> StoryView | None:
    """Return this finished game as a story in the active language; None without one."""
    recording = None if game is None else find_recording(game.game_id)
    if game is None or recording is None:
        return None
    (view,) = present_recent_games([game])
    return StoryView(game=view, acts=acts_view(recording))
