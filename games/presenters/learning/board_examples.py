"""The tracks of the printed and the rebalanced board, for the page that explains boards."""

from dataclasses import replace

from games.engine.ruleset import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    ruleset_of,
    standard_ruleset,
)
from games.engine.vocabulary import BoardKind, Edition
from games.presenters.boards import present_board
from games.presenters.learning.help_examples import ExampleTrack, example_tracks
from games.presenters.table.board import PolicyTrackView, present_empty_tracks
from games.presenters.view import view_model
from games.words.once_per_language import once_per_language


@view_model
class BoardExamples:
    """What is drawn beside the words about boards."""

    liberal: PolicyTrackView
    """The Liberal track is the same at every size."""
    fascist: tuple[ExampleTrack, ...]
    six: PolicyTrackView
    """The Fascist track of the rebalanced board for six players, with its policy."""


@once_per_language(1)
def present_examples() -> BoardExamples:
    """Return the tracks in the active language."""
    rulesets = [standard_ruleset(size) for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
    liberal, _fascist = present_empty_tracks(rulesets[0])
    six = present_board(ruleset_of(6, Edition.RETAIL, BoardKind.REBALANCED.value))
    return BoardExamples(
        liberal=replace(liberal, id="standard-liberal-track", has_links=False),
        fascist=example_tracks(rulesets),
        six=replace(six.fascist_track, id="rebalanced-fascist-track"),
    )
