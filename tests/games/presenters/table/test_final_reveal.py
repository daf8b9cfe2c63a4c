"""The end of the game."""

import pytest

from games.presenters.table.final_reveal import FinalRevealView
from games.transport.partials import render_partial
from tests.games.presenters.views import (
    a_table_in_each_phase,
    html_of,
    seen,
    strict_templates,
    viewers,
)

PHASES = a_table_in_each_phase()


@pytest.mark.parametrize("phase", PHASES)
def test_reveal_is_empty_until_the_end(phase: str) -> None:
    if phase.startswith("game_over"):
        assert seen(PHASES[phase], 0).final_reveal.roles
    else:
        assert seen(PHASES[phase], 0).final_reveal == FinalRevealView()


@pytest.mark.parametrize(
    ("phase", "winner"),
    [
        ("game_over by liberals", "liberal"),
        ("game_over by an execution", "liberal"),
        ("game_over by fascists", "fascist"),
        ("game_over by an election", "fascist"),
    ],
)
def test_reveal_shows_everybody_all_roles(phase: str, winner: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        reveal = seen(table, viewer).final_reveal
        assert reveal.winner == winner
        assert [player.role for player in reveal.roles] == list(table.state.roles)


def test_those_who_played_ask_for_a_rematch_and_others_are_told_of_it() -> None:
    table = PHASES["game_over by liberals"]

    for viewer, is_player in ((3, True), (None, False)):
        view = seen(table, viewer).final_reveal
        assert view.rematch_url == "/games/KRWTZB/rematch/"
        assert view.is_player is is_player
        html = html_of(view, strict_templates())
        assert ('<button id="rematch"' in html) is is_player


@pytest.mark.parametrize(
    ("phase", "how"),
    [
        ("game_over by liberals", "Five Liberal policies"),
        ("game_over by an execution", "Hitler was executed"),
        ("game_over by fascists", "Six Fascist policies"),
        ("game_over by an election", "Hitler was elected"),
    ],
)
def test_how_it_ended_is_said_once(phase: str, how: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        reveal = seen(table, viewer).final_reveal
        html = render_partial("games/table/_final_reveal.html", {"view": reveal})
        headline = html.split("final-reveal-roles", 1)[0]
        assert headline.count(how) == 1
        assert "are enacted" not in headline
        assert "is executed" not in headline
