"""A finished game told in a few sentences, each with the step of the replay that shows it.

For the community's page. Public games alone, and finished ones, so there are no secrets here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.vocabulary import Victory, Vote
from games.presenters.replay.replay import StepLink
from games.presenters.table.acts import ActView
from games.replays.steps import acts_view
from games.selectors.replay import find_recording
from games.values.game_kind import GameKind
from games.values.player import RecentGame

_BY_PEOPLE, _OF_HITLER, _NARROW = 8, 5, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryAct:
    """One of the acts that decided a game."""

    round: int
    text: str
    symbol: str
    party: str
    url: str
    """The end of that round in the replay."""


def most_telling(games: Iterable[RecentGame]) -> RecentGame | None:
    """Return the game with most to tell, the first of equal ones; None if each has somebody who is not named.

    A game of people alone counts more than one with bots, a last vote that one ballot decided more than a
    clear one, and each round counts.
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
    )


def story_of(game_id: int) -> tuple[StoryAct, ...]:
    """Return the acts that decided this finished game in their order, in the active language."""
    recording = find_recording(game_id)
    return () if recording is None else tuple(map(_story_act, acts_view(recording)))


def _story_act(told: tuple[ActView, StepLink]) -> StoryAct:
    act, end = told
    return StoryAct(
        round=act.round, text=act.text, symbol=act.symbol, party=act.party, url=end.url
    )
