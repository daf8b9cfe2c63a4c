"""Announcements of a running game for screen readers."""

from games.engine.events import BallotCast, BallotMarked, Told, told_to
from games.engine.vocabulary import Phase, SeatNumber, Vote
from games.presenters.table.announcements import present_announcements, sentence_announcement
from games.presenters.table.phase import PhaseSentenceView
from games.values.moments import MomentKind, moments_of
from tests.games.presenters.views import people
from tests.scenarios import Table, a_table

CONSEQUENCES = {
    MomentKind.DANGER_ZONE,
    MomentKind.VETO_UNLOCKED,
    MomentKind.LIBERALS_ONE_AWAY,
}


def said(table: Table, viewer: SeatNumber | None) -> list[str]:
    over = table.state.phase is Phase.GAME_OVER
    told = told_to(table.log, viewer, game_over=over)
    lines = present_announcements(told, people(table.state.ruleset.players), viewer)
    assert not any(line.round for line in lines)
    return [line.text for line in lines]


def aloud(table: Table, viewer: SeatNumber | None) -> list[str]:
    """What is said beside the viewer's own ballots."""
    return [line for line in said(table, viewer) if not line.startswith("Your ballot: ")]


def test_every_event_of_a_government_is_said_in_its_order() -> None:
    table = a_table(5, top="FFL").nominates(1).votes(ja=4).enacts("L")

    assert said(table, None) == [
        "Ana nominates Bo as Chancellor.",
        "Ja! 4: Ana, Bo, Chris, Dmitri. Nein! 1: Ewa.",
        "Elected: President Ana, Chancellor Bo.",
        "Chancellor Bo enacts a Liberal policy.",
        "Round 2. Presidential candidate: Bo",
    ]


def test_cards_are_never_said_aloud_to_anybody() -> None:
    table = a_table(7, top="FFL").governs(1, "L")

    assert aloud(table, 0) == aloud(table, 1) == aloud(table, None)


def test_result_of_an_investigation_is_not_read_out() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(3)

    news = "There is something new for your eyes only."
    assert [line for line in aloud(table, 0) if line not in said(table, None)] == [news]
    assert "President Ana investigates the loyalty of Dmitri." in said(table, None)


def test_execution_says_whether_the_game_goes_on() -> None:
    innocent = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)
    hitler = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6)

    assert "President Ana executes Dmitri (not Hitler)." in said(innocent, None)
    assert "President Ana executes Grete." in said(hitler, None)
    assert said(hitler, 2)[-1] == "All secret roles lie open."


def test_only_an_own_decision_is_urgent() -> None:
    own = PhaseSentenceView(sentence="You are Chancellor: enact one policy.", is_own=True)
    of_another = PhaseSentenceView(sentence="Bo decides.", is_own=False)

    (urgent,) = sentence_announcement(own, round_=3, is_told=True)
    assert (urgent.text, urgent.round) == ("", 3)
    assert sentence_announcement(of_another, round_=3, is_told=True) == ()
    (polite,) = sentence_announcement(of_another, round_=3, is_told=False)
    assert (polite.text, polite.round) == ("", 0)


def test_own_ballot_is_confirmed_with_its_vote_and_that_of_others_is_not() -> None:
    marked, cast = BallotMarked(seat=1, vote=Vote.NEIN), BallotCast(seat=1)

    def texts(told: Told, viewer: SeatNumber | None) -> list[str]:
        return [line.text for line in present_announcements(told, people(5), viewer)]

    assert texts(Told((marked, cast)), 1) == ["Your ballot: Nein!"]
    # Changed, it is confirmed again.
    assert texts(Told((BallotMarked(seat=1, vote=Vote.JA),)), 1) == ["Your ballot: Ja!"]
    # That others have voted is seen by their ballots.
    assert texts(Told((cast,)), 0) == texts(Told((marked, cast)), None) == []


def test_lines_tell_which_moment_shows_the_same() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)
    told = told_to(table.log, None, game_over=False)
    state = table.state
    moments = moments_of(
        told, state.ruleset, liberal_policies=0, fascist_policies=state.fascist_policies
    )
    # What is true from now on is a moment, and no line of the log.
    of_events = [each.kind.value for each in moments if each.kind not in CONSEQUENCES]
    lines = present_announcements(told, people(7), None)

    assert [line.moment for line in lines if line.moment] == of_events
    assert {"nominated", "elected", "enacted", "executed"} <= set(of_events)
