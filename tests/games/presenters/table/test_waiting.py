"""Whom the table waits for, and what the rules say of a government: public, the same for every viewer."""

from dataclasses import replace

from games.engine.vocabulary import SeatNumber
from games.presenters.table.plates import PlateView, present_remarks
from games.presenters.table.waiting import WaitingView, present_waiting
from tests.games.presenters.views import a_table_in_each_phase, people, viewers
from tests.scenarios import Table

PHASES = a_table_in_each_phase()
PEOPLE = people(10)


def waiting(table: Table, viewer: SeatNumber | None = None) -> WaitingView:
    return present_waiting(table.seen_by(viewer), PEOPLE)


def test_everybody_sees_over_how_many_cards_a_government_sits() -> None:
    def shown(phase: str) -> list[tuple[str, int, bool]]:
        view = waiting(PHASES[phase])
        return [(plate.office, plate.cards, plate.is_deciding) for plate in view.plates]

    assert shown("president_discard") == [("president", 3, True), ("chancellor", 0, False)]
    assert shown("chancellor_enact") == [("president", 0, False), ("chancellor", 2, True)]
    assert shown("veto_answer") == [("president", 0, True), ("chancellor", 2, False)]
    assert shown("vote") == [
        ("president-candidate", 0, False),
        ("chancellor-candidate", 0, False),
    ]


def test_a_candidate_waits_beside_somebody_still_to_be_found() -> None:
    view = waiting(PHASES["nominate"])

    assert view.plates[1] == PlateView(office="chancellor-candidate")
    assert view.plates[0].is_deciding


def test_a_power_is_shown_with_its_president_alone() -> None:
    for phase in ("investigate", "special_election", "peek", "execute"):
        view = waiting(PHASES[phase])
        assert [plate.office for plate in view.plates] == ["president"]
        assert view.symbol.startswith("power-")


def test_the_picture_is_the_same_for_every_viewer() -> None:
    for phase, table in PHASES.items():
        pictures = {waiting(table, viewer) for viewer in viewers(table)}
        assert len(pictures) == 1, phase


def test_nothing_waits_after_the_end() -> None:
    over = [table for table in PHASES.values() if table.state.victory is not None]

    assert over
    assert all(waiting(table).plates == () for table in over)


def test_a_vote_says_what_the_rules_make_of_it() -> None:
    observation = PHASES["vote"].seen_by(None)
    assert observation.chancellor is not None

    def texts(**changed: object) -> list[str]:
        return [
            remark.text
            for remark in present_remarks(replace(observation, **changed), PEOPLE)  # type: ignore[arg-type]
        ]

    assert texts() == []
    assert texts(hitler_zone=True) == [
        "Danger zone: Fascists win if the elected Chancellor is Hitler."
    ]
    cleared = (observation.chancellor,)
    assert texts(hitler_zone=True, cleared=cleared, tracker=2) == [
        "If this vote is lost, the top policy is enacted.",
        "Proven not to be Hitler: Bo.",
    ]
    keeps_chaos = replace(observation.ruleset, chaos_wins=False)
    assert texts(tracker=2, liberal_policies=4, ruleset=keeps_chaos) == [
        "If this vote is lost, there is chaos, which wins no game."
    ]
    assert texts(tracker=2, term_limited=(2, 3)) == [
        "If this vote is lost, the top policy is enacted.",
        "Could not be nominated, term limit: Chris, Dmitri.",
    ]
