"""Headlines of finished games: each ending has its own, and close ones say so."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from games.engine.vocabulary import Party, Victory, Vote
from games.presenters.player.headlines import headline_of, missing_policies
from games.presenters.player.recent import TeamMemberView, present_recent_games
from games.values.game_kind import GameKind
from games.values.player import Ending, RecentGame

GAME = RecentGame(
    game_id=1, code="code", name="Table", kind=GameKind.CASUAL,
    ending=Ending(victory=Victory.HITLER_ELECTED, round=9), size=5, seconds=600, ended_at=timezone.now(),
    faces=("owl teal solid", "", "cat rose plain", "fish black plain", "bell grey plain"),
    names=("Ana", "", "Cy", "Dee", "Eve"), winners=frozenset({1, 3}),
)  # fmt: skip


def game(victory: Victory, liberal: int, fascist: int, **ending: Any) -> RecentGame:
    return replace(
        GAME,
        ending=replace(GAME.ending, victory=victory, **ending),
        policies=(Party.LIBERAL,) * liberal + (Party.FASCIST,) * fascist,
    )


def votes(ja: int, nein: int) -> tuple[Vote, ...]:
    return (Vote.JA,) * ja + (Vote.NEIN,) * nein


@pytest.mark.parametrize(
    ("told", "headline"),
    [
        (game(Victory.HITLER_ELECTED, 4, 3, votes=votes(5, 0)), "Hitler elected, with one Liberal policy to go"),
        (game(Victory.HITLER_ELECTED, 2, 3, votes=votes(3, 2)), "One vote made Hitler Chancellor"),
        (game(Victory.HITLER_ELECTED, 2, 3, votes=votes(4, 1)), "They elected Hitler Chancellor"),
        (game(Victory.HITLER_EXECUTED, 2, 5), "Hitler executed at the last moment"),
        (game(Victory.HITLER_EXECUTED, 2, 4), "Hitler found and executed"),
        (game(Victory.FIVE_LIBERAL_POLICIES, 5, 5), "5 to 5, and the last policy was Liberal"),
        (game(Victory.FIVE_LIBERAL_POLICIES, 5, 3, is_chaos=True), "Chaos brought the fifth Liberal policy"),
        (game(Victory.FIVE_LIBERAL_POLICIES, 5, 2), "A clear win: the danger zone was never reached"),
        (game(Victory.FIVE_LIBERAL_POLICIES, 5, 3), "Five Liberal policies, through the danger zone"),
        (game(Victory.SIX_FASCIST_POLICIES, 4, 6), "Six Fascist policies, with one Liberal policy to go"),
        (game(Victory.SIX_FASCIST_POLICIES, 1, 6, is_chaos=True), "Chaos brought the sixth Fascist policy"),
        (game(Victory.SIX_FASCIST_POLICIES, 1, 6), "Six Fascist policies, and nobody stopped them"),
    ],
)  # fmt: skip
def test_each_ending_has_its_headline(told: RecentGame, headline: str) -> None:
    assert headline_of(told) == headline


def test_losers_are_short_of_their_own_goal() -> None:
    assert missing_policies(game(Victory.FIVE_LIBERAL_POLICIES, 5, 4)) == 2
    assert missing_policies(game(Victory.HITLER_ELECTED, 1, 3)) == 4


def test_a_card_shows_the_board_and_who_won() -> None:
    (card,) = present_recent_games([game(Victory.HITLER_ELECTED, 2, 3, votes=votes(4, 1))])
    assert [(track.side, track.spaces) for track in card.tracks] == [
        ("liberal", (True, True, False, False, False)),
        ("fascist", (True, True, True, False, False, False)),
    ]
    assert card.board == "Enacted: 2 Liberal, 3 Fascist."
    # Whoever is not named has no face and no name, and still a place.
    assert card.winners == (TeamMemberView("", ""), TeamMemberView("fish black plain", "Dee"))
    assert [each.name for each in card.losers] == ["Ana", "Cy", "Eve"]
