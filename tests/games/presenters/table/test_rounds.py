"""The log government by government."""

import pytest

from games.engine.events import told_to
from games.engine.ruleset import ruleset_of
from games.engine.vocabulary import Edition, SeatNumber
from games.presenters.table.log import present_log
from games.presenters.table.rounds import LogView, NewLinesView, NewRoundsView, present_log_changes
from tests.games.presenters.views import (
    INVALID,
    a_table_in_each_phase,
    elements,
    log_of,
    people,
    strict_templates,
    viewers,
)
from tests.scenarios import Table, a_table

STRICT = strict_templates()


def html_of(view: LogView | NewLinesView | NewRoundsView) -> str:
    return str(STRICT.get_template(view.template).render({"view": view})).strip()


def told(table: Table, viewer: SeatNumber | None, number: int) -> list[str]:
    entry = next(each for each in log_of(table, viewer).rounds if each.number == number)
    return [line.text for line in entry.lines]


def test_round_says_government_ballots_and_policy() -> None:
    entry = log_of(a_table(7, top="FFL").nominates(1).votes(ja=5).enacts("L"), None).rounds[0]

    head = entry.head
    assert (head.president, head.chancellor, head.seats) == ("Ana", "Bo", (0, 1))
    assert (head.outcome, head.ja, head.nein, head.policy) == ("elected", 5, 2, "liberal")
    assert [line.text for line in entry.lines] == [
        "Ja! 5: Ana, Bo, Chris, Dmitri, Ewa. Nein! 2: Felix, Grete.",
        "Chancellor Bo enacts a Liberal policy.",
    ]


def test_rejected_government_and_the_tracker_stand_in_its_round() -> None:
    table = a_table(7).rejects(1)
    head = log_of(table, None).rounds[0].head

    assert (head.outcome, head.ja, head.nein, head.policy) == ("rejected", 0, 7, "")
    assert "Election tracker: 1." in told(table, None, 1)


def test_chaos_and_its_policy_stand_in_the_round_that_failed() -> None:
    table = a_table(7, top="F", tracker=2).rejects(1)
    head = log_of(table, None).rounds[0].head

    assert (head.is_chaos, head.policy) == (True, "fascist")
    assert "A Fascist policy is enacted by chaos." in told(table, None, 1)
    assert told(table, None, 2) == []


def test_chaos_that_only_discards_a_policy_stands_in_its_round_too() -> None:
    """B-9."""
    table = a_table(7, top="F", fascist=5, tracker=2)
    no_win_by_chaos = ruleset_of(7, Edition.RETAIL, "7-2-nisee-k0-z3-v5-6x11-0x0-c0")
    table.state = table.state.but(ruleset=no_win_by_chaos)
    head = log_of(table.rejects(1), None).rounds[0].head

    assert (head.is_chaos, head.policy) == (True, "")


@pytest.mark.parametrize(
    ("grant", "veto", "sentence"),
    [
        (True, "granted", "President Ana grants the veto: both policies are discarded."),
        (False, "refused", "President Ana refuses the veto."),
    ],
)
def test_veto_stands_in_its_round(grant: bool, veto: str, sentence: str) -> None:
    table = a_table(7, top="FFL", fascist=5).elects(1).asks_for_veto().answers_veto(grant=grant)

    assert log_of(table, None).rounds[0].head.veto == veto
    assert "Chancellor Bo asks for a veto." in told(table, None, 1)
    assert sentence in told(table, None, 1)


def test_power_and_on_whom_stand_in_its_round_with_the_target() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(3)
    entry = log_of(table, None).rounds[0]

    assert entry.head.power_name == "Investigate loyalty"
    line = next(line for line in entry.lines if "Dmitri" in line.text and line.about == "powers")
    assert (line.text, line.target) == (
        "President Ana investigates the loyalty of Dmitri.",
        3,
    )


def test_renewed_deck_stands_in_the_round_that_used_it_up() -> None:
    table = a_table(7, deck="FFLF").governs(1, "F")

    assert any(text.startswith("The policy deck is shuffled.") for text in told(table, None, 1))


def test_only_the_viewer_reads_what_only_the_viewer_knows() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(3)

    private = {
        viewer: [line.text for line in log_of(table, viewer).rounds[0].lines if line.private]
        for viewer in viewers(table)
    }
    assert private.pop(0) == [
        "You drew: Fascist, Fascist, Fascist.",
        "You discarded: Fascist.",
        "You saw the party membership of Dmitri: Liberal.",
    ]
    assert private.pop(1) == ["You received: Fascist, Fascist.", "You discarded: Fascist."]
    assert set(map(tuple, private.values())) == {()}


def test_after_the_end_everything_hidden_stands_in_its_round() -> None:
    table = a_table(7, top="FLL", liberal=4).governs(1, "L")

    assert "Opened: Ana discarded: Fascist." in told(table, None, 1)
    assert log_of(table, None).rounds[0].is_past


def test_newest_rounds_stand_open_and_past_ones_can_be_looked_back_at() -> None:
    log = log_of(a_table(7).rejects().rejects(), None)

    assert [entry.number for entry in log.rounds] == [1, 2, 3]
    assert [entry.is_open for entry in log.rounds] == [False, True, True]
    assert [entry.is_past for entry in log.rounds] == [True, True, False]
    links = [found["href"] for tag, found in elements(html_of(log)) if tag == "a"]
    assert links == ["/games/KRWTZB/rounds/1/", "/games/KRWTZB/rounds/2/"]


@pytest.mark.parametrize("phase", a_table_in_each_phase())
def test_log_draws_every_phase_without_a_gap(phase: str) -> None:
    table = a_table_in_each_phase()[phase]
    for viewer in viewers(table):
        html = html_of(log_of(table, viewer))
        assert INVALID not in html
        ids = [found["id"] for _tag, found in elements(html) if "id" in found]
        assert len(set(ids)) == len(ids)


def test_changes_append_to_the_current_round_and_touch_no_other() -> None:
    """The log in pieces equals the log of a viewer who comes later."""
    table = a_table(7, top="FFL").rejects(1)
    before = len(table.log)
    since = table.state.round
    table.nominates(2)
    table.votes()

    players = people(7)
    new = told_to(table.log[before:], 1, game_over=False)
    lines = present_log(new, players, 1, round=since)
    changes = present_log_changes(table.seen_by(1), lines, players, "KRWTZB", since=since)

    assert [head.id for head in changes.heads] == ["round-2-head"]
    (appended,) = changes.appended
    assert isinstance(appended, NewLinesView)
    assert (appended.id, appended.is_past) == ("round-2-lines", False)
    whole = log_of(table, 1).rounds
    assert appended.lines == whole[1].lines
    assert changes.heads[0] == whole[1].head


def test_end_of_a_round_appends_its_last_lines_and_the_next_entry() -> None:
    table = a_table(7, top="FFL").elects(1).discards("F")
    before = len(table.log)
    table.enacts("L")

    players = people(7)
    new = told_to(table.log[before:], None, game_over=False)
    lines = present_log(new, players, None, round=1)
    changes = present_log_changes(table.seen_by(None), lines, players, "KRWTZB", since=1)

    ended, begun = changes.appended
    assert isinstance(ended, NewLinesView)
    assert isinstance(begun, NewRoundsView)
    assert ended.is_past
    assert [entry.number for entry in begun.rounds] == [2]
    assert html_of(begun).startswith("<ol id=log hx-swap-oob=beforeend><li id=round-2")
    assert 'href="/games/KRWTZB/rounds/1/"' in html_of(ended)
