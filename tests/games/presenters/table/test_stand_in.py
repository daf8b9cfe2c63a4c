"""A stand-in in the viewer's seat, and the way back."""

from dataclasses import replace

from games.presenters.table.stand_in import present_stand_in
from tests.games.presenters.views import html_of, people, strict_templates
from tests.scenarios import a_table

RETURN = "/games/KRWTZB/return/"


def test_only_the_person_whose_seat_is_played_is_offered_it_back() -> None:
    table = a_table(7)
    players = list(people(7))
    players[3] = replace(players[3], has_stand_in=True)

    offered = {
        viewer: present_stand_in(table.seen_by(viewer), tuple(players), RETURN).return_url
        for viewer in (0, 3, None)
    }
    assert offered == {0: "", 3: RETURN, None: ""}


def test_nothing_is_offered_after_the_end() -> None:
    table = a_table(7, fascist=3).elects(6)
    players = tuple(replace(player, has_stand_in=True) for player in people(7))

    assert present_stand_in(table.seen_by(3), players, RETURN).return_url == ""


def test_form_works_over_the_socket_and_without_it() -> None:
    players = tuple(replace(player, has_stand_in=True) for player in people(7))
    view = present_stand_in(a_table(7).seen_by(0), players, RETURN)
    html = html_of(view, strict_templates())

    assert f'method="post" action="{RETURN}" ws-send' in html
    assert '<input type="hidden" name="action" value="return">' in html
