"""A decision is announced in title and icon, by vibration and notification; and the screen stays awake."""

import re

import pytest
from playwright.sync_api import expect

from games.engine.vocabulary import Phase
from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.seated import plays_on, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_a_decision_is_called_in_title_and_icon_alike_for_every_phase_and_role(
    site: Site, staged: Staged, invite: Invite
) -> None:
    titles = set()
    person = invite("everybody in turn")
    for phase in Phase:
        if phase is Phase.GAME_OVER:
            continue
        game = staged[phase.value]
        page = sits_at(person, site, game["actor"], game["code"])
        expect(page).to_have_title(re.compile("^● "))
        expect(page.locator("link[rel=icon]")).to_have_attribute(
            "href", re.compile("icon-decision")
        )
        titles.add(page.title())
        page = sits_at(person, site, game["waiter"], game["code"])
        page.wait_for_function("document.querySelector('#table').dataset.version > 0")
        expect(page).to_have_title(re.compile("^[^●]"))

    assert titles == {"● Your decision · Friday night · Secret Hitler"}


def test_title_goes_back_when_the_decision_is_made(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    ada = invite("Patient")
    page = sits_at(ada, site, game["actor"], game["code"])
    expect(page).to_have_title(re.compile("^● Your decision"))
    ada.clicks(0)
    expect(page).to_have_title(re.compile("^[^●]"))
    expect(page.locator("link[rel=icon]")).not_to_have_attribute(
        "href", re.compile("icon-decision")
    )


def test_vibration_and_notification_come_only_if_wanted_and_say_nothing_more(
    invite: Invite,
) -> None:
    ada = invite("Buzzing", permissions=["notifications"])
    ada.page.add_init_script(
        "window.kept = []; navigator.vibrate = pattern => window.kept.push(pattern);"
        "window.Notification = class { static permission = 'granted';"
        " static requestPermission() { return Promise.resolve('granted'); }"
        " constructor(title, more) { window.kept.push([title, more.body]); } close() {} };"
        "Object.defineProperty(document, 'hidden', {get: () => window.isAway ?? false});"
    )
    ada.opens_a_lobby(seats=5)
    ada.starts()
    version = ada.version()
    plays_on(ada, version + 12)
    assert ada.page.evaluate("window.kept") == []
    ada.page.keyboard.press("?")
    ada.page.get_by_label("Vibration when").check()
    ada.page.get_by_label("Notification when").check()
    ada.page.get_by_label("Sounds when").uncheck()
    ada.page.keyboard.press("Escape")
    ada.page.evaluate("window.isAway = true")
    plays_on(ada, version + 40)

    kept = ada.page.evaluate("window.kept")
    assert [120, 80, 120] in kept
    assert {tuple(each) for each in kept if isinstance(each[0], str)} == {
        ("Your decision", "Secret Hitler")
    }


def test_screen_stays_awake_while_seated_and_sleeps_for_spectators(
    site: Site, staged: Staged, invite: Invite
) -> None:
    keep = (
        "window.asked = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {"
        " window.asked += 1; return {released: false, release() { window.asked -= 1; }}; }}});"
    )
    expected = {"vote": ("actor", 1), "nominate": ("", 0), "game_over": ("actor", 0)}
    for phase, (viewer, asked) in expected.items():
        person = invite(f"awake {phase}")
        person.page.add_init_script(keep)
        game = staged[phase]
        if viewer:
            sits_at(person, site, game[viewer], game["code"])
        else:
            person.page.goto(f"/games/{game['code']}/")
        person.waits_for_version(1)
        person.page.wait_for_timeout(200)
        assert person.page.evaluate("window.asked") == asked, phase
