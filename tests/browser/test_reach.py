"""What lets everybody play: announcements, keys, notices, streamer mode, the TV, no network, a still page."""

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.people import Person
from tests.running_site import Site

pytestmark = pytest.mark.browser

LOUDER_THAN_THIS = 0.02
# Keeps what the live regions were told, in order.
HEAR = """() => {
    window.heard = {polite: [], urgent: []};
    for (const [name, id] of [['polite', 'announcer'], ['urgent', 'announcer-urgent']]) {
        new MutationObserver(changes => {
            for (const {addedNodes} of changes)
                for (const node of addedNodes) window.heard[name].push(node.textContent);
        }).observe(document.getElementById(id), {childList: true});
    }
}"""
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries())
        window.shifts.push({value, phase: document.getElementById('table')?.dataset.phase,
            inLog: sources.every(({node}) => (node?.closest ? node : node?.parentElement)?.closest('#log')),
            of: sources.map(({node}) => node?.id || node?.className || String(node))});
}).observe({type: 'layout-shift', buffered: true});"""
STICKS_OUT = """() => [...document.querySelectorAll('.tv *, .tv-lobby *')].filter(each => {
    const {bottom, right, width, height} = each.getBoundingClientRect();
    return width > 1 && height > 1 && (bottom > innerHeight + 1 || right > innerWidth + 1)
        && !each.closest('.tv-news, .visually-hidden');
}).slice(0, 5).map(each => each.tagName + '#' + each.id + '.' + each.className)"""


@pytest.fixture(scope="module")
def staged(site: Site) -> Staged:
    """Games in every phase."""
    return stage(site.environment)


def sits_at(person: Person, site: Site, session: str, code: str, view: str = "") -> Page:
    """Open a staged game as the owner of this session."""
    person.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    person.page.goto(f"/games/{code}/{view}")
    return person.page


def plays_on(person: Person, until: int) -> None:
    """Decide something whenever asked, until that version or the end."""
    while person.version() < until and person.table.get_attribute("data-phase") != "game_over":
        if person.options():
            version = person.version()
            person.clicks(0)
            person.waits_for_version(version + 1)
        person.page.wait_for_timeout(50)


# Screen readers


def test_every_event_is_announced_once_and_in_order(invite: Invite) -> None:
    ada = invite("Listening")
    ada.opens_a_lobby(seats=10)
    ada.starts()
    # All others have voted or wait as well: nothing is on its way.
    expect(ada.page.locator("#decision button").first).to_be_visible()
    ada.page.wait_for_timeout(1500)
    ada.page.evaluate(HEAR)
    ada.frames.clear()
    plays_on(ada, 90)
    frames = list(ada.frames)
    told = [
        (line.get_text(), line.has_attr("data-urgent"))
        for frame in frames
        for part in BeautifulSoup(frame, "html.parser").select("#announcements")
        for line in part.select("li")
    ]
    polite = [text for text, is_urgent in told if not is_urgent]
    ada.page.wait_for_function("count => window.heard.polite.length >= count", arg=len(polite))
    heard = ada.page.evaluate("window.heard")

    assert heard["polite"][: len(polite)] == polite
    assert len([text for text in polite if text.startswith("Voted: ")]) >= 10
    urgent = [text for text, is_urgent in told if is_urgent]
    assert heard["urgent"][: len(urgent)] == urgent
    assert all(text.startswith("Your decision. ") for text in urgent)
    assert ada.page.locator("#announcements > li").count() == 0


def test_nothing_but_the_announcer_is_a_live_region_of_the_game(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["vote"]
    page = sits_at(invite("Ears"), site, game["actor"], game["code"])
    live = page.evaluate(
        "[...document.querySelectorAll('[aria-live], [role=log], [role=alert], [role=status]')]"
        ".filter(each => each.getAttribute('aria-live') !== 'off').map(each => each.id)"
    )

    assert {"announcer", "announcer-urgent"} <= set(live)
    assert not {"log", "phase-sentence", "phase-aside", "notices", "decision"} & set(live)


# Keys


def test_keys_vote_only_where_nobody_types_and_can_be_switched_off(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["vote"]
    page = sits_at(invite("Fingers"), site, game["actor"], game["code"])
    nein = page.locator("#act-vote-false")
    expect(nein).to_have_attribute("aria-pressed", "false")
    box = page.locator("[data-key=c]")
    if box.count() and box.is_enabled():
        page.keyboard.press("c")
        expect(box).to_be_focused()
        page.keyboard.type("jn?1")
        assert box.input_value() == "jn?1"
        expect(nein).to_have_attribute("aria-pressed", "false")
        page.locator("#phase-sentence").focus()

    page.keyboard.press("2")
    expect(nein).to_be_focused()
    page.keyboard.press("n")
    expect(nein).to_have_attribute("aria-pressed", "true")

    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.keyboard.press("j")
    page.get_by_role("checkbox", name="Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()
    page.reload()
    page.keyboard.press("j")
    page.keyboard.press("?")
    page.wait_for_timeout(500)
    expect(page.locator("#act-vote-false")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#shortcuts")).to_be_hidden()


# Notices


def test_a_decision_is_called_in_title_and_icon_alike_for_every_phase_and_role(
    site: Site, invite: Invite
) -> None:
    titles = set()
    # Games of its own: other tests vote in the shared ones.
    for phase, game in stage(site.environment).items():
        if phase in {"lobby", "game_over"}:
            continue
        page = sits_at(invite(phase), site, game["actor"], game["code"])
        expect(page).to_have_title(re.compile("^● "))
        expect(page.locator("link[rel=icon]")).to_have_attribute(
            "href", re.compile("icon-decision")
        )
        titles.add(page.title())
        page = sits_at(invite(f"{phase} waiting"), site, game["waiter"], game["code"])
        page.wait_for_function("document.querySelector('#table').dataset.version > 0")
        expect(page).to_have_title(re.compile("^[^●]"))

    assert titles == {"● Your decision · Friday night · Secret Hitler"}


def test_title_goes_back_when_the_decision_is_made(invite: Invite) -> None:
    ada = invite("Patient")
    ada.opens_a_lobby(seats=5)
    ada.starts()
    expect(ada.page).to_have_title(re.compile("^● Your decision"), timeout=30_000)
    ada.clicks(0)
    expect(ada.page).to_have_title(re.compile("^[^●]"))


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
    ada.page.get_by_label("Sound when").uncheck()
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


# Shoulder safety


def test_secret_role_shows_while_it_is_held_or_until_tapped_again(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["president_discard"]
    page = sits_at(invite("Shoulder"), site, game["actor"], game["code"])
    role, seal = page.locator(".secret-role-inside"), page.locator("#secret-role > summary")
    private_lines = page.locator("#log .log-private")
    assert private_lines.count() > 0
    expect(role).to_be_hidden()
    expect(private_lines.first).to_be_hidden()

    seal.hover()
    page.mouse.down()
    expect(role).to_be_visible()
    page.mouse.up()
    expect(role).to_be_hidden()

    seal.click()
    expect(role).to_be_visible()
    seal.click()
    expect(role).to_be_hidden()

    seal.focus()
    page.keyboard.down(" ")
    expect(role).to_be_visible()
    page.keyboard.up(" ")
    expect(role).to_be_hidden()
    page.keyboard.press("r")
    expect(role).to_be_visible()

    page.locator("#own-knowledge > summary").click()
    expect(private_lines.first).to_be_visible()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(role).to_be_hidden()
    expect(private_lines.first).to_be_hidden()


def test_streamer_mode_covers_hand_role_and_code_from_the_first_paint(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game, lobby = staged["president_discard"], staged["lobby"]
    person = invite("Streaming")
    person.context.add_cookies([{"name": "device_streamer", "value": "on", "url": site.url}])
    page = sits_at(person, site, game["actor"], game["code"])
    faces = page.locator("#decision .policy-card-name")
    assert faces.count() == 3
    backs = page.locator("#decision .policy-card").evaluate_all(
        "cards => cards.map(card => getComputedStyle(card).backgroundImage + getComputedStyle(card).color)"
    )
    assert len(set(backs)) == 1
    for face in faces.all():
        expect(face).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("#secret-role .role-card-role")).to_be_hidden()

    page.locator("#look").hover()
    page.mouse.down()
    expect(faces.first).to_be_visible()
    expect(page.locator("#secret-role .role-card-role")).to_be_visible()
    page.mouse.up()
    expect(faces.first).to_be_hidden()
    assert page.locator("#decision form").count() == 3

    sits_at(person, site, lobby["host"], game["code"])
    page.goto(f"/lobbies/{lobby['code']}/")
    for covered in (".invitation-code .code", "#invitation-link", ".invitation-qr"):
        expect(page.locator(covered)).to_be_hidden()
    page.get_by_label("Streamer mode").uncheck()
    expect(page.locator(".invitation-code .code")).to_be_visible()
    page.reload()
    expect(page.locator(".invitation-code .code")).to_be_visible()


# Motion


MOVED = """window.moved = new Set(); new MutationObserver(changes => {
    for (const {target} of changes)
        if (target.classList?.contains('moves')) window.moved.add(target.className);
}).observe(document, {subtree: true, attributes: true, attributeFilter: ['class']});"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_things_move_on_updates_but_not_where_less_motion_is_asked_for(
    invite: Invite, motion: Any
) -> None:
    ada = invite(f"Moving {motion}", reduced_motion=motion)
    ada.page.add_init_script(MOVED)
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_on(ada, 60)
    moved = ada.page.evaluate("[...window.moved].join(' ')")

    assert ("vote-" in moved) == (motion == "no-preference")


def test_nothing_moves_on_the_first_look(site: Site, staged: Staged, invite: Invite) -> None:
    for phase in ("president_discard", "game_over"):
        person = invite(f"New in {phase}")
        person.page.add_init_script(MOVED)
        page = sits_at(person, site, staged[phase]["actor"], staged[phase]["code"])
        # The socket brings the whole table once more.
        page.wait_for_timeout(1000)
        assert person.frames
        assert page.evaluate("window.moved.size") == 0


def test_any_key_ends_a_movement(site: Site, staged: Staged, invite: Invite) -> None:
    game = staged["president_discard"]
    page = sits_at(invite("Impatient"), site, game["actor"], game["code"])
    page.wait_for_timeout(300)
    page.locator("#decision .hand > li").first.evaluate("card => card.classList.add('moves')")
    expect(page.locator(".moves")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator(".moves")).to_have_count(0)


# The TV


@pytest.mark.parametrize("players", [5, 10])
def test_tv_goes_from_the_lobby_to_the_table_and_shows_a_whole_game_on_one_screen(
    invite: Invite, players: int
) -> None:
    ada = invite(f"Dampfschiffskapitäne {players}")
    lobby = ada.opens_a_lobby(seats=players)
    # The host's own laptop is the TV: signed in, and still nobody in particular.
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
        for size in ((1280, 720), (1920, 1080)):
            tv.set_viewport_size({"width": size[0], "height": size[1]})
            assert tv.evaluate(STICKS_OUT) == [], size
        assert tv.locator("#secret-role, #own-knowledge, #decision, .log-private").count() == 0
    ada.waits_for_version(ada.version(), tv)
    expect(tv.locator("#final-reveal .role-card")).to_have_count(players)
    tv.wait_for_timeout(3000)
    assert tv.evaluate(STICKS_OUT) == []
    assert len(seen_phases) > 1


# No network


def test_without_network_a_page_says_so_and_nothing_of_a_game_is_kept(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["nominate"]
    ada = invite("Tunnel")
    page = sits_at(ada, site, game["actor"], game["code"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name)"
        ".then(cache => cache.keys())))).then(all => all.flat().map(each => new URL(each.url).pathname))"
    )
    ada.context.set_offline(True)
    page.goto(f"/games/{game['code']}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    ada.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#table")).to_be_visible()

    assert kept[0] == "/offline/"
    assert all(path.startswith("/static/") for path in kept[1:])


# A still page


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nothing_shifts_while_a_game_is_watched(invite: Invite, size: tuple[int, int]) -> None:
    """Until the end, which turns the page over; and the log scrolls within its own box."""
    ada = invite(f"Busy {size[0]}")
    ada.opens_a_lobby(seats=7)
    code = ada.starts()
    watcher = invite("Still", viewport={"width": size[0], "height": size[1]})
    watcher.page.add_init_script(SHIFTS)
    watcher.page.goto(f"/games/{code}/")
    while ada.table.get_attribute("data-phase") != "game_over":
        plays_on(ada, ada.version() + 10)
    watcher.waits_for_version(ada.version())
    shifts = [
        each
        for each in watcher.page.evaluate("window.shifts")
        if each["phase"] != "game_over" and not each["inLog"]
    ]

    assert sum(each["value"] for each in shifts) < LOUDER_THAN_THIS, shifts
