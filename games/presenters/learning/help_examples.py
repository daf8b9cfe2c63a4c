"""Example boards for the rule help, drawn with the site's own partials.

They are made up from the ruleset and samples, never from a running game. Their ids are their own,
as a section may be open beside a live table.
"""

from dataclasses import replace

from accounts.emblems import emblem_of_name
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Policy
from games.presenters.table.board import (
    ElectionTrackerView,
    PolicyTrackView,
    present_empty_tracks,
    present_tracks_at,
)
from games.presenters.table.decision import DecisionView
from games.presenters.table.seats import BallotView, SeatView
from games.presenters.view import view_model
from games.words.once_per_language import once_per_language

# Sample players, with names that are read alike in every language of the site.
NAMES = ("Ana", "Bruno", "Clara", "David", "Emma", "Felix", "Hugo")


@view_model
class ExampleTrack:
    """The empty Fascist board of some table sizes."""

    fewest: int
    most: int
    track: PolicyTrackView


@view_model
class PowerRow:
    """The powers of the Fascist board of some table sizes."""

    fewest: int
    most: int
    powers: tuple[str, ...]


@view_model
class ExampleBoards:
    """The drawings beside the sections' text."""

    hand: DecisionView
    two_cards: DecisionView
    won_vote: tuple[tuple[SeatView, BallotView], ...]
    tie: tuple[tuple[SeatView, BallotView], ...]
    limits: tuple[tuple[SeatView, BallotView], ...]
    special_election: tuple[tuple[SeatView, BallotView], ...]
    one_before_chaos: ElectionTrackerView
    zone: PolicyTrackView
    veto: PolicyTrackView
    liberals_close: PolicyTrackView


@once_per_language(16)
def example_boards(rules: Ruleset) -> ExampleBoards:
    """Return example boards for a table with these rules, in the active language."""
    liberal, _none = present_tracks_at(rules, rules.liberal_goal - 1, 0)
    _one, zone = present_tracks_at(rules, 0, rules.hitler_zone_at)
    _two, veto = present_tracks_at(rules, 0, rules.veto_at)
    hand = (Policy.FASCIST, Policy.LIBERAL, Policy.FASCIST)[: rules.hand_size]
    return ExampleBoards(
        hand=_hand("example-hand", hand),
        two_cards=_hand("example-two-cards", hand[1:]),
        won_vote=_row("won", {0: "president", 2: "chancellor"}, "ja ja ja nein nein ja nein"),
        tie=_row(
            "tie", {1: "president-candidate", 4: "chancellor-candidate"}, "ja ja nein nein ja nein"
        ),
        limits=_row("limits", {1: "president-candidate"}, "", limited=(0, 2)),
        special_election=_row("special", {0: "president", 3: "president-candidate"}, ""),
        one_before_chaos=ElectionTrackerView(
            id="example-election-tracker",
            position=rules.chaos_at - 1,
            chaos_at=rules.chaos_at,
            anchor="",
        ),
        zone=_track("example-zone", zone),
        veto=_track("example-veto", veto),
        liberals_close=_track("example-liberals", liberal),
    )


def example_tracks(rulesets: list[Ruleset]) -> tuple[ExampleTrack, ...]:
    """Return one empty Fascist board for each group of sizes that share it."""
    return tuple(
        ExampleTrack(
            fewest=first.players,
            most=last.players,
            track=_track(f"example-fascist-track-{first.players}", present_empty_tracks(first)[1]),
        )
        for first, last in _sharing_a_track(rulesets)
    )


def power_rows(rulesets: list[Ruleset]) -> tuple[PowerRow, ...]:
    """Return the same boards as rows of words."""
    rows = []
    for first, last in _sharing_a_track(rulesets):
        slots = present_empty_tracks(first)[1].slots[:-1]
        powers = tuple(slot.power_name for slot in slots)
        rows.append(PowerRow(fewest=first.players, most=last.players, powers=powers))
    return tuple(rows)


def _sharing_a_track(rulesets: list[Ruleset]) -> list[tuple[Ruleset, Ruleset]]:
    """Return the smallest and the largest of the neighbouring sizes with the same board."""
    groups: list[tuple[Ruleset, Ruleset]] = []
    for rules in rulesets:
        if groups and groups[-1][0].fascist_track == rules.fascist_track:
            groups[-1] = (groups[-1][0], rules)
        else:
            groups.append((rules, rules))
    return groups


def _track(id_: str, track: PolicyTrackView) -> PolicyTrackView:
    return replace(track, id=id_, has_links=False)


def _hand(id_: str, policies: tuple[Policy, ...]) -> DecisionView:
    hand = tuple(policy.value for policy in policies)
    return DecisionView(id=id_, act_url="", phase="", decision="", hand=hand)


def _row(
    name: str, offices: dict[int, str], ballots: str, limited: tuple[int, ...] = ()
) -> tuple[tuple[SeatView, BallotView], ...]:
    cast = ballots.split()
    people = NAMES[: len(cast) or len(NAMES)]
    return tuple(
        (
            SeatView(
                id=f"example-{name}-seat-{seat}",
                place=seat + 1,
                name=person,
                face=emblem_of_name(person),
                is_bot=False,
                has_stand_in=False,
                is_dead=False,
                is_deciding=False,
                office=offices.get(seat, ""),
                is_term_limited=seat in limited,
                is_cleared=False,
                investigated_by="",
            ),
            BallotView(id=f"example-{name}-ballot-{seat}", ballot=cast[seat] if cast else ""),
        )
        for seat, person in enumerate(people)
    )
