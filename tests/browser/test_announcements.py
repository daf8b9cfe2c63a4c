"""A screen reader's view of a game: every event once, in order, from one place."""

import re

import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import plays_on, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Records what the live regions are given, piece by piece, in order.
HEAR = """() => {
    window.heard = [];
    window.focused = [];
    document.getElementById('table').addEventListener(
        'table:refocused', event => window.focused.push(event.detail));
    for (const [name, id] of [['polite', 'announcer'], ['urgent', 'announcer-urgent']]) {
        new MutationObserver(changes => {
            for (const {addedNodes} of changes)
                for (const node of addedNodes)
                    window.heard.push([name, [...node.querySelectorAll('p')].map(each => each.textContent)]);
        }).observe(document.getElementById(id), {childList: true});
    }
}"""
HEARD_ALL = "count => window.heard.flatMap(([, texts]) => texts).length >= count"
CALL = "Your decision. Round "
OFFER = re.compile("what (party )?do you say")
# Longer than the longest line waits.
QUIET_MS = 4000
TOUCH = 44
Piece = tuple[str, list[str]]


def sits_and_listens(person: Person, *, seats: int, **cookies: str) -> None:
    """Sit at a table with bots, with all announcements from now on recorded."""
    person.opens_a_lobby(seats=seats)
    person.context.add_cookies(
        [{"name": name, "value": value, "url": person.site_url} for name, value in cookies.items()]
    )
    person.starts()
    if person.page.locator("#deal-seen").is_visible():
        person.page.wait_for_timeout(SETTLED_MS)
        person.page.locator("#deal-seen").press("Enter")
    # All others have voted or wait as well: no update is coming, and soon nothing is left to be said.
    expect(person.page.locator("#decision button").first).to_be_visible()
    person.page.evaluate(HEAR)
    settled(person)
    person.page.evaluate("window.heard = []; window.focused = []")
    person.frames.clear()


def regions_of(frame: str, selector: str) -> list[Tag]:
    return list(BeautifulSoup(frame, "html.parser").select(selector))


def told_in(person: Person) -> list[str]:
    """What is to be said of all frames, in order: that others have voted, and the announcements."""
    names = person.page.locator(".round-table .seat-name").all_inner_texts()
    own = person.page.locator("#table").get_attribute("data-own-seat")
    said = []
    for frame in person.frames:
        for line in regions_of(frame, ".vote-cast, #announcements > li"):
            seat = str(line.get("id", "")).removeprefix("ballot-")
            if not seat:
                sentences = regions_of(frame, "#phase-sentence")
                text = line.get_text() or sentences[0].get_text()
                called = f"{CALL}{line['data-round']}. " if line.has_attr("data-round") else ""
                said.append(called + text)
            elif seat != own:
                said.append(f"Voted: {names[int(seat)]}.")
    return said


def heard_by(person: Person, count: int) -> list[Piece]:
    person.page.wait_for_function(HEARD_ALL, arg=count)
    return [(region, texts) for region, texts in person.page.evaluate("window.heard")]


def texts_of(pieces: list[Piece]) -> list[str]:
    return [text for _region, texts in pieces for text in texts]


def settled(person: Person) -> tuple[list[str], list[Piece]]:
    """What the server told and what was heard of it, once the table is quiet."""
    before: tuple[list[str], list[Piece]] = [], []
    while True:
        person.page.wait_for_timeout(QUIET_MS)
        heard = person.page.evaluate("window.heard")
        now = told_in(person), heard
        if now == before:
            return now
        before = now


def test_burst_is_heard_whole_and_in_order_with_the_call_at_its_end(invite: Invite) -> None:
    ada = invite("Listening")
    sits_and_listens(ada, seats=10)
    plays_on(ada, 90)
    told, heard = settled(ada)
    # What the focus has just been given to is read for that alone; an offer to claim is no event.
    besides = {*ada.page.evaluate("window.focused"), *filter(OFFER.search, texts_of(heard))}

    assert [text for text in texts_of(heard) if text not in besides] == [
        text for text in told if text not in besides
    ]
    assert len([text for text in told if text.startswith("Voted: ")]) >= 10
    calls = [texts for region, texts in heard if region == "urgent"]
    assert calls
    assert all(texts[-1].startswith(CALL) for texts in calls)
    # What led to a decision is said with it, or was said before.
    assert any(len(texts) > 1 for texts in calls)
    assert ada.page.locator("#announcements > li").count() == 0
    # A screen reader's view: each line is a paragraph of its own, in the same order.
    tree = ada.page.get_by_role("log", name="Announcements").aria_snapshot()
    polite = texts_of([piece for piece in heard if piece[0] == "polite"])
    shown = [
        line.split("paragraph: ", 1)[1].strip('"')
        for line in tree.splitlines()
        if "paragraph: " in line
    ]
    assert shown == polite[-len(shown) :]


def test_stage_says_each_headline_once_in_place_of_the_line_of_the_log(invite: Invite) -> None:
    ada = invite("Headlines")
    sits_and_listens(ada, seats=7, device_stage="full", device_ballots="off")
    plays_on(ada, 60)
    _told, heard = settled(ada)
    frames = ada.frames
    headlines = [
        str(each.get_text())
        for frame in frames
        for each in regions_of(frame, "#moments > li:not(.moment-private) > .moment-headline")
    ]
    texts = texts_of(heard)

    assert len(headlines) > 3
    said = [text for text in texts if any(text.startswith(each) for each in headlines)]
    assert len(said) == len(headlines)
    assert all(text.startswith(headline) for text, headline in zip(said, headlines, strict=True))
    # "Elected: ..." without its figures is the line of the log.
    assert not [text for text in texts if text.startswith("Elected: ")]
    # Fewer lines, by the listener's wish; the result of a vote is said.
    assert not [text for text in texts if text.startswith("Voted: ")]
    assert [text for text in texts if text.startswith("Ja! ")]


def test_changed_ballot_is_confirmed_with_its_vote(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    person = invite("Changing")
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.evaluate(HEAR)
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#act-vote-true").press("Enter")
    expect(page.locator("#act-vote-true")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#act-vote-false").press("Enter")

    assert texts_of(heard_by(person, 2)) == ["Your ballot: Ja!", "Your ballot: Nein!"]
    expect(page.locator("#act-vote-false")).to_be_focused()


def test_offered_claim_and_the_end_of_a_pause_are_said(site: Site, invite: Invite) -> None:
    game = stage(site, "chancellor_enact")["chancellor_enact"]
    person = invite("Claiming")
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.evaluate(HEAR)
    plays_on(person, person.version() + 1)
    page.wait_for_function(
        "() => window.heard.flat(2).some(text => text.includes('what do you say you received?'))"
    )

    ada = invite("Pausing")
    sits_and_listens(ada, seats=5)
    ada.page.evaluate("document.getElementById('propose-pause').click()")
    expect(ada.page.locator("#say-go_on")).to_be_visible()
    ada.page.wait_for_timeout(SETTLED_MS)
    ada.page.locator("#say-go_on").press("Enter")
    expect(ada.page.locator("#agreement")).to_be_hidden()
    paused, goes_on = texts_of(heard_by(ada, 2))[:2]

    assert paused.startswith("The game is paused")
    assert goes_on == "The pause is over. The game goes on."


def test_warning_says_how_many_seconds_are_left(invite: Invite) -> None:
    ada = invite("Hurrying")
    ada.opens_a_lobby(seats=5, pace="quick")
    ada.starts()
    page = ada.page
    expect(page.locator("#decision button").first).to_be_visible()
    # What comes when the socket opens may bring another clock.
    page.wait_for_selector("#table[data-live]")
    page.evaluate(HEAR)
    warned_at = int(page.locator("#decision-clock time").get_attribute("data-warn") or 0)
    assert warned_at >= 10
    page.evaluate(
        """left => {
            const clock = document.querySelector('#decision-clock time');
            clock.dateTime = new Date(Date.now() + left * 1000).toISOString();
        }""",
        warned_at,
    )
    page.wait_for_function(
        "() => window.heard.flat(2).some(text => text.includes('Seconds left: '))"
    )
    said = [text for text in texts_of(heard_by(ada, 1)) if "Seconds left: " in text]

    assert len(said) == 1
    assert warned_at - 3 <= int(re.findall(r"\d+", said[0])[0]) <= warned_at


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


def test_a_stand_in_is_announced_at_once_with_the_way_back(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("Replaced")
    page = sits_at(person, site, game["actor"], game["code"])
    page.wait_for_selector("#table[data-live]")
    page.evaluate(HEAR)
    address = f"/games/{game['code']}/leave/"
    page.evaluate(
        """async address => {
            const headers = JSON.parse(document.body.getAttribute('hx-headers'));
            await fetch(address, { method: 'POST', headers });
        }""",
        address,
    )

    page.wait_for_function("() => window.heard.some(([region]) => region === 'urgent')")
    urgent = [texts for region, texts in heard_by(person, 1) if region == "urgent"]
    assert urgent == [["A stand-in plays your seat. Acting takes it back. Take my seat back"]]
    expect(page).to_have_title("Friday night · Secret Hitler")
    expect(page.locator("#phase-sentence")).not_to_have_class("decision-sentence-own")


def test_more_time_is_offered_with_the_warning_and_told(invite: Invite) -> None:
    ada = invite("Taking time")
    ada.opens_a_lobby(seats=5, pace="quick")
    ada.starts()
    page = ada.page
    expect(page.locator("#decision button").first).to_be_visible()
    page.evaluate(HEAR)
    clock, more = page.locator("#decision-clock time"), page.locator("#take-more-time")
    expect(more).to_be_hidden()
    deadline = clock.get_attribute("datetime")
    # As if two thirds of the time had passed, also where the socket has just brought the clock again.
    page.wait_for_function(
        """() => {
            document.querySelector('#decision-clock time').dataset.warn = 600;
            return document.querySelector('#take-more-time').checkVisibility();
        }""",
        polling=200,
    )
    expect(more).to_be_visible()
    box = more.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= TOUCH
    page.wait_for_timeout(SETTLED_MS)
    more.press("Enter")

    expect(clock).not_to_have_attribute("datetime", str(deadline))
    expect(page.locator("#phase-aside")).to_contain_text("Taking time takes more time.")
    page.wait_for_function("() => window.heard.flat(2).includes('Taking time takes more time.')")
    expect(more).to_have_count(0)
    expect(page.locator("#phase-sentence")).to_be_focused()
