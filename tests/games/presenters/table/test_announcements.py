"""Announcements of a running game for screen readers."""

from games.engine.events import told_to
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.table.announcements import present_announcements, sentence_announcement
from games.presenters.table.phase import PhaseSentenceView
from tests.games.presenters.views import people
from tests.scenarios import Table, a_table


def said(table: Table, viewer: SeatNumber | None) -> list[str]:
    over = table.state.phase is Phase.GAME_OVER
    told = told_to(table.log, viewer, game_over=over)
    lines = present_announcements(told, people(table.state.ruleset.players), viewer)
    assert not any(line.is_urgent for line in lines)
    return [line.text for line in lines]


def test_every_event_of_a_government_is_said_in_its_order() -> None:
    table = a_table(5, top="FFL").nominates(1).votes(ja=4).enacts("L")

    assert said(table, None) == [
        "Ana nominates as Chancellor: Bo.",
        *(f"Voted: {name}." for name in ("Ana", "Bo", "Chris", "Dmitri", "Ewa")),
        "Ja! 4: Ana, Bo, Chris, Dmitri. Nein! 1: Ewa.",
        "Elected: President Ana, Chancellor Bo.",
        "Chancellor Bo enacts a Liberal policy.",
        "Round 2. Presidential candidate: Bo",
    ]


def test_cards_are_never_said_aloud_to_anybody() -> None:
    table = a_table(7, top="FFL").governs(1, "L")

    assert said(table, 0) == said(table, 1) == said(table, None)


def test_result_of_an_investigation_is_not_read_out() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(3)

    news = "There is something new for your eyes only."
    assert [line for line in said(table, 0) if line not in said(table, None)] == [news]
    assert "President Ana investigates the loyalty of: Dmitri." in said(table, None)


def test_execution_says_whether_the_game_goes_on() -> None:
    innocent = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)
    hitler = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6)

    assert "President Ana executes: Dmitri (not Hitler)." in said(innocent, None)
    assert "President Ana executes: Grete." in said(hitler, None)
    assert said(hitler, 2)[-1] == "All secret roles lie open."


def test_only_an_own_decision_is_urgent() -> None:
    own = PhaseSentenceView(sentence="You are Chancellor: enact one policy.", is_own=True)
    of_another = PhaseSentenceView(sentence="Bo decides.", is_own=False)

    (urgent,) = sentence_announcement(own, is_told=True)
    assert urgent.is_urgent
    assert urgent.text == "Your decision. You are Chancellor: enact one policy."
    assert sentence_announcement(of_another, is_told=True) == ()
    (polite,) = sentence_announcement(of_another, is_told=False)
    assert (polite.text, polite.is_urgent) == ("Bo decides.", False)
