"""Finished games in the list of one of their players, and results as marks.

Finished games only, so there are no secrets here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import pgettext_lazy

from games.engine.vocabulary import Role, Victory
from games.presenters.lobby.home import board_in_words
from games.presenters.player.headlines import headline_of
from games.presenters.player.numbers import signed
from games.presenters.player.recent import TrackView, tracks_of
from games.presenters.table.acts import present_ending
from games.presenters.view import view_model
from games.values.player import Outcome, PastGame, PastGames, Person, RecentGame
from games.words import phrases
from games.words.boards import name_of_other_board
from games.words.phrases import GAME_KIND_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase

OUTCOME_NAMES: "dict[Outcome, Phrase]" = {
    Outcome.WON: pgettext_lazy("outcome of a game", "Won"),
    Outcome.LOST: pgettext_lazy("outcome of a game", "Lost"),
    Outcome.LEFT: pgettext_lazy("outcome of a game", "Left"),
    Outcome.VOID: pgettext_lazy("outcome of a game", "Void"),
}
# Names of symbols in symbols.svg.
_SIGNS: Final = {
    Outcome.WON: "check",
    Outcome.LOST: "close",
    Outcome.LEFT: "away",
    Outcome.VOID: "veto",
}


@view_model
class FormMarkView:
    """One of the latest results."""

    outcome: str
    name: "Phrase"
    sign: str


@view_model
class GameRowView:
    """A row of a list of games."""

    code: str
    name: str
    kind: str
    kind_name: "Phrase"
    role: str
    role_name: "Phrase"
    outcome: str
    outcome_name: "Phrase"
    sign: str
    ending: "Phrase | str"
    """How the game ended; empty for a void one."""
    headline: str
    """How it ended and how close it was; empty if it is not told."""
    decided: str
    """What decided it, with the names of those who brought it about; empty if it is not told."""
    played_on: str
    """What the board is called; empty for the standard board."""
    tracks: tuple[TrackView, ...]
    """A small board with the policies; empty if it is not told."""
    board: str
    """The same in words."""
    game: PastGame
    mates: tuple[Person, ...]
    opponents: tuple[Person, ...]
    minutes: int
    change: str
    """The change of the rating, in whole points with a sign; empty if there is none."""
    rating: float | None


def form_mark(outcome: Outcome) -> FormMarkView:
    """Return a result as a mark of somebody's form."""
    return FormMarkView(outcome=outcome.value, name=OUTCOME_NAMES[outcome], sign=_SIGNS[outcome])


def present_past_games(
    page: PastGames, told: Mapping[str, RecentGame] | None = None
) -> tuple[GameRowView, ...]:
    """Return the rows of one page; those of games in `told`, by code, tell how they went."""
    return tuple(_row(game, (told or {}).get(game.code)) for game in page.games)


def _row(game: PastGame, told: RecentGame | None) -> GameRowView:
    if game.outcome is Outcome.VOID:
        told = None
    before, after = game.rating_before, game.rating_after
    change = None if before is None or after is None else round(after) - round(before)
    return GameRowView(
        code=game.code,
        name=game.name,
        kind=game.kind.value,
        kind_name=GAME_KIND_NAMES[game.kind],
        role=game.role,
        role_name=phrases.ROLE_NAMES[Role(game.role)],
        outcome=game.outcome.value,
        outcome_name=OUTCOME_NAMES[game.outcome],
        sign=_SIGNS[game.outcome],
        ending="" if game.outcome is Outcome.VOID else phrases.ENDING_NAMES[Victory(game.victory)],
        headline="" if told is None else headline_of(told),
        decided="" if told is None else present_ending(told.ending).text,
        played_on=name_of_other_board(game.board, game.board_name),
        tracks=() if told is None else tracks_of(told),
        board="" if told is None else board_in_words(told.policies),
        game=game,
        mates=game.mates,
        opponents=game.opponents,
        minutes=max(1, round(game.seconds / 60)),
        change="" if change is None else signed(change),
        rating=after,
    )
