"""The stage: everybody sees what happens when it happens, once, and nobody is held up by it."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops
from playwright.sync_api import expect

from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Party, Policy, PresidentialPower, Vote
from games.presenters.players import Player
from games.presenters.table.moment_view import MomentsView
from games.presenters.table.moments import present_moment
from games.presenters.table.plates import RemarkView
from games.transport.partials import render_partial
from games.values.moments import Moment, MomentKind
from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import CUT, press, watches
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

# Edges of what is turned are not drawn alike each time.
ANTIALIASED = [0] * 64 + [255] * 192
AT_ITS_BEGINNING = """() => document.getAnimations().forEach(each => {
    each.pause();
    each.currentTime = 0;
})"""

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
    # Whom it is about reads it in words of their own.
    assert re.fullmatch(r"Elected with 7 to 0: President .+, Chancellor .+\.", said[0])
    assert re.fullmatch(r"You are elected President with 7 to 0; Chancellor: .+\.", said[1])

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
    # How many cards lie on the boards, before the card has left the stage and after.
    other.evaluate(
        """() => {
            const lie = () => [...document.querySelectorAll('.policy-slot > .policy-card')].filter(
                each => getComputedStyle(each).visibility === 'visible').length;
            const before = lie();
            window.seen = [];
            const look = () => {
                const moment = document.querySelector('#moments > [data-shown]');
                if (moment) {
                    seen.push(['landed' in moment.dataset, lie() - before]);
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
    assert seen == {(False, 0), (True, 1)}


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


def test_the_poster_stands_in_the_middle_and_turns_hitler_over_last(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "ending")["ending"]
    president = watches(
        invite("Poster", viewport={"width": 390, "height": 844}), site, game, "actor"
    )
    president.evaluate(
        """() => {
            window.turned = [];
            document.addEventListener('animationend', ({target}) => {
                if (target.matches('.final-reveal-roles > li')) {
                    window.turned.push(target.querySelector('.role-card-hitler') !== null);
                }
            });
        }"""
    )
    press(president, president.locator(f"#act-execute-{game['hitler']}"))
    press(president, president.locator("#confirm-choice"))
    expect(president.locator("#final-reveal")).to_have_css("opacity", "1", timeout=15_000)
    expect(president.locator(".final-reveal-how")).to_have_text("Hitler was executed")
    president.wait_for_function("() => window.turned.includes(true)")
    turned = president.evaluate("window.turned")
    assert turned == [False] * (president.locator(".final-reveal-roles > li").count() - 1) + [True]
    boxes = president.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect().toJSON())""",
        "#final-reveal-heading, .final-reveal-how, .final-reveal-roles > li:last-child",
    )
    assert all(abs(box["x"] + box["width"] / 2 - 195) < 6 for box in boxes)
    heights = president.evaluate(
        "[...document.querySelectorAll('.final-reveal > .cluster .button')].map(each => each.offsetHeight)"
    )
    assert heights[0] == heights[1]
    assert heights[2] == heights[3]


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


VOTED = Moment(kind=MomentKind.ELECTED, president=0, chancellor=1, votes=(Vote.JA,) * 7)
ENDS = {
    "vote": (
        VOTED,
        replace(VOTED, kind=MomentKind.REJECTED, votes=(Vote.NEIN,) * 7, tracker=2),
    ),
    "policy": (
        Moment(kind=MomentKind.ENACTED, chancellor=1, policies=(Policy.LIBERAL,), count=2),
        Moment(
            kind=MomentKind.ENACTED,
            chancellor=1,
            policies=(Policy.FASCIST,),
            power=PresidentialPower.EXECUTION,
            count=4,
        ),
        Moment(
            kind=MomentKind.ENACTED,
            chancellor=1,
            policies=(Policy.FASCIST,),
            count=6,
            is_last=True,
        ),
    ),
    "execution": (
        Moment(kind=MomentKind.EXECUTED, president=0, target=1),
        Moment(kind=MomentKind.EXECUTED, president=0, target=1, is_last=True),
    ),
}


@pytest.mark.parametrize("viewport", [(390, 844), (844, 390), (1440, 900)])
def test_a_moment_begins_with_the_same_picture_however_it_ends(
    site: Site, invite: Invite, viewport: tuple[int, int]
) -> None:
    """A vote, an enacted policy, an execution: nobody knows before the ballots and cards are turned over."""
    game = stage(site, "vote")["vote"]
    page = watches(invite(f"Guesser {viewport[0]}"), site, game, "waiter")
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.evaluate("window.setTimeout = () => 0")
    names = tuple(Player(name=name) for name in ("Ana", "Bo", "Chen", "Di", "Esra", "Femi", "Gil"))
    for what, ends in ENDS.items():
        pictures = []
        for moment in ends:
            view = MomentsView(moments=(present_moment(moment, standard_ruleset(7), names),))
            html = render_partial(view.template, {"view": view})
            page.evaluate(f"html => {{ ({PLAY})(html); ({AT_ITS_BEGINNING})() }}", html)
            pictures.append(Image.open(BytesIO(page.screenshot())).convert("L"))
            page.evaluate("document.getAnimations().forEach(each => each.finish())")
            assert page.locator("#moments > [data-shown]").evaluate(CUT) == []
        for picture in pictures[1:]:
            differs = ImageChops.difference(pictures[0], picture).point(ANTIALIASED)
            assert differs.getbbox() is None, what


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
