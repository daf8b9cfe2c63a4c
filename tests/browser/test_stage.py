"""The stage: everybody sees what happens when it happens, once, and nobody is held up by it."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Party, Policy, PresidentialPower, Vote
from games.presenters.players import Player
from games.presenters.table.moments import MomentsView, present_moment
from games.presenters.table.plates import RemarkView
from games.transport.partials import render_partial
from games.values.moments import Moment, MomentKind
from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import sits_at
from tests.browser.stage import FULL_NAMES
from tests.running_site import Site

pytestmark = pytest.mark.browser

AXE = Axe()

# Plays one moment as the page does when it comes over the socket; the one before is put away.
PLAY = """html => {
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    const fresh = document.createElement('template');
    fresh.innerHTML = html;
    document.getElementById('moments').append(...fresh.content.firstElementChild.children);
    document.getElementById('table').dispatchEvent(new CustomEvent('table:updated'));
}"""
CUT = """moment => {
    const outer = moment.getBoundingClientRect();
    const found = [];
    if (moment.scrollHeight > moment.clientHeight + 1) {
        found.push(`${moment.scrollHeight} px high in ${moment.clientHeight}`);
    }
    for (const part of moment.querySelectorAll('p, .plate, .symbol, .policy-card, button')) {
        const {left, right, top, bottom, width} = part.getBoundingClientRect();
        if (width > 1 && (left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1)) {
            found.push(`${part.className.baseVal ?? part.className} leaves the stage`);
        }
    }
    return found;
}"""


GOVERNMENT = {MomentKind.NOMINATED, MomentKind.ELECTED, MomentKind.REJECTED}
WITH_TARGET = {
    MomentKind.INVESTIGATED,
    MomentKind.MEMBERSHIP_SHOWN,
    MomentKind.SPECIAL_ELECTION,
    MomentKind.EXECUTED,
    MomentKind.HITLER_REVEALED,
}
WITH_PRESIDENT = (
    GOVERNMENT
    | WITH_TARGET
    | {
        MomentKind.PEEKED,
        MomentKind.VETO_GRANTED,
        MomentKind.VETO_REFUSED,
    }
)
WITH_CHANCELLOR = GOVERNMENT | {
    MomentKind.ENACTED,
    MomentKind.NOT_HITLER,
    MomentKind.VETO_REQUESTED,
}


def press(page: Page, button: Locator) -> None:
    """Press once the page has come to rest, as people do."""
    page.wait_for_timeout(SETTLED_MS)
    button.click()


def full_moments() -> list[tuple[str, str]]:
    """Every kind of moment, about the people with the longest names, as it is sent."""
    names = tuple(Player(name=name) for name in FULL_NAMES)
    rules = standard_ruleset(len(names))
    ballots = (Vote.JA, Vote.NEIN, Vote.NEIN) * 3 + (Vote.JA,)
    found: list[tuple[str, str]] = []
    for kind in MomentKind:
        is_peek = kind is MomentKind.PEEK_SHOWN
        moment = Moment(
            kind=kind,
            president=3 if kind in WITH_PRESIDENT else None,
            chancellor=5 if kind in WITH_CHANCELLOR else None,
            target=5 if kind in WITH_TARGET else None,
            votes=ballots,
            tracker=2,
            policies=(Policy.FASCIST,) * (3 if is_peek else 1),
            party=None if is_peek else Party.FASCIST,
            power=PresidentialPower.SPECIAL_ELECTION,
            count=3,
        )
        remarks = tuple(
            RemarkView(
                text=f"Danger zone: if {name} is Hitler and elected, Fascists win.",
                symbol="hitler",
            )
            for name in FULL_NAMES[:2]
        )
        view = MomentsView(moments=(present_moment(moment, rules, names, remarks),))
        found.append((kind.value, render_partial(view.template, {"view": view})))
    return found


def watches(
    person: Person, site: Site, game: Mapping[str, str], who: str, how: str = "full"
) -> Page:
    """Open a staged game on a device that shows what happens; the deal has been seen."""
    person.context.add_cookies(
        [{"name": "device_stage", "value": how, "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game[who], game["code"])
    page.wait_for_selector("#table[data-live]")
    if page.locator("#deal[open]").count():
        page.locator("#deal-seen").click()
    return page


def test_a_role_is_shown_once_on_the_whole_screen_and_only_when_its_seal_is_broken(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Dealt")
    person.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    deal, inside = page.locator("#deal"), page.locator(".deal-inside")

    expect(deal).to_be_visible()
    expect(inside).to_be_hidden()
    window = page.viewport_size
    assert window is not None
    box = deal.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (window["width"], window["height"])

    # What looks like the button is it, and the seal breaks before the role is seen.
    page.evaluate(
        """() => {
            window.moved = [];
            document.addEventListener('animationstart', event => moved.push(event.animationName), true);
        }"""
    )
    page.locator(".deal-break").click(delay=50)
    page.wait_for_timeout(1500)
    moved = page.evaluate("moved")
    assert moved.index("break-up") < moved.index("turn-up") < moved.index("deal-words")
    expect(page.locator(".deal-role")).to_have_text(
        re.compile("^You are (Hitler|a Liberal|a Fascist)$")
    )
    page.locator("#deal-seen").click()
    expect(deal).to_be_hidden()
    expect(page.locator("#phase-sentence")).to_be_visible()

    page.reload()
    page.wait_for_selector("#table[data-live]")
    expect(deal).to_be_hidden()


def test_a_stream_never_shows_a_role_that_is_not_held_open(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Streaming")
    cookies = {"device_stage": "full", "device_streamer": "on"}
    person.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    page.locator("#deal-seal > summary").click(delay=50)
    role, inside = page.locator(".deal-role"), page.locator(".deal-inside")
    expect(role).to_have_css("visibility", "hidden")
    expect(inside).to_have_css("background-color", "rgb(20, 17, 14)")
    expect(inside).to_have_css("background-image", "none")

    page.locator("#deal .look").hover()
    page.mouse.down()
    expect(role).to_have_css("visibility", "visible")
    page.mouse.up()
    expect(role).to_have_css("visibility", "hidden")


def test_a_vote_ends_before_everybodys_eyes_and_by_itself(site: Site, invite: Invite) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    president = watches(invite("President"), site, game, "actor")
    stranger = invite("Stranger")
    stranger.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    stranger.page.goto(f"/games/{game['code']}/")
    stranger.page.wait_for_selector("#table[data-live]")
    president.locator("#act-vote-true").click()

    said = []
    for page in (stranger.page, president):
        moment = page.locator("#moments > [data-shown]")
        expect(moment).to_have_attribute("data-kind", "elected")
        expect(moment.locator("i.ja")).to_have_count(7)
        said.append(moment.locator(".moment-headline").inner_text())
        # What it says is read out by the announcements.
        expect(moment).to_have_attribute("aria-hidden", "true")
    assert said[0] == said[1]
    assert re.fullmatch(r"Elected with 7 to 0: President .+, Chancellor .+\.", said[0])

    for page in (stranger.page, president):
        expect(page.locator("#moments > *")).to_have_count(0)
    president.reload()
    president.wait_for_selector("#table[data-live]")
    expect(president.locator("#moments > *")).to_have_count(0)


@pytest.mark.parametrize("by", ["tap", "key"])
def test_a_moment_is_put_away_and_the_decision_under_it_is_open(
    site: Site, invite: Invite, by: str
) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite(f"Hasty {by}"), site, game, "actor")
    page.locator("#act-vote-true").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment).to_be_visible()
    # Longer than any moment lasts, so that only the press can have ended it.
    page.evaluate("window.setTimeout = () => 0")
    if by == "tap":
        moment.click()
    else:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Escape")
    expect(moment).to_have_count(0)
    expect(page.locator("#decision .policy-card").first).to_be_visible()


def test_who_wants_text_only_sees_the_decision_at_once(site: Site, invite: Invite) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite("Reader"), site, game, "actor", how="text")
    page.locator("#act-vote-true").click()
    expect(page.locator("#decision .policy-card")).to_have_count(3)
    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Elected 7 : 0")


def test_what_an_investigation_shows_stays_until_its_president_puts_it_away(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "investigate")["investigate"]
    president = watches(invite("Investigator"), site, game, "actor")
    other = watches(invite("Bystander"), site, game, "waiter")
    president.wait_for_timeout(SETTLED_MS)
    president.locator("#decision button").first.click()
    president.locator("#confirm-choice").click()

    expect(other.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "investigated")
    shown = president.locator("#moments > .moment-private[data-shown]")
    expect(shown.locator(".moment-headline")).to_have_text(
        re.compile(r"^The party membership of .+: (Liberal|Fascist)\.$")
    )
    assert other.locator(".moment-private").count() == 0
    expect(other.locator("#moments > *")).to_have_count(0)
    president.wait_for_timeout(3000)
    expect(shown).to_be_visible()
    shown.get_by_role("button").click()
    expect(president.locator("#moments > *")).to_have_count(0)


def test_the_cards_of_a_peek_leave_the_words_beneath_them_free(site: Site, invite: Invite) -> None:
    game = stage(site, "peek")["peek"]
    page = watches(invite("Peeks"), site, game, "actor")
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, page.locator("#decision button").first)
    page.locator("#moments > [data-shown]").click()
    shown = page.locator("#moments > [data-kind=peek_shown][data-shown]")
    expect(shown).to_have_count(1)
    page.wait_for_timeout(1200)
    room = shown.evaluate("""moment => {
        const cards = [...moment.querySelectorAll('.policy-card')];
        const {outlineWidth, outlineOffset} = getComputedStyle(cards[0]);
        const frame = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const lowest = Math.max(...cards.map(each => each.getBoundingClientRect().bottom)) + frame;
        return moment.querySelector('.moment-headline').getBoundingClientRect().top - lowest;
    }""")
    assert room > 0


def test_a_secret_hides_no_decision_and_gives_way_to_ones_own(site: Site, invite: Invite) -> None:
    game = stage(site, "investigate")["investigate"]
    page = watches(invite("Busy"), site, game, "actor")
    page.emulate_media(reduced_motion="reduce")
    press(page, page.locator("#decision button").first)
    press(page, page.locator("#confirm-choice"))
    shown = page.locator("#moments > .moment-private[data-shown]")
    expect(shown).to_be_visible()
    sentence = page.locator("#phase-sentence")
    head, moment = sentence.bounding_box(), shown.bounding_box()
    assert head is not None
    assert moment is not None
    assert head["height"] > 10
    assert head["y"] + head["height"] <= moment["y"] + 1
    assert shown.evaluate(CUT) == []

    # Nothing is asked of who looks: it stays. Then something is, as the socket brings it.
    page.wait_for_timeout(4500)
    expect(shown).to_be_visible()
    sentence.evaluate("each => each.classList.add('decision-sentence-own')")
    page.locator("#table").dispatch_event("table:updated")
    expect(shown).to_have_count(0)
    expect(page.locator("#own-knowledge")).to_contain_text("Only you know")


def test_a_tab_that_was_out_of_sight_shows_the_present_and_no_backlog(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite("Away"), site, game, "actor")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.locator("#act-vote-true").click()
    expect(page.locator("#decision .policy-card")).to_have_count(3)
    expect(page.locator("#moments > *")).to_have_count(0)


def test_a_lost_vote_turns_every_seat_and_moves_the_tracker(site: Site, invite: Invite) -> None:
    game = stage(site, "lost_ballot")["lost_ballot"]
    page = watches(invite("Loser"), site, game, "actor")
    page.locator("#act-vote-false").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment).to_have_attribute("data-kind", "rejected")
    expect(page.locator("#table")).to_have_attribute("data-moment", "rejected")
    expect(moment.locator(".moment-tracker > .here")).to_have_count(1)
    expect(moment.locator(".moment-stamp")).to_have_text("Rejected")

    # Paper keeps its colour by day and by night: a Ja is light, a Nein is black.
    no, yes = page.locator(".seat:has(> .vote-nein)"), page.locator(".seat:has(> .vote-ja)")
    expect(no).to_have_count(4)
    expect(yes).to_have_count(3)
    for seat in no.all():
        expect(seat).to_have_css("background-color", "rgb(20, 17, 14)")
    for seat in yes.all():
        expect(seat).to_have_css("background-color", "rgb(250, 244, 230)")

    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator("#table")).not_to_have_attribute("data-moment", "rejected")
    expect(no.first).not_to_have_css("background-color", "rgb(20, 17, 14)")


def test_the_last_ballots_of_a_close_vote_turn_one_by_one_before_the_verdict(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "close_ballot")["close_ballot"]
    page = watches(invite("Decider"), site, game, "actor")
    page.locator("#act-vote-true").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment.locator("[data-slow]")).to_have_count(3)
    expect(page.locator(".seat[data-slow]")).to_have_count(3)
    ends = page.evaluate(
        """() => {
            const end = (selector, name) => [...document.querySelectorAll(selector)].map(each => each.getAnimations()
                .find(every => every.animationName === name).effect.getComputedTiming().endTime);
            return [end('.moment-ballots > i', 'turn-over'), end('.seat:has(> .vote)', 'raise-ballot'), end('.moment-stamp', 'stamp')];
        }"""
    )
    ballots, seats, [stamp] = ends
    assert ballots == seats
    fast, slow = ballots[:-3], ballots[-3:]
    assert max(fast) < slow[0]
    assert all(later - earlier >= 350 for earlier, later in pairwise(slow))
    assert slow[-1] <= stamp - 170 < 2000
    expect(moment).to_have_attribute("data-lasts", "3000")
    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator(".seat[data-slow]")).to_have_count(0)


def test_an_enacted_card_goes_from_the_stage_to_its_board(site: Site, invite: Invite) -> None:
    game = stage(site, "chancellor_enact")["chancellor_enact"]
    chancellor = watches(invite("Chancellor"), site, game, "actor", how="text")
    other = watches(invite("Onlooker"), site, game, "waiter")
    # How often the card on the board was seen, or not yet, while the stage still showed it.
    other.evaluate(
        """() => {
            window.seen = [];
            const look = () => {
                const moment = document.querySelector('#moments > [data-shown]');
                const card = document.querySelector('.policy-card-new');
                if (moment && card) {
                    seen.push(['landed' in moment.dataset, getComputedStyle(card).visibility]);
                }
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    press(chancellor, chancellor.locator("#decision .policy-card").first)
    press(chancellor, chancellor.locator("#confirm-choice"))
    expect(other.locator("#moments > [data-landed]")).to_have_attribute("data-kind", "enacted")
    expect(other.locator(".policy-card-landed")).to_have_count(1)
    expect(other.locator("#moments > *")).to_have_count(0)

    seen = {tuple(each) for each in other.evaluate("seen")}
    assert seen == {(False, "hidden"), (True, "visible")}


def test_an_execution_takes_the_colour_from_all_but_its_victim(site: Site, invite: Invite) -> None:
    game = stage(site, "execute")["execute"]
    president = watches(invite("Executioner"), site, game, "actor", how="text")
    other = watches(invite("Witness"), site, game, "waiter")
    press(president, president.locator("#decision form.target > button").first)
    press(president, president.locator("#confirm-choice"))

    expect(other.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "executed")
    victim = other.locator('.seat[data-part="target"]')
    expect(victim).to_have_count(1)
    expect(victim).to_have_css("background-color", "rgb(20, 17, 14)")
    expect(victim.locator(".seat-name")).to_have_css("text-decoration-line", "line-through")
    expect(other.locator("#boards")).to_have_css("filter", "grayscale(1)")
    expect(other.locator("#moments > *")).to_have_count(0)
    expect(other.locator("#boards")).to_have_css("filter", "none")
    expect(other.locator(".seat[data-part]")).to_have_count(0)


def test_the_end_waits_until_the_last_moment_has_been_seen(site: Site, invite: Invite) -> None:
    game = stage(site, "ending")["ending"]
    president = watches(invite("Avenger"), site, game, "actor")
    president.wait_for_timeout(SETTLED_MS)
    president.locator(f"#act-execute-{game['hitler']}").click()
    press(president, president.locator("#confirm-choice"))
    expect(president.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "executed")
    expect(president.locator("#moments > [data-shown]")).to_have_attribute(
        "data-kind", "hitler_revealed"
    )
    expect(president.locator("#final-reveal")).to_have_css("opacity", "0")
    expect(president.locator("#moments > *")).to_have_count(0)
    expect(president.locator("#final-reveal")).to_have_css("opacity", "1")


def test_others_see_whom_they_wait_for_and_over_how_many_cards(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    page = watches(invite("Waiter"), site, game, "waiter")
    plates = page.locator("#waiting .plate")
    expect(plates).to_have_count(2)
    expect(plates.first).to_contain_text(re.compile("President"))
    for plate in plates.all():
        # Dressed as the seat is: with the face and the name of its player.
        expect(plate.locator(".emblem")).to_be_visible()
        expect(plate.locator(".seat-name")).not_to_be_empty()
    expect(plates.first.locator(".plate-cards > i")).to_have_count(3)

    president = watches(invite("Holder"), site, game, "actor")
    expect(president.locator("#decision .policy-card")).to_have_count(3)
    expect(president.locator("#waiting")).to_be_hidden()


def test_less_motion_shows_the_same_and_nothing_moves(site: Site, invite: Invite) -> None:
    game = stage(site, "lost_ballot")["lost_ballot"]
    person = invite("Calm")
    person.page.emulate_media(reduced_motion="reduce")
    page = watches(person, site, game, "actor")
    page.locator("#act-vote-false").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment).to_have_attribute("data-kind", "rejected")
    moving = page.evaluate(
        """document.getAnimations().filter(each =>
            each.effect.getComputedTiming().endTime > 1 && each.playState === 'running').length"""
    )
    assert moving == 0
    expect(page.locator(".seat:has(> .vote-nein)").first).to_have_css(
        "background-color", "rgb(20, 17, 14)"
    )
    expect(moment).to_be_visible()


# Every instant at which something has just changed, once the stage shows: what lies where, and what can be seen.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const moment = document.querySelector('#moments > [data-shown]');
        if (moment) {
            const {x, y, width, height} = document.querySelector('.decision').getBoundingClientRect();
            const stamp = moment.querySelector('.moment-stamp');
            const marks = [...document.querySelectorAll('.seat-marks')];
            window.seen.push({
                covered: Boolean(document.elementFromPoint(x + width / 2, y + 9)?.closest('#moments')),
                stamped: stamp ? getComputedStyle(stamp).opacity > 0 : true,
                marks: marks.map(seat => seat.textContent.trim()).join(),
            });
        }
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize(("name", "press_on"), [("last_ballot", "true"), ("lost_ballot", "false")])
def test_no_office_and_no_sentence_gives_a_vote_away(
    site: Site, invite: Invite, name: str, press_on: str
) -> None:
    game = stage(site, name)[name]
    page = watches(invite(f"Voter {press_on}"), site, game, "actor")
    page.evaluate(WATCH)
    marks = (
        "[...document.querySelectorAll('.seat-marks')].map(seat => seat.textContent.trim()).join()"
    )
    before = page.evaluate(marks)
    page.locator(f"#act-vote-{press_on}").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    expect(page.locator("#moments > *")).to_have_count(0)
    seen = page.evaluate("seen")
    assert len(seen) > 10
    assert all(each["covered"] for each in seen)
    assert {each["marks"] for each in seen if not each["stamped"]} == {before}
    assert page.evaluate(marks) != before


# The least contrast of what is read on seats; how far the ballots have turned is the test's.
CONTRASTS = """() => {
    const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const paint = colour => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = rgb => {
        const [r, g, b] = rgb.slice(0, 3).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = element => {
        for (let each = element; each; each = each.parentElement) {
            const rgb = paint(getComputedStyle(each).backgroundColor);
            if (rgb[3] > 250) return rgb;
        }
        return [255, 255, 255];
    };
    return [...document.querySelectorAll('.seat .seat-name, .seat .seat-number, .seat .placard, .seat-marks > .badge')]
        .filter(each => each.checkVisibility({visibilityProperty: true}))
        .map(each => {
            const [one, two] = [light(paint(getComputedStyle(each).color)), light(ground(each))].sort((a, b) => b - a);
            return [each.closest('.seat').querySelector('.vote')?.className, each.className, (one + 0.05) / (two + 0.05)];
        });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["last_ballot", "lost_ballot"])
def test_names_and_offices_are_read_on_the_ballots_while_they_turn(
    site: Site, invite: Invite, scheme: Literal["light", "dark"], name: str
) -> None:
    """For everybody, and for the next candidate, whose choice lies under the seats already."""
    game = stage(site, name)[name]
    page = watches(invite(f"Elector {scheme}"), site, game, "actor")
    page.emulate_media(color_scheme=scheme)
    # Movement is stopped at instants of the test's choice; whoever is next chooses under the seats.
    page.locator("#act-vote-true" if name == "last_ballot" else "#act-vote-false").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    page.evaluate("window.setTimeout = () => 0")
    faint = []
    for is_next in (False, True):
        if is_next:
            page.evaluate(
                "document.getElementById('decision').innerHTML = '<ul class=decision-players></ul>'"
            )
        for instant in (0, 300, 700, 1200, 2500):
            page.evaluate(
                "at => document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; })",
                instant,
            )
            found = page.evaluate(CONTRASTS)
            assert len(found) >= 14
            faint += [(instant, is_next, *each) for each in found if each[2] < 4.5]
    assert faint == []


@pytest.mark.parametrize("viewport", [(390, 844), (844, 390), (1440, 900)])
def test_no_moment_is_cut_at_a_full_table(
    site: Site, invite: Invite, viewport: tuple[int, int]
) -> None:
    """With ten people whose names have 24 letters, on a phone upright, on its side, and on a desk."""
    game = stage(site, "full-vote-10")["full-vote-10"]
    page = watches(invite(f"Measurer {viewport[0]}"), site, game, "waiter")
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.setTimeout = () => 0")
    found = []
    for name, html in full_moments():
        page.evaluate(PLAY, html)
        moment = page.locator("#moments > [data-shown]")
        expect(moment).to_have_count(1)
        found += [f"{name}: {fault}" for fault in moment.evaluate(CUT)]
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_moment_is_a_barrier(
    site: Site, invite: Invite, scheme: Literal["light", "dark"]
) -> None:
    """Axe finds nothing serious on the stage, though public moments are left to the announcements."""
    game = stage(site, "full-vote-10")["full-vote-10"]
    page = watches(invite(f"Examiner {scheme}"), site, game, "waiter")
    page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    page.evaluate(AXE.axe_script)
    found = []
    for name, html in full_moments():
        page.evaluate(PLAY, re.sub(r'data-lasts="\d+"', 'data-lasts="60000"', html))
        page.locator("#moments > [data-shown]").evaluate("moment => moment.ariaHidden = null")
        response = page.evaluate("axe.run(document.querySelector('#moments'))")
        assert response["passes"], "axe looked at nothing"
        found += [
            f"{name}: {each['id']}"
            for each in response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    assert found == []
