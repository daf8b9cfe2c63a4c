"""Everybody and everything of a table on one screen: boxes measured in every phase, on every screen.

With 5, 7 and 10 people whose names have 24 letters, in English and Polish: all seats, both tracks, the tracker,
the piles, the own role, the stage and the whole decision lie inside the window; nothing of it overlaps, no word
is broken inside, and everything to be pressed is large enough. A page is loaded once and then made as large as
each of the screens. On the smallest screens, and where type is enlarged, the page may be scrolled, but nothing is cut.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from games.engine.vocabulary import Phase
from games.presenters.table.chat import ChatLineView
from games.transport.partials import render_partial
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.stage import FULL
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONES = ((360, 740), (390, 844), (844, 390))
OTHERS = ((768, 1024), (1024, 768), (1440, 900), (1920, 1080))
TOUCHED = (*PHONES, (768, 1024))
# Smaller than what all of it fits; desks enlarged to 200 and 400 %; and a phone whose letters are half as large again.
SMALLEST = ((320, 568), (640, 360), (720, 450), (360, 225), (320, 256), (260, 563))
# The most people in the longest words; all others are looked at in the long run.
CASES = [
    pytest.param(
        language, count, marks=[] if (language, count) == ("pl", 10) else pytest.mark.long
    )
    for language in ("en", "pl")
    for count in (5, 7, 10)
]
PLAYERS = (5, 7, 10)
# What those who do not decide see differs in kind here alone.
WATCHED = {Phase.VOTE.value, Phase.PRESIDENT_DISCARD.value, Phase.GAME_OVER.value}
# Powers that a table of so many players has, and the phases of all.
PHASES = {
    count: tuple(
        phase.value
        for phase in Phase
        if phase is not (Phase.PEEK if count > 6 else Phase.INVESTIGATE)
        and (count > 6 or phase is not Phase.SPECIAL_ELECTION)
    )
    for count in PLAYERS
}

MEASURE = """smallest => {
    const found = [];
    const shown = each => each.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
    const all = selector => [...document.querySelectorAll(selector)].filter(shown);
    const box = each => each.getBoundingClientRect();
    const named = each => each.id || (each.getAttribute('class') ?? '').split(' ')[0] || each.localName;
    const says = each => `${named(each)} "${each.textContent.replace(/\\s+/g, ' ').trim().slice(0, 30)}"`;
    const fault = (...words) => found.push(words.join(' '));
    const isOver = document.querySelector('.final-reveal:not([hidden])') !== null;

    // Everything lies inside the window.
    const mayScroll = smallest === 0;
    const parts = isOver
        ? all('.final-reveal-headline, .final-reveal-reason, .final-reveal .role-card, .final-reveal .button')
        : all(`.seat, .policy-track, .policy-slot, .election-tracker, .tracker-step, .pile, #secret-role > summary,
            .chip, .decision, .decision-head, .decision-sentence, .decision-clock, .decision-body button`);
    if (parts.length < 5) fault('nothing to measure');
    const page = document.documentElement;
    for (const part of parts) {
        const {left, top, right, bottom, width, height} = box(part);
        // The end is scrolled in itself.
        const lowest = !mayScroll ? innerHeight : isOver ? Infinity : page.scrollHeight - scrollY;
        if (left < -0.5 || (top < -0.5 && !mayScroll) || right > innerWidth + 0.5 || bottom > lowest + 0.5)
            fault(says(part), 'leaves the window', [left, top, right, bottom].map(Math.round));
        if (!width || !height) fault(says(part), 'has no room');
    }
    if (page.scrollWidth > innerWidth || (page.scrollHeight > innerHeight && !mayScroll))
        fault('the page is', page.scrollWidth, 'by', page.scrollHeight);
    if (isOver && !mayScroll && document.querySelector('.final-reveal').scrollHeight > document.querySelector('.final-reveal').clientHeight + 1)
        fault('the end is scrolled');

    // Nothing overlaps.
    const apart = isOver
        ? all('.final-reveal .role-card, .final-reveal-headline, .final-reveal .button')
        : all('.seat, .policy-track, .election-tracker, .pile, .decision, #secret-role > summary, .chip, .table-talk, .log');
    const meet = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    apart.forEach((one, place) => {
        for (const other of apart.slice(place + 1))
            if (!one.contains(other) && !other.contains(one) && meet(box(one), box(other)) > 1)
                fault(says(one), 'overlaps', says(other));
    });

    for (const slot of all('.policy-slot')) {
        const [inner, outer] = [box(slot), box(slot.closest('.policy-track'))];
        if (!isOver && (inner.top < outer.top || inner.bottom > outer.bottom || inner.right > outer.right))
            fault(says(slot), 'leaves its track');
    }

    // In a seat the name is free of the office, the number and the ballot, and inside.
    const lines = each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        // The letters, not the room above and below them.
        return [...range.getClientRects()].filter(line => line.width).map(({left, right, top, bottom}) =>
            ({left, right, top: top + (bottom - top) * 0.2, bottom: bottom - (bottom - top) * 0.22}));
    };
    for (const seat of isOver ? [] : all('.seat')) {
        const name = seat.querySelector('.seat-name');
        for (const line of lines(name)) {
            const outside = Math.max(box(seat).left - line.left, line.right - box(seat).right);
            if (outside > 0.5) fault(says(name), 'leaves its seat by', outside.toFixed(1));
            for (const part of [...seat.querySelectorAll('.seat-number, .placard, .badge, .emblem')].filter(shown))
                if (meet(line, box(part)) > 0.5) fault(says(name), 'lies under', says(part), meet(line, box(part)).toFixed(1));
            const vote = seat.querySelector(':scope > [class^=vote-]');
            if (vote && shown(vote) && meet(line, box(vote)) > 0.5) fault(says(name), 'lies under its ballot', meet(line, box(vote)).toFixed(1));
        }
    }

    // A face is seen, and lies beside marks, offices and ballots.
    for (const face of isOver ? [] : all('.seat .emblem')) {
        const seat = face.closest('.seat');
        for (const part of [...seat.querySelectorAll('.seat-number, .placard, .badge, :scope > [class^=vote-]')].filter(shown))
            if (meet(box(face), box(part)) > 1) fault('the face of', says(seat), 'lies under', says(part));
        if (box(face).bottom > box(seat).bottom || box(face).right > box(seat).right + 5)
            fault('the face of', says(seat), 'leaves its seat');
    }
    if (!isOver && all('.seat .emblem').length < all('.seat').length) fault('a face is missing');

    // Lines break between words.
    const words = isOver ? all('.final-reveal :is(h2, p, .role-card-role, .role-card-player, .button)')
        : all('.seat-name, .decision-sentence, #phase-aside, .decision-help, .decision-body .button, .ballot, .chip, .placard, .policy-track-name, .pile-name, .election-tracker h3');
    for (const each of words) {
        // What is for the ear alone takes no room.
        if (getComputedStyle(each).fontSize === '0px' || box(each).width < 2) continue;
        const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            if (!text.parentElement.checkVisibility() || box(text.parentElement).width < 2 || text.parentElement.closest('.visually-hidden, .chip-full')) continue;
            for (const {0: word, index} of text.data.matchAll(/[^\\s-]+-?/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const rows = new Set([...range.getClientRects()].filter(row => row.width > 0.5).map(row => Math.round(row.top)));
                if (rows.size > 1) fault(`"${word}" is broken in`, named(each));
                const edge = box(each.closest('.seat, .button, .ballot, .chip, .role-card, .decision, .policy-track, .table-line, .final-reveal'));
                const at = range.getBoundingClientRect();
                if (at.right > edge.right + 0.5 || at.left < edge.left - 0.5) fault(`"${word}" leaves`, named(each));
            }
        }
    }

    // All that is pressed is large enough.
    const pressed = isOver ? all('.final-reveal :is(button, a)')
        : all('#table :is(button, a[href], summary, select, textarea)').filter(each => !each.closest('.log, .chat-scroll, .drawer'));
    for (const each of pressed) {
        if (getComputedStyle(each).pointerEvents === 'none') continue;
        // Where a link is stretched over a card's words, they are pressed.
        const card = getComputedStyle(each, '::after').position === 'absolute' && each.closest('.role-card-words');
        const {left, top, width, height} = box(card || each);
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        // What is for the ear alone is reached by keys alone.
        if (!there || !each.contains(there)) continue;
        if (width < smallest - 0.5 || height < smallest - 0.5)
            fault(says(each), 'is only', width.toFixed(1), 'by', height.toFixed(1));
    }
    return found;
}"""


@pytest.fixture(scope="module")
def full_tables(site: Site) -> Callable[[int], dict[str, Any]]:
    """Stage games of full names in every phase, for a number of players."""

    @cache
    def of(count: int) -> dict[str, Any]:
        return dict(stage(site, *(f"{FULL}{phase}-{count}" for phase in PHASES[count])))

    return of


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with browser.new_context(base_url=site.url, reduced_motion="reduce") as context:
        # A hint of a first game takes some of the stage.
        context.add_init_script(
            "if (location.host) localStorage.setItem('hints', JSON.stringify({off: true}))"
        )
        yield context.new_page()


def viewers(phase: str, game: dict[str, str]) -> list[tuple[str, str]]:
    """Who decides, and where it makes a difference who waits and who watches, with their sessions."""
    named = ("actor", "waiter", "dead") if phase in WATCHED else ("actor",)
    seated = [(name, game[name]) for name in named if name in game]
    return [*seated, ("spectator", "")] if phase in WATCHED else seated


def open_table(page: Page, site: Site, game: dict[str, str], session: str, language: str) -> None:
    """Open a game as the owner of this session, in this language."""
    page.context.clear_cookies()
    values = {"django_language": language, "device_stage": "text"}
    values |= {"sessionid": session} if session else {}
    page.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in values.items()]
    )
    page.goto(f"/games/{game['code']}/")
    page.evaluate("document.fonts.ready")


def faults(
    page: Page, screens: Iterable[tuple[int, int]], *, may_scroll: bool = False
) -> list[str]:
    """What is wrong with the open table on any of the screens."""
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        smallest = 44 if (width, height) in TOUCHED else 24
        shown = page.evaluate(MEASURE, 0 if may_scroll else smallest)
        found += [f"{width}x{height}: {fault}" for fault in shown]
    return found


@pytest.mark.parametrize(("language", "count"), CASES)
def test_everything_of_a_table_fits_one_screen(
    page: Page, site: Site, full_tables: Callable[[int], dict[str, Any]], language: str, count: int
) -> None:
    found = []
    for name, game in full_tables(count).items():
        phase = game["phase"]
        for viewer, session in viewers(phase, game):
            open_table(page, site, game, session, language)
            shown = faults(page, (*PHONES, *OTHERS))
            found += [f"{name} {viewer} {fault}" for fault in shown]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_strip_with_a_coach_fits_one_screen(page: Page, site: Site, language: str) -> None:
    game = dict(stage(site, "practice")["practice"])
    open_table(page, site, game, game["actor"], language)
    expect(page.locator("#ask-coach")).to_be_visible()
    assert faults(page, (*PHONES, *OTHERS)) == []


NAMES_OF_BOARDS = """() => {
    const lines = each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].filter(line => line.width);
    };
    const meet = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const found = [];
    for (const name of document.querySelectorAll('.election-tracker h3, .pile-name')) {
        if (!name.checkVisibility() || getComputedStyle(name).fontSize === '0px') continue;
        const others = document.querySelectorAll('.tracker-step, .pile-cards, .seat, .seat-number, .policy-track');
        for (const other of [...others].filter(each => !each.contains(name) && each.checkVisibility()))
            if (lines(name).some(line => meet(line, other.getBoundingClientRect()) > 2))
                found.push(`${name.textContent.trim()} lies on ${other.className} of ${innerWidth}x${innerHeight}`);
    }
    return found;
}"""


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_names_of_boards_lie_on_nothing_in_any_language(
    page: Page, site: Site, full_tables: Callable[[int], dict[str, Any]], language: str
) -> None:
    game = full_tables(7)["full-vote-7"]
    open_table(page, site, game, game["actor"], language)
    found = []
    for width, height in (*PHONES, *OTHERS):
        page.set_viewport_size({"width": width, "height": height})
        found += page.evaluate(NAMES_OF_BOARDS)
    assert not found, "\n".join(found)


def test_nothing_is_cut_where_a_table_must_be_scrolled(
    page: Page, site: Site, full_tables: Callable[[int], dict[str, Any]]
) -> None:
    found = []
    for name, game in full_tables(10).items():
        open_table(page, site, game, game["actor"], "pl")
        found += [f"{name} {fault}" for fault in faults(page, SMALLEST, may_scroll=True)]
    assert not found, "\n".join(found)


# How many pixels lie between the symbol of a space and the words beneath it.
BETWEEN_SYMBOL_AND_WORDS = """() => [...document.querySelectorAll('#fascist-track .policy-slot:has(> .policy-slot-label)')].map(slot => {
    const words = document.createRange();
    words.selectNodeContents(slot.querySelector('.policy-slot-label'));
    const boxes = [...words.getClientRects()].filter(each => each.height > 4 && each.height < 20);
    return Math.min(...boxes.map(each => each.top)) - slot.querySelector('.symbol').getBoundingClientRect().bottom;
})"""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_words_of_a_space_stand_clear_of_its_symbol(
    page: Page, site: Site, language: str
) -> None:
    game = dict(stage(site, "president_discard")["president_discard"])
    page.set_viewport_size({"width": 1200, "height": 750})
    open_table(page, site, game, game["waiter"], language)
    between = page.evaluate(BETWEEN_SYMBOL_AND_WORDS)
    assert len(between) == 5
    assert all(-1 <= each < 40 for each in between), between


HEIGHT = "name => document.querySelector(name).getBoundingClientRect().height"


def test_the_log_has_the_room_of_a_talk_in_which_nobody_has_spoken(page: Page, site: Site) -> None:
    game = dict(stage(site, "nominate")["nominate"])
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, site, game, game["waiter"], "en")
    assert page.evaluate(HEIGHT, "#rounds") > 2 * page.evaluate(HEIGHT, "#talk")

    expect(page.locator("#say")).to_be_enabled()
    page.fill("#say-text", "Hello.")
    page.press("#say-text", "Enter")
    page.locator(".chat-line").wait_for()
    assert page.evaluate(HEIGHT, "#talk") > page.evaluate(HEIGHT, "#rounds")


def test_no_face_is_larger_than_ones_own_on_a_large_desk(page: Page, site: Site) -> None:
    game = dict(stage(site, "nominate")["nominate"])
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, site, game, game["waiter"], "en")
    others = page.evaluate(HEIGHT, ".seat:not(.seat-own) .emblem")
    assert page.evaluate(HEIGHT, ".seat-own .emblem") >= 0.9 * others


def test_the_government_is_large_while_others_decide(page: Page, site: Site) -> None:
    game = dict(stage(site, "chancellor_enact")["chancellor_enact"])
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, site, game, game["waiter"], "en")
    assert page.evaluate(HEIGHT, ".waiting .plate > .emblem") > 120


# Claims are made at every seat; what a claim lies over, its own office and other seats' marks among it.
CLAIMS = """html => {
    const fresh = document.createElement('template');
    fresh.innerHTML = html;
    document.getElementById('chat').append(fresh.content);
    document.getElementById('table').dispatchEvent(new CustomEvent('htmx:wsAfterMessage'));
}"""
COVERED_BY_CLAIMS = """() => {
    const box = each => each.getBoundingClientRect();
    const claims = [...document.querySelectorAll('.seat-claims')].filter(each => each.checkVisibility());
    const others = [...document.querySelectorAll('.seat :is(.placard, .badge, .seat-number, [class^=vote-]), .seat-head .emblem, .seat-claims')]
        .filter(each => each.checkVisibility() && box(each).width > 2);
    const over = (one, other) => Math.min(
        Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left),
        Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top));
    return [claims.length, claims.flatMap(claim => [
        ...others.filter(each => each !== claim && over(claim, each) > 1)
            .map(each => `${claim.textContent.trim()} lies over ${each.className.baseVal ?? each.className} ${each.textContent.trim()}`),
        ...(box(claim).right > innerWidth || box(claim).top < 0 ? ['leaves the window'] : [])])];
}"""


def a_claim(seat: int) -> str:
    """A claim of this seat as it is sent: of the policies it drew or received, or of a party."""
    policies, seen = (
        (("F", "F", "L"), "")
        if seat % 3 == 0
        else (("F", "L"), "")
        if seat % 3 == 1
        else ((), "fascist")
    )
    line = ChatLineView(
        place_in_list=seat + 1,
        channel="table",
        author="",
        face="",
        author_key=f"seat-{seat}",
        place=seat + 1,
        text="A claim",
        cards=policies,
        party=seen,
        party_name="Fascist" if seen else "",
        claimed_face="cat red solid" if seen else "",
        is_claim=True,
    )
    return render_partial(line.template, {"view": line})


@pytest.mark.parametrize("count", [pytest.param(5, marks=pytest.mark.long), 10])
def test_what_is_claimed_at_a_seat_covers_neither_its_marks_nor_its_neighbours(
    page: Page, site: Site, count: int
) -> None:
    names = [
        f"{FULL}{phase}-{count}"
        for phase in ("vote", "execute" if count > 6 else "peek", "president_discard")
    ]
    for name, game in stage(site, *names).items():
        for language in ("en", "pl"):
            open_table(page, site, dict(game), game["waiter"], language)
            # What comes when the socket opens may put an end to claims.
            page.wait_for_selector("#table[data-live]")
            page.evaluate(CLAIMS, "".join(a_claim(seat) for seat in range(count)))
            for width, height in (*PHONES, (1440, 900)):
                page.set_viewport_size({"width": width, "height": height})
                claims, covered = page.evaluate(COVERED_BY_CLAIMS)
                assert claims == count
                assert not covered, (name, language, width, height, covered)


# The sheet of the talk, the lowest of its parts, and what of its last line is out of sight.
SHEET = """() => {
    const box = each => each.getBoundingClientRect();
    const sheet = box(document.getElementById('talk'));
    const list = box(document.querySelector('.chat-scroll'));
    const last = box([...document.querySelectorAll('.chat-line')].at(-1));
    const parts = [...document.querySelectorAll('#talk :is(.claim-offers, .chat-composer, .talk-note)')]
        .filter(each => each.checkVisibility()).map(each => box(each).bottom);
    return [sheet.height / innerHeight, sheet.bottom - Math.max(...parts), Math.max(list.top - last.top, last.bottom - list.bottom)];
}"""


def test_ones_own_claim_is_read_in_the_talk_of_a_phone(page: Page, site: Site) -> None:
    game = dict(stage(site, "investigate")["investigate"])
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page, site, game, game["actor"], "en")
    page.wait_for_selector("#table[data-live]")
    page.evaluate(CLAIMS, "".join(a_claim(seat) for seat in range(7)) * 4)
    page.locator(".chip-talk").click()
    offer = page.locator("#claim-offers > .claim-offer")
    expect(offer.locator(".claim-answer").first).to_be_in_viewport(ratio=1)
    height, room, hidden = page.evaluate(SHEET)
    assert height > 0.6
    assert room >= 0
    assert hidden <= 0
    page.wait_for_timeout(SETTLED_MS)
    offer.locator(".claim-answer").nth(1).click()
    expect(page.locator(".chat-line").last).to_contain_text("claims to have drawn")
    expect(offer).to_have_count(0)
    assert page.evaluate(SHEET)[2] <= 0
