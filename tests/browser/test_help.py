"""The rules beside the table, the hints of a first game, the summary, and help without a network."""

import json
import re
from functools import partial
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.seated import plays_on, sits_at
from tests.browser.stage import FULL
from tests.browser.test_every_page import findings
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
# All that is looked at and pressed at a table, but the stage itself, in which a hint stands.
UNDER_THE_HINT = """() => {
    const hint = document.getElementById('first-hints').getBoundingClientRect();
    return [...document.querySelectorAll(`.seat, .policy-track, .election-tracker, .pile, .decision-head, .decision-body,
            .chip, #secret-role, .own-strip, .table-title, .table-talk, .log, #phase-rule, #why-not > summary`)]
        .filter(each => each.checkVisibility())
        .map(each => [each.id || each.className, each.getBoundingClientRect()])
        .filter(([, {left, top, right, bottom, width}]) => width > 1
            && Math.min(right, hint.right) - Math.max(left, hint.left) > 1
            && Math.min(bottom, hint.bottom) - Math.max(top, hint.top) > 1)
        .map(([name]) => name);
}"""
# Whether a hint is there, as a whole and inside the window; whether it waits behind the §; and the page's excess.
HINT = """() => {
    const hint = document.getElementById('first-hints');
    const {left, top, right, bottom} = hint.getBoundingClientRect();
    const stage = document.querySelector('.decision').getBoundingClientRect();
    return {
        shown: hint.checkVisibility(),
        whole: left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom
            && bottom <= innerHeight,
        waits: document.getElementById('phase-rule').classList.contains('has-hint'),
        excess: document.documentElement.scrollHeight - innerHeight,
    };
}"""
# How high the lowest card is that one decides with, with the hint as it is and without it.
LOWEST_CARD = """() => {
    const hint = document.getElementById('first-hints');
    const lowest = () => Math.min(...[...document.querySelectorAll('.decision :is(.hand-card, .ballot)')]
        .map(card => card.getBoundingClientRect().height));
    const beside = lowest();
    hint.style.display = 'none';
    const alone = lowest();
    hint.style.display = '';
    return [beside, alone];
}"""
LARGE_CARD = 170
SIZES = ((360, 740), (390, 844), (844, 390), (1024, 768), (1440, 900))
PHASES = ("nominate", "vote", "president_discard")


def goes_on(page: Page) -> None:
    """Decide when asked, until a region with a link has been redrawn."""
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    page.wait_for_function(
        """version => {
            const no = document.querySelector('#act-vote-false[aria-pressed=false]');
            const chosen = document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice');
            (chosen || no || document.querySelector('#decision form[data-action] button'))?.click();
            return Number(document.getElementById('table').dataset.version) > version + 6;
        }""",
        arg=version,
        polling=100,
    )


def focused_text(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def sits_at_a_table(invite: Invite, name: str, viewport: ViewportSize) -> Page:
    person = invite(name, viewport=viewport, reduced_motion="reduce")
    person.opens_a_lobby(seats=7)
    person.starts()
    # The socket has sent the whole table and it asks for a decision: the boards now stay.
    person.page.wait_for_selector("#decision button")
    while not person.frames:
        person.page.wait_for_timeout(50)
    person.page.wait_for_timeout(200)
    return person.page


def test_rule_opens_beside_the_table_without_telling_the_others(invite: Invite) -> None:
    page = sits_at_a_table(invite, "Reading at a desk", DESK)
    address = page.url
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/rules/" in request.url else None)
    sheet = page.locator("#help-sheet")

    page.get_by_role("link", name="Special election").press("Enter")
    expect(sheet).to_be_visible()
    assert focused_text(page) == "Special election"
    headers = asked[0].all_headers()
    assert [each for each in ("cookie", "referer", "hx-current-url") if each in headers] == []
    assert findings(page) == []

    # The table goes on, the sheet stays, and the linked region is redrawn.
    goes_on(page)
    expect(sheet).to_be_visible()
    page.locator("#help-close").focus()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert focused_text(page) == "Special election"
    assert page.url == address

    # The same section again needs no network.
    page.get_by_role("link", name="Special election").click()
    expect(sheet).to_be_visible()
    assert len(asked) == 1


def test_rule_lies_over_the_table_on_a_phone_and_the_table_is_still_heard(invite: Invite) -> None:
    page = sits_at_a_table(invite, "Reading on a phone", PHONE)
    sheet = page.locator("#help-sheet")

    page.locator("#phase-rule").click()
    expect(sheet).to_be_visible()
    assert sheet.evaluate("sheet => sheet.matches(':modal')")
    expect(sheet.locator(".help-section")).to_have_count(1)
    assert findings(page) == []
    # Text outside a modal dialog is not read out, so the announcements come inside.
    page.evaluate(
        """() => { window.heard = []; new MutationObserver(all => all.forEach(
            one => one.addedNodes.forEach(node => window.heard.push(node.textContent))
        )).observe(document.querySelector('#help-sheet [data-twin-of=announcer]'), {childList: true}); }"""
    )
    goes_on(page)
    page.wait_for_function("() => window.heard.length > 0")
    expect(sheet).to_be_visible()
    ids = page.locator("[id]").evaluate_all("all => all.map(each => each.id)")
    assert sorted(ids) == sorted(set(ids))

    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#phase-rule")).to_be_focused()

    # A slot too small for words is a link as a whole.
    page.locator("#fascist-track .policy-slot:has(a)").first.click(position={"x": 8, "y": 8})
    expect(sheet.locator("h2")).to_have_text("Presidential powers")


def test_refused_option_and_phase_lead_to_their_rules(
    invite: Invite, site: Site, staged: Staged
) -> None:
    game = staged["veto_answer"]
    person = invite("")
    person.context.add_cookies([{"name": "sessionid", "value": game["waiter"], "url": site.url}])
    page = person.page
    page.goto(f"/games/{game['code']}/")
    expect(page.locator("#phase-rule")).to_have_attribute("href", "/rules/veto/")
    # The socket has brought the whole table: what is opened now stays open.
    while not person.frames:
        page.wait_for_timeout(50)
    answers = page.locator("#why-not")
    for close in (partial(page.mouse.click, 2, 2), partial(page.keyboard.press, "Escape")):
        answers.locator("summary").click()
        expect(answers).to_have_attribute("open", "")
        close()
        expect(answers).not_to_have_attribute("open", "")
    answers.locator("summary").click()
    page.get_by_role("link", name="Why can't I act now?").click()
    expect(page.locator("#help-sheet h2")).to_have_text("Veto power")
    # From one section to another inside the sheet.
    page.locator("#help-close").click()
    page.get_by_role("link", name="Draw pile").click()
    expect(page.locator("#help-sheet h2")).to_have_text("The policy deck")


def test_link_is_a_page_in_a_new_tab_without_scripts(
    invite: Invite, site: Site, staged: Staged
) -> None:
    person = invite("", java_script_enabled=False)
    page = person.page
    page.goto(f"/games/{staged['vote']['code']}/")
    expect(page.locator("#first-hints")).to_be_hidden()
    with person.context.expect_page() as opened:
        page.locator("#phase-rule").click()
    expect(opened.value).to_have_url(f"{site.url}/rules/#vote")


def test_hints_follow_the_phase_until_the_player_ends_them(invite: Invite, staged: Staged) -> None:
    page = invite("").page
    page.goto(f"/games/{staged['vote']['code']}/")
    hints = page.locator("#first-hints")
    told = hints.locator("p[data-hint]:visible")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("A tie is a lost vote.")

    page.locator("#hint-read").click()
    expect(hints).to_be_hidden()
    expect(page.locator("#phase-sentence")).to_be_focused()
    page.reload()
    expect(page.locator("#phase-sentence")).to_be_visible()
    expect(hints).to_be_hidden()
    page.goto(f"/games/{staged['execute']['code']}/")
    expect(told).to_contain_text("Executing Hitler")

    page.locator("#hints-off").click()
    expect(hints).to_be_hidden()
    page.reload()
    expect(page.locator("#phase-sentence")).to_be_visible()
    expect(hints).to_be_hidden()
    page.locator("#phase-rule").click()
    page.get_by_role("button", name="Show hints again").click()
    expect(told).to_contain_text("Executing Hitler")


@pytest.fixture(scope="module")
def full_tables(site: Site) -> Staged:
    """Stage tables of the fewest and of the most people, with full names, and some between."""
    return stage(site, *(f"{FULL}{phase}-{count}" for phase in PHASES for count in (5, 7, 10)))


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("count", [5, 7, 10])
def test_hint_lies_over_nothing(
    invite: Invite, site: Site, full_tables: Staged, count: int, language: str
) -> None:
    found = []
    for phase in PHASES:
        game = full_tables[f"{FULL}{phase}-{count}"]
        for viewer in ("actor", "waiter"):
            person = invite("", reduced_motion="reduce")
            page = sits_at(person, site, game[viewer], game["code"])
            person.context.add_cookies(
                [{"name": "django_language", "value": language, "url": site.url}]
            )
            page.reload()
            # The nomination of others brings no hint.
            is_due = (phase, viewer) != ("nominate", "waiter")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(100)
                case, told = f"{phase} {viewer} {width}x{height}", page.evaluate(HINT)
                if (told["shown"] or told["waits"]) is not is_due or told["excess"] > 0:
                    found.append(f"{case}: {told}")
                if told["shown"] and (told["waits"] or not told["whole"]):
                    found.append(f"{case}: {told}")
                if told["shown"] and (under := page.evaluate(UNDER_THE_HINT)):
                    found.append(f"{case}: over {under}")
    assert not found, "\n".join(found)


def test_hint_makes_no_card_small(invite: Invite, site: Site) -> None:
    staged = stage(site, "vote", "president_discard")
    for phase, game in staged.items():
        person = invite("", reduced_motion="reduce")
        page = sits_at(person, site, game["actor"], game["code"])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            beside, alone = page.evaluate(LOWEST_CARD)
            case = f"{phase} {width}x{height}: {beside} of {alone}"
            assert beside >= min(alone, LARGE_CARD) - 1, case


def test_hint_without_room_waits_behind_the_rule(
    invite: Invite, site: Site, full_tables: Staged
) -> None:
    game = full_tables[f"{FULL}vote-10"]
    person = invite("", viewport={"width": 360, "height": 740})
    page = sits_at(person, site, game["actor"], game["code"])
    hints, rule = page.locator("#first-hints"), page.locator("#phase-rule")
    expect(rule).to_have_accessible_name(re.compile("Hint for a first game"))
    expect(hints).to_be_hidden()

    rule.click()
    sheet = page.locator("#help-sheet")
    expect(sheet.locator("h2")).to_be_visible()
    expect(sheet.locator("#first-hints p[data-hint]:visible")).to_contain_text(
        "A tie is a lost vote."
    )
    assert findings(page) == []
    # Closed without "Got it", it waits on.
    page.keyboard.press("Escape")
    expect(rule).to_have_class(re.compile("has-hint"))
    rule.click()
    page.locator("#hint-read").click()
    expect(hints).to_be_hidden()
    expect(page.locator("#help-close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(rule).not_to_have_class(re.compile("has-hint"))
    expect(rule).not_to_have_accessible_name(re.compile("Hint for a first game"))


def test_round_brings_one_hint_at_most(invite: Invite, site: Site) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("", viewport=DESK)
    page = sits_at(person, site, game["actor"], game["code"])
    hints = page.locator("#first-hints")
    expect(hints.locator("p[data-hint]:visible")).to_contain_text("throws one away")
    page.locator("#hint-read").click()
    # The next phase of the same round has a hint of its own, which waits for another round.
    version = person.version()
    plays_on(person, version + 1)
    expect(person.table).to_have_attribute("data-phase", "chancellor_enact")
    expect(hints).to_be_hidden()
    expect(page.locator("#phase-rule")).not_to_have_class(re.compile("has-hint"))
    page.reload()
    expect(page.locator("#phase-sentence")).to_be_visible()
    expect(hints).to_be_hidden()


@pytest.mark.parametrize(("stood_ms", "counts_as_read"), [(0, False), (4500, True)])
def test_hint_that_has_stood_for_a_while_does_not_come_back(
    invite: Invite, site: Site, staged: Staged, stood_ms: int, counts_as_read: bool
) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("", viewport=DESK)
    page = sits_at(person, site, game["actor"], game["code"])
    told = page.locator("#first-hints p[data-hint]:visible")
    expect(told).to_contain_text("throws one away")
    page.wait_for_timeout(stood_ms)
    version = person.version()
    plays_on(person, version + 1)
    expect(person.table).to_have_attribute("data-phase", "chancellor_enact")
    page.goto(f"/games/{staged['president_discard']['code']}/")
    expect(page.locator("#phase-sentence")).to_be_visible()
    expect(told).to_have_count(0 if counts_as_read else 1)


@pytest.mark.parametrize(
    "path", ["/rules/", "/rules/summary/", "/rules/questions/", "/rules/strategy/"]
)
def test_help_is_within_reach_of_everybody(invite: Invite, path: str) -> None:
    page = invite("", viewport=PHONE, color_scheme="dark").page
    page.goto(path)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def open_chapters(page: Page) -> list[str]:
    """Return the anchors of the chapters whose text is there to be read."""
    chapters: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.help-section')]
            .filter(each => each.querySelector('p, li').checkVisibility({contentVisibilityAuto: true}))
            .map(each => each.id)"""
    )
    return chapters


def test_phone_shows_headings_and_opens_the_chapter_that_is_wanted(invite: Invite) -> None:
    page = invite("", viewport=PHONE).page
    page.goto("/rules/")
    assert open_chapters(page) == ["about"]
    assert page.evaluate("document.documentElement.scrollHeight") < 6 * PHONE["height"]
    assert findings(page) == []

    # From the contents, and back to them.
    page.get_by_role("link", name="The vote", exact=True).click()
    assert open_chapters(page) == ["about", "vote"]
    expect(page.locator("#vote h2")).to_be_in_viewport()
    page.locator(".help-to-contents").click()
    expect(page.locator("#contents-heading")).to_be_in_viewport()
    # A part of a chapter, from the search and by its address.
    page.fill("#help-query", "debate")
    page.locator("#found-list a", has_text="debate").first.click()
    expect(page.locator("#debate")).to_be_in_viewport()
    page.goto("/rules/questions/#q-tie")
    expect(page.locator("#q-tie + dd")).to_be_in_viewport()
    assert open_chapters(page) == ["questions-set-up", "questions-vote"]
    page.goto("/rules/#powers-peek")
    expect(page.locator("#powers-peek")).to_be_in_viewport()
    assert open_chapters(page) == ["about", "powers"]
    # By a press on the heading, which also closes.
    page.locator("#veto summary").click()
    assert open_chapters(page) == ["about", "powers", "veto"]
    page.locator("#veto summary").click()
    assert open_chapters(page) == ["about", "powers"]
    # The chapter that the address names opens again, when it is asked for again.
    page.locator("#powers summary").click()
    page.evaluate("location.hash = '#veto'")
    expect(page.locator("#veto p").first).to_be_visible()


def test_desk_and_paper_show_every_chapter(invite: Invite) -> None:
    page = invite("", viewport=DESK).page
    page.goto("/rules/")
    every = page.locator(".help-section").evaluate_all("all => all.map(each => each.id)")
    assert open_chapters(page) == every
    # A heading there is a heading: no stop for the keyboard, and nothing folds.
    assert page.locator(".help-chapter > summary").evaluate_all(
        "all => all.every(each => each.tabIndex === -1)"
    )
    page.locator("#veto summary").click(force=True)
    assert open_chapters(page) == every
    # A window made narrow stays where one reads.
    page.locator("#veto").evaluate("one => one.scrollIntoView()")
    # The page hears of the scroll a little later.
    page.wait_for_timeout(500)
    page.set_viewport_size(PHONE)
    expect(page.locator(".help-chapter[open]")).to_have_count(2)
    assert open_chapters(page) == ["about", "veto"]
    expect(page.locator("#veto h2")).to_be_in_viewport()
    page.emulate_media(media="print")
    assert open_chapters(page) == every


def test_every_chapter_opens_without_scripts(invite: Invite) -> None:
    page = invite("", viewport=PHONE, java_script_enabled=False).page
    page.goto("/rules/")
    expect(page.locator("#veto p").first).to_be_hidden()
    page.locator("#veto summary").click()
    expect(page.locator("#veto p").first).to_be_visible()
    # What the address names is there at once.
    page.get_by_role("link", name="The vote", exact=True).click()
    expect(page.locator("#vote p").first).to_be_visible()


def test_summary_fits_on_one_sheet(invite: Invite) -> None:
    page, sheets = invite("").page, {}
    for language, _name in settings.LANGUAGES:
        prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
        page.goto(f"{prefix}/rules/summary/")
        for paper in ("A4", "Letter"):
            pdf = page.pdf(format=paper)
            sheets[language, paper] = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert set(sheets.values()) == {1}, sheets


def test_questions_are_printed_on_few_sheets(invite: Invite) -> None:
    page = invite("").page
    for language, _name in settings.LANGUAGES:
        prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
        page.goto(f"{prefix}/rules/questions/")
        printed = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 6, language


def test_help_opened_once_is_there_without_a_network(
    invite: Invite, site: Site, staged: Staged
) -> None:
    person = invite("", service_workers="allow", locale="es-ES")
    person.context.add_cookies(
        [{"name": "sessionid", "value": staged["vote"]["actor"], "url": site.url}]
    )
    page = person.page
    table = f"/games/{staged['vote']['code']}/"
    page.goto("/es/rules/")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(one => one.active !== null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    opened = ("/es/rules/summary/", "/es/narrator/?players=5", table, "/es/rules/")
    for path in opened:
        page.goto(path)
    kept = """async () => {
        const cache = await caches.open('help');
        const all = {};
        for (const request of await cache.keys()) {
            all[new URL(request.url).pathname] = await (await cache.match(request)).text();
        }
        return all;
    }"""
    files = ["/static/js/narrator.js", "/es/rules/strategy/", "/rules/index/es.json"]
    page.wait_for_function(
        f"files => ({kept})().then(all => files.every(each => all[each]))", arg=files
    )
    texts: dict[str, str] = page.evaluate(kept)
    pages = {path for path in texts if not path.startswith("/static/")}
    # What the search of the rules needs, and leads to, is kept with the rules.
    with_the_rules = {"/es/rules/questions/", "/es/rules/strategy/", "/rules/index/es.json"}
    assert pages == {urlsplit(path).path for path in opened if path != table} | with_the_rules
    # The cached pages were fetched without a session: no name, no table, no token.
    assert staged["vote"]["code"] not in json.dumps(texts)
    assert "csrfmiddlewaretoken" in texts["/es/rules/"]
    assert 'href="/accounts/login/' in texts["/es/rules/"]

    person.context.set_offline(True)
    page.goto("/es/rules/#veto")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#veto h2")).to_be_visible()
    page.goto("/es/rules/questions/")
    page.locator("#q-tie + dd a").click()
    expect(page.locator("#vote h2")).to_be_visible()
    page.goto("/es/rules/summary/")
    assert page.locator(".summary").evaluate("one => getComputedStyle(one).display") == "grid"
    page.goto("/es/narrator/?players=7")
    expect(page.locator("#narrator-start")).to_be_visible()
    page.goto(table)
    expect(page.locator("#table")).to_have_count(0)
    person.context.set_offline(False)
