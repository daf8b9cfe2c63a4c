"""Seats and boards show what a moment tells when it tells it, not at the update that brings the moment."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import press, watches
from tests.running_site import Site

pytestmark = pytest.mark.browser

# What seats and boards show in every frame while the stage shows something.
WATCH = """() => {
    window.seen = [];
    const text = id => document.getElementById(id).textContent.trim();
    const sees = selector => [...document.querySelectorAll(selector)].some(each => each.checkVisibility({visibilityProperty: true}));
    const look = () => {
        const moment = document.querySelector('#moments > [data-shown]');
        if (moment) {
            window.seen.push({
                kind: moment.dataset.kind,
                at: performance.now(),
                told: 'told' in moment.dataset,
                step: [...document.querySelectorAll('#election-tracker .tracker-step')].findIndex(each => each.ariaCurrent),
                counts: [text('liberal-track-count'), text('fascist-track-count')],
                inOffice: sees('.placard-chancellor'),
                cleared: sees('.badge-cleared'),
                dead: sees('.seat-dead'),
                logged: [...document.querySelectorAll('#log [data-fresh]')].length > 0,
                lit: sees('.policy-slot-lit'),
                mayTalk: text('talk-why'),
                roles: sees('.seat-role'),
                presides: sees('.placard-president'),
                next: sees('.placard-candidate'),
                investigated: sees('.badge use[href$="investigated"]'),
            });
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def seen(page: Page, kind: str, what: str, *, told: bool) -> set[object]:
    """All that was seen of one thing in moments of this kind, before or after they told of it."""
    found = [each for each in page.evaluate("seen") if each["kind"] == kind]
    assert found, f"no {kind}"
    values = [each[what] for each in found if each["told"] is told]
    return {tuple(each) if isinstance(each, list) else each for each in values}


def is_over(page: Page) -> None:
    """Wait for all moments."""
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    expect(page.locator("#moments > *")).to_have_count(0)


def test_the_tracker_goes_to_chaos_with_the_lost_vote_and_back_with_its_policy(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "chaos_ballot")["chaos_ballot"]
    page = watches(invite("Sees chaos"), site, game, "actor")
    page.evaluate(WATCH)
    page.locator("#act-vote-false").click()
    is_over(page)

    assert seen(page, "rejected", "step", told=False) == {2}
    assert seen(page, "rejected", "step", told=True) == {3}
    assert seen(page, "chaos", "step", told=False) == {3}
    assert seen(page, "chaos", "step", told=True) == {0}
    none = {("0 / 5", "0 / 6")}
    for kind, told in (("rejected", False), ("rejected", True), ("chaos", False)):
        assert seen(page, kind, "counts", told=told) == none
    assert not seen(page, "chaos", "counts", told=True) & none


def test_nobody_is_in_office_or_cleared_before_the_stage_says_so(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "zone_ballot")["zone_ballot"]
    page = watches(invite("Sees an election"), site, game, "actor")
    assert page.locator(".badge-cleared").count() == 0
    page.evaluate(WATCH)
    page.locator("#act-vote-true").click()
    is_over(page)

    assert seen(page, "elected", "inOffice", told=False) == {False}
    assert seen(page, "elected", "inOffice", told=True) == {True}
    assert seen(page, "elected", "cleared", told=True) == {False}
    assert seen(page, "not_hitler", "cleared", told=False) == {False}
    assert seen(page, "not_hitler", "cleared", told=True) == {True}
    assert not page.locator("#log [data-fresh]").count()


def test_nobody_is_dead_before_the_stage_says_so_and_a_tap_tells_at_once(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "execute")["execute"]
    president = watches(invite("Shoots"), site, game, "actor", how="text")
    other, hasty = (watches(invite(name), site, game, "waiter") for name in ("Looks", "Taps"))
    others = other.locator(".seat-dead").count()
    assert others == 0
    other.evaluate(WATCH)
    press(president, president.locator("#decision div.target > button").first)
    press(president, president.locator("#confirm-choice"))
    hasty.locator("#moments > [data-shown]").click()
    expect(hasty.locator(".seat-dead")).to_have_count(1, timeout=500)
    is_over(other)

    assert seen(other, "executed", "dead", told=False) == {False}
    assert seen(other, "executed", "dead", told=True) == {True}


def test_who_comes_next_is_not_seen_before_a_power_has_been_used(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "investigate")["investigate"]
    president = watches(invite("Investigates"), site, game, "actor", how="text")
    other = watches(invite("Looks on"), site, game, "waiter")
    other.evaluate(WATCH)
    press(president, president.locator("#decision div.target > button").first)
    press(president, president.locator("#confirm-choice"))
    is_over(other)

    assert seen(other, "investigated", "presides", told=True) == {True}
    assert seen(other, "investigated", "next", told=True) == {False}
    assert seen(other, "investigated", "investigated", told=True) == {True}
    expect(other.locator(".placard-candidate")).to_have_count(1)
    expect(other.locator(".placard-president")).to_have_count(0)


def test_stage_and_board_move_the_tracker_together(site: Site, invite: Invite) -> None:
    game = stage(site, "veto_answer")["veto_answer"]
    president = watches(invite("Grants"), site, game, "actor", how="text")
    other = watches(invite("Hears of it"), site, game, "waiter")
    other.evaluate(WATCH)
    press(president, president.locator("#act-veto_answer-true"))
    press(president, president.locator("#confirm-choice"))
    here = other.locator("[data-kind=veto_granted][data-shown] .here")
    expect(here).to_have_count(1)
    on_stage = 1000 * float(
        here.evaluate("each => getComputedStyle(each).animationDelay").removesuffix("s")
    )
    is_over(other)

    assert seen(other, "veto_granted", "step", told=False) == {0}
    assert seen(other, "veto_granted", "step", told=True) == {1}
    first, told = (
        min(each["at"] for each in other.evaluate("seen") if each["told"] is is_told)
        for is_told in (False, True)
    )
    assert told - first >= on_stage - 100


def test_talk_and_log_do_not_tell_the_end_before_the_stage(site: Site, invite: Invite) -> None:
    game = stage(site, "hitler_ballot")["hitler_ballot"]
    page = watches(invite("Waits for the end"), site, game, "waiter")
    voter = watches(invite("Elects Hitler"), site, game, "actor", how="text")
    before = page.locator("#talk-why").text_content()
    shown = page.locator("#log .log-entry:visible").count()
    page.evaluate(WATCH)
    voter.locator("#act-vote-true").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    assert page.locator("#log .log-entry:not([data-fresh], [data-fresh] *)").count() >= shown
    is_over(page)

    for kind in ("elected", "hitler_revealed"):
        for told in (False, True):
            assert seen(page, kind, "mayTalk", told=told) == {(before or "").strip()}
            assert seen(page, kind, "roles", told=told) == {False}
    expect(page.locator("#talk-why")).not_to_have_text(before or "")
    expect(page.locator("#log [data-fresh]")).to_have_count(0)
    expect(page.locator(".seat .seat-role")).to_have_count(7)
    expect(page.locator("#log")).to_contain_text("Opened:")


@pytest.mark.parametrize("width", [390, 1440])
def test_whole_log_comes_after_the_end_once_it_is_looked_at(
    site: Site, invite: Invite, width: int
) -> None:
    game = stage(site, "hitler_ballot")["hitler_ballot"]
    page = watches(invite("Reads the end"), site, game, "waiter", how="text")
    page.set_viewport_size({"width": width, "height": 844})
    asked: list[str] = []
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame)))
    )
    page.reload()
    voter = watches(invite("Elects Hitler"), site, game, "actor", how="text")
    voter.locator("#act-vote-true").click()
    expect(page.locator("#final-reveal-heading")).to_be_visible()
    log = page.locator("#log")
    if width == 390:
        page.wait_for_timeout(500)
        assert not [frame for frame in asked if "open_log" in frame]
        page.locator("#put-poster-away").click()
        page.evaluate("location.hash = '#rounds'")
    expect(log).to_contain_text("Opened:")
    assert len([frame for frame in asked if "open_log" in frame]) == 1
    # It shows how it ended.
    assert log.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight < 24")


# What stage and boards look like in each frame, and whether the enacted card has turned over.
COLOURS = """() => {
    const boards = () => [...document.querySelectorAll('.policy-slots')].map(each => each.innerHTML).join();
    // What the seats have governed and what is at stake next.
    const beside = () => [...document.querySelectorAll('.seat-terms > i, #stakes')]
        .filter(each => each.checkVisibility({visibilityProperty: true})).map(each => each.textContent).join();
    const cards = () => [...document.querySelectorAll('.policy-slots .policy-card')];
    const before = boards();
    const told = beside();
    window.seen = [];
    const look = () => {
        const moment = document.querySelector('#moments > [data-kind=enacted][data-shown]');
        if (moment) {
            const card = moment.querySelector('.policy-card');
            window.seen.push({
                at: performance.now(),
                turned: 'turned' in moment.dataset,
                landed: 'landed' in moment.dataset,
                ground: getComputedStyle(moment).backgroundColor + getComputedStyle(moment, '::after').content,
                face: card.checkVisibility({visibilityProperty: true}),
                same: boards() === before,
                gone: cards().filter(each => !each.checkVisibility({visibilityProperty: true})).length,
                beside: beside() === told,
            });
        }
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_no_colour_gives_a_policy_away_before_its_card_turns(
    site: Site, invite: Invite, motion: Literal["no-preference", "reduce"]
) -> None:
    game = stage(site, "power_card")["power_card"]
    person = invite("Holds the breath")
    person.page.emulate_media(reduced_motion=motion)
    page = watches(person, site, game, "actor")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.locator("#stakes").is_visible()
    page.evaluate(COLOURS)
    press(page, page.locator("#decision .policy-card-fascist").first)
    press(page, page.locator("#confirm-choice"))
    is_over(page)

    found = page.evaluate("seen")
    face_down = [each for each in found if not each["turned"]]
    face_up = [each for each in found if each["turned"]]
    assert {(each["ground"], each["face"], each["same"]) for each in face_down} == {
        ("rgb(20, 17, 14)none", False, True)
    }
    assert {each["beside"] for each in face_down} == {True}
    assert {each["gone"] for each in found if not each["landed"]} == {0}
    assert {each["face"] for each in face_up[:3]} == {True}
    assert {each["same"] for each in face_up if not each["landed"]} == {True}
    assert {each["same"] for each in face_up if each["landed"]} == {False}
    assert 500 < face_up[0]["at"] - face_down[0]["at"] < 1500


def test_a_space_lights_up_with_the_power_that_its_card_grants(site: Site, invite: Invite) -> None:
    game = stage(site, "power_card")["power_card"]
    page = watches(invite("Enacts the third"), site, game, "actor")
    page.evaluate(WATCH)
    press(page, page.locator("#decision .policy-card-fascist").first)
    press(page, page.locator("#confirm-choice"))
    expect(page.locator("#fascist-track-slot-3 > .policy-slot-grants")).to_be_visible()
    expect(page.locator(".policy-slot-grants > .symbol")).to_have_count(1)
    is_over(page)

    # First the card comes down; what is lit then stays lit.
    lit = [each["lit"] for each in page.evaluate("seen") if each["kind"] == "enacted"]
    assert lit == sorted(lit)
    assert {False, True} == set(lit)
    assert seen(page, "danger_zone", "lit", told=True) == {False}
    expect(page.locator(".policy-slot-grants")).to_be_hidden()


# How a seat looks before its ballot has turned, but for who sits there.
BACKS = """() => {
    // Once more from the start: some may have turned meanwhile.
    const table = document.getElementById('table');
    const kind = table.dataset.moment;
    table.dataset.moment = '';
    document.getAnimations();
    table.dataset.moment = kind;
    document.getAnimations().forEach(each => { each.pause(); each.currentTime = 1; });
    return [...document.querySelectorAll('.round-table > .seat:not(.seat-own, :has(.seat-deciding))')].map(seat => {
        const [own, number, ballot] = [seat, seat.querySelector('.seat-number'), seat.querySelector('[class^=vote-]')].map(each => {
            const {color, backgroundColor, borderColor, outlineColor} = getComputedStyle(each);
            return [color, backgroundColor, borderColor, outlineColor].join();
        });
        return [own, number, ballot, seat.querySelector('[class^=vote-]').offsetWidth].join('; ');
    });
}"""


def test_a_ballot_tells_nothing_before_it_turns(site: Site, invite: Invite) -> None:
    game = stage(site, "close_ballot")["close_ballot"]
    page = watches(invite("Sees backs"), site, game, "actor")
    page.locator("#act-vote-true").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    backs = page.evaluate(BACKS)
    assert len(backs) >= 5
    assert len(set(backs)) == 1, backs
