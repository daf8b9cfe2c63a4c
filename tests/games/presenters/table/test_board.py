"""Tracks, tracker and piles."""

import pytest
from django.utils import translation

from tests.games.presenters.views import seen
from tests.scenarios import a_table


@pytest.mark.parametrize(
    ("players", "powers"),
    [
        (5, ["", "", "peek", "execute", "execute", "victory"]),
        (7, ["", "investigate", "special_election", "execute", "execute", "victory"]),
        (10, ["investigate", "investigate", "special_election", "execute", "execute", "victory"]),
    ],
)
def test_fascist_track_shows_the_powers_of_this_table(players: int, powers: list[str]) -> None:
    track = seen(a_table(players), None).fascist_track

    assert [slot.power for slot in track.slots] == powers


def test_tracks_show_what_is_enacted_and_which_space_is_next() -> None:
    view = seen(a_table(7, liberal=2, fascist=3), None)

    for track, count in ((view.liberal_track, 2), (view.fascist_track, 3)):
        assert [slot.number for slot in track.slots if slot.is_filled] == list(range(1, count + 1))
        assert [slot.number for slot in track.slots if slot.is_next] == [count + 1]
    assert view.fascist_track.zone_is_open
    assert not view.fascist_track.veto_unlocked


def test_track_names_its_powers_in_the_language_of_the_moment() -> None:
    table = a_table(7)
    english = seen(table, None).fascist_track
    with translation.override("de"):
        seen(table, None)

    assert seen(table, None).fascist_track == english
    assert english.slots[1].power_name == "Investigate loyalty"


def test_tracker_and_piles_are_counted() -> None:
    table = a_table(7, tracker=1).rejects()
    view = seen(table, None)

    assert (view.election_tracker.position, view.election_tracker.chaos_at) == (2, 3)
    assert (view.piles.draw_pile, view.piles.discard_pile) == (17, 0)


def test_powers_on_the_board_lead_to_their_rules() -> None:
    track = seen(a_table(7), None).fascist_track

    assert [slot.anchor for slot in track.slots] == [
        "", "powers-investigate", "powers-special-election", "powers-execute", "powers-execute", "",
    ]  # fmt: skip
