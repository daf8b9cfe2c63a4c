"""The TV view goes from the lobby to the table and shows a whole game on one screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.seated import plays_on

pytestmark = pytest.mark.browser

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160))
# What moves to its place may come from beyond the screen.
STICKS_OUT = """() => [...document.querySelectorAll('.tv *, .tv-lobby *')].filter(each => {
    const {bottom, right, width, height} = each.getBoundingClientRect();
    return width > 1 && height > 1 && (bottom > innerHeight + 1 || right > innerWidth + 1)
        && !each.closest('.tv-news, .visually-hidden, .moves');
}).slice(0, 5).map(each => each.tagName + '#' + each.id + '.' + each.className)"""


@pytest.mark.parametrize("players", [5, 10])
def test_tv_goes_from_the_lobby_to_the_table_and_shows_a_whole_game_on_one_screen(
    invite: Invite, players: int
) -> None:
    ada = invite(f"Dampfschiffskapitäne {players}")
    lobby = ada.opens_a_lobby(seats=players)
    # The host's own laptop is the TV: signed in, and still shown a spectator's table.
    tv = ada.context.new_page()
    tv.set_viewport_size({"width": 1280, "height": 720})
    tv.goto(f"/lobbies/{lobby}/tv/")
    expect(tv.locator(".tv-code")).to_contain_text(lobby)
    expect(tv.locator(".tv-qr")).to_be_visible()
    ada.page.locator("#fill-with-bots").click()
    expect(tv.locator(".lobby-seat-empty")).to_have_count(0)
    assert tv.evaluate(STICKS_OUT) == []
    code = ada.starts()
    tv.wait_for_url(f"**/games/{code}/tv/")
    seen_phases = set()
    while ada.table.get_attribute("data-phase") != "game_over":
        plays_on(ada, ada.version() + 6)
        seen_phases.add(tv.get_attribute("#table", "data-phase"))
        # The largest is drawn slowly here, and laid out as the others are; it is looked at when all is over.
        for size in SCREENS[:-1]:
            tv.set_viewport_size({"width": size[0], "height": size[1]})
            # The poster of the end comes from beyond the screen; it is measured below, when it stands.
            found = [each for each in tv.evaluate(STICKS_OUT) if "final-reveal" not in each]
            assert found == [], size
        assert tv.locator("#secret-role, #own-knowledge, #decision, .log-private").count() == 0
    ada.waits_for_version(ada.version(), tv)
    expect(tv.locator("#final-reveal .role-card")).to_have_count(players)
    tv.wait_for_timeout(3000)
    for size in SCREENS:
        tv.set_viewport_size({"width": size[0], "height": size[1]})
        assert tv.evaluate(STICKS_OUT) == [], size
        # The end fills the screen, whatever its size.
        poster = tv.locator("#final-reveal").bounding_box()
        assert poster is not None
        assert (round(poster["width"]), round(poster["height"])) == size
    assert len(seen_phases) > 1
