"""The log, in words."""

import re
from pathlib import Path

from games.engine.vocabulary import SeatNumber
from tests.games.presenters.views import a_table_in_each_phase
from tests.games.presenters.views import log_lines as log
from tests.scenarios import Table, a_table

SPRITE = Path(__file__).parents[4] / "static" / "img" / "symbols.svg"


def texts(table: Table, viewer: SeatNumber | None) -> list[str]:
    return [line.text for line in log(table, viewer)]


def test_log_tells_a_government_to_everybody() -> None:
    table = a_table(7, top="FFL").nominates(1).votes(ja=5).enacts("L")

    assert texts(table, None) == [
        "Ana nominates Bo as Chancellor.",
        "Ja! 5: Ana, Bo, Chris, Dmitri, Ewa. Nein! 2: Felix, Grete.",
        "Elected: President Ana, Chancellor Bo.",
        "Chancellor Bo enacts a Liberal policy.",
        "Round 2. Presidential candidate: Bo",
    ]


def test_log_tells_an_office_what_it_was_shown() -> None:
    table = a_table(7, top="FFL").governs(1, "L")

    assert [line.text for line in log(table, 0) if line.private] == [
        "You drew: Fascist, Fascist, Liberal.",
        "You discarded: Fascist.",
    ]
    assert [line.text for line in log(table, 1) if line.private] == [
        "You received: Fascist, Liberal.",
        "You discarded: Fascist.",
    ]
    assert texts(table, 2) == texts(table, None)


def test_log_opens_what_was_hidden_after_the_end() -> None:
    table = a_table(7, top="FLL", liberal=4).governs(1, "L")

    opened = [text for text in texts(table, 4) if text.startswith("Opened")]
    assert opened == [
        "Opened: Ana drew: Fascist, Liberal, Liberal.",
        "Opened: Ana discarded: Fascist.",
        "Opened: Bo received: Liberal, Liberal.",
        "Opened: Bo discarded: Liberal.",
    ]
    assert texts(table, 4)[-1] == "The liberals win: five Liberal policies are enacted."


def test_log_says_that_an_executed_player_was_not_hitler_only_if_so() -> None:
    innocent = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)
    hitler = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6)

    assert "President Ana executes Dmitri (not Hitler)." in texts(innocent, None)
    assert "President Ana executes Grete." in texts(hitler, None)


def test_log_tells_a_failed_government_and_chaos() -> None:
    table = a_table(7, top="L", tracker=2).rejects(1)

    assert texts(table, None) == [
        "Ana nominates Bo as Chancellor.",
        "Ja! 0. Nein! 7: Ana, Bo, Chris, Dmitri, Ewa, Felix, Grete.",
        "The government is rejected.",
        "Election tracker: 3.",
        "Chaos: the top policy is turned over, and all term limits are forgotten.",
        "A Liberal policy is enacted by chaos.",
        "Round 2. Presidential candidate: Bo",
    ]


def test_lines_know_their_round() -> None:
    table = a_table(7, top="FFL").governs(1, "L").nominates(3)

    assert [line.round for line in log(table, None)] == [1, 1, 1, 1, 2, 2]


def test_every_line_has_a_symbol_or_begins_a_round() -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    tables = [
        *a_table_in_each_phase().values(),
        a_table(7, deck="FFF", tracker=2).rejects(1),
        a_table(7, fascist=5).vetoes(1),
        a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(3),
        a_table(7, top="FFF", fascist=2).governs(1, "F").appoints(3),
        a_table(5, top="FFF", fascist=2).governs(1, "F").peeks(),
    ]
    lines = [line for table in tables for viewer in (0, 1, None) for line in log(table, viewer)]

    used = {line.kind for line in lines}
    assert used >= {"round", "chaos", "tracker", "veto", "site", "power-peek", "close"}
    assert used - {"round"} <= symbols
    assert all(line.text for line in lines)
