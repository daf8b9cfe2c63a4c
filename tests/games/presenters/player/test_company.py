"""The people of a player's games: the best team-mate, the rival, and the words about the player."""

from dataclasses import replace

import pytest

from games.engine.vocabulary import Role
from games.presenters.player.company import present_company
from games.statistics import Measure, Numbers, Streak, Tally
from games.values.game_kind import GameKind
from games.values.player import Companion, Person

NOTHING = Numbers(kind=GameKind.RANKED)


def won(liberal: Tally, fascist: Tally) -> Numbers:
    """The games won as a liberal and as a fascist, at tables of five."""
    cells = {(Measure.WON, Role.LIBERAL, 5): liberal, (Measure.WON, Role.FASCIST, 5): fascist}
    return replace(NOTHING, cells=cells)


def met(name: str, same: tuple[int, int], opposite: tuple[int, int]) -> Companion:
    """Somebody met in games; each pair has the games won and all games."""
    return Companion(
        person=Person(name=name, address=name),
        games=same[1] + opposite[1],
        same_wins=same[0],
        same_games=same[1],
        opposite_wins=opposite[0],
        opposite_games=opposite[1],
    )


ADA, BO, CY = met("Ada", (4, 6), (1, 5)), met("Bo", (4, 5), (1, 1)), met("Cy", (0, 1), (1, 4))


def parts(*people: Companion) -> dict[str, str]:
    shown = present_company(people, NOTHING).people
    return {each.person.name: str(each.part) for each in shown}


def test_the_team_mate_has_most_wins_in_fewer_games_and_the_rival_is_somebody_else() -> None:
    assert parts(ADA, BO, CY) == {"Bo": "Best team-mate", "Ada": "Rival", "Cy": ""}
    assert parts(BO, CY) == {"Bo": "Best team-mate", "Cy": "Rival"}


def test_one_game_makes_neither() -> None:
    assert parts(met("Dee", (1, 1), (1, 1))) == {"Dee": ""}
    assert present_company([], NOTHING).sentences == ()


def test_five_people_are_shown() -> None:
    others = [met(f"Guest {number}", (0, 1), (0, 1)) for number in range(9)]
    assert len(present_company([ADA, BO, *others], NOTHING).people) == 5


def test_words_say_streak_side_team_mate_and_rival() -> None:
    numbers = replace(NOTHING, streak=Streak(current=3))
    said = present_company([ADA, BO], numbers).sentences
    assert said == (
        "Won the last 3 games.",
        "Most wins together with Bo.",
        "Against Ada it stands 1 to 4.",
    )


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (
            won(Tally(4, 6), Tally(1, 3)),
            ("Wins more often as a liberal than on the Fascist team.",),
        ),
        (
            won(Tally(4, 9), Tally(2, 3)),
            ("Wins more often on the Fascist team than as a liberal.",),
        ),
        (won(Tally(4, 6), Tally(2, 3)), ()),
        (won(Tally(4, 6), Tally(0, 2)), ()),
    ],
)
def test_the_better_side_is_told_by_its_share_after_some_games_on_both(
    numbers: Numbers, said: tuple[str, ...]
) -> None:
    assert present_company([], numbers).sentences == said
