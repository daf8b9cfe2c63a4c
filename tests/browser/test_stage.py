"""The stage: everybody sees what happens when it happens, once, and nobody is held up by it."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import COVERED, press, watches
from tests.running_site import Site

pytestmark = pytest.mark.browser


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
        expect(moment.locator(".moment-ballots > .ja")).to_have_count(7)
        # It is drawn when the last ballot has turned.
        said.append(" ".join((moment.locator(".moment-headline").text_content() or "").split()))
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


STEPS_OF_THE_TRACKER = """() => {
    window.steps = 0;
    document.addEventListener('animationstart', ({animationName, target}) =>
        window.steps += animationName === 'step-on' && target.matches('.tracker-step'));
}"""
NOMINATES = """
from tests.browser import stage
stage.nominated(stage.Game.objects.get(code={code!r}))
"""


def test_the_tracker_moves_once_for_a_lost_vote(site: Site, invite: Invite) -> None:
    game = stage(site, "lost_ballot")["lost_ballot"]
    page = watches(invite("Steps"), site, game, "actor")
    page.evaluate(STEPS_OF_THE_TRACKER)
    page.locator("#act-vote-false").click()
    expect(page.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "rejected")
    expect(page.locator("#moments > *")).to_have_count(0)
    assert page.evaluate("steps") == 1
    site.runs(NOMINATES.format(code=game["code"]))
    expect(page.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "nominated")
    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator("#election-tracker .tracker-step[aria-current]")).to_have_text("1")
    assert page.evaluate("steps") == 1


def test_the_last_ballots_of_a_close_vote_turn_one_by_one_before_the_verdict(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "close_ballot")["close_ballot"]
    page = watches(invite("Decider"), site, game, "actor")
    page.locator("#act-vote-true").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment.locator(".moment-turning > [data-slow]")).to_have_count(3)
    expect(page.locator(".seat[data-slow]")).to_have_count(3)
    ends = page.evaluate(
        """() => {
            const end = (selector, name) => [...document.querySelectorAll(selector)].map(each => each.getAnimations({subtree: true})
                .find(every => every.animationName === name).effect.getComputedTiming().endTime);
            return [end('.moment-turning > i', 'turn-over'), end('.seat:has(> [class^=vote-])', 'raise-ballot'), end('.moment-stamp', 'stamp')];
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
        f"window.covered = {COVERED};"
        """window.words = [];
        (() => {
            const lie = () => [...document.querySelectorAll('.policy-slot > .policy-card')].filter(
                each => getComputedStyle(each).visibility === 'visible').length;
            const before = lie();
            window.seen = [];
            const look = () => {
                const moment = document.querySelector('#moments > [data-shown]');
                if (moment) {
                    seen.push(['landed' in moment.dataset, lie() - before]);
                    words.push(...covered());
                }
                requestAnimationFrame(look);
            };
            look();
        })()"""
    )
    press(chancellor, chancellor.locator("#decision .policy-card").first)
    press(chancellor, chancellor.locator("#confirm-choice"))
    expect(other.locator("#moments > [data-landed]")).to_have_attribute("data-kind", "enacted")
    expect(other.locator(".policy-card-landed")).to_have_count(1)
    expect(other.locator("#moments > *")).to_have_count(0)

    seen = {tuple(each) for each in other.evaluate("seen")}
    assert seen == {(False, 0), (True, 1)}
    # Neither the count nor the card in flight lies over the words.
    assert other.evaluate("words") == []


def test_an_execution_takes_the_colour_from_all_but_its_victim(site: Site, invite: Invite) -> None:
    game = stage(site, "execute")["execute"]
    president = watches(invite("Executioner"), site, game, "actor", how="text")
    other = watches(invite("Witness"), site, game, "waiter")
    press(president, president.locator("#decision div.target > button").first)
    press(president, president.locator("#confirm-choice"))

    expect(other.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "executed")
    victim = other.locator('.seat[data-part="target"]')
    expect(victim).to_have_count(1)
    expect(victim).to_have_css("background-color", "rgb(20, 17, 14)")
    expect(victim.locator(".seat-name")).to_have_css("text-decoration-line", "line-through")
    expect(other.locator("#boards")).to_have_css("filter", "grayscale(1)")
    # The face and the name of the victim stand there whole, with the stamp beneath.
    other.wait_for_function("""() => {
        const moment = document.querySelector('#moments > [data-shown]');
        const boxes = ['.plate > .emblem', '.plate > .seat-name', '.moment-stamp'].map(
            each => moment.querySelector(each).getBoundingClientRect());
        return boxes.every((box, place) => box.height > 0 && (!place || boxes[place - 1].bottom <= box.top + 1));
    }""")
    expect(other.locator("#moments > *")).to_have_count(0)
    expect(other.locator("#boards")).to_have_css("filter", "none")
    expect(other.locator(".seat[data-part]")).to_have_count(0)


def test_the_end_waits_until_the_last_moment_has_been_seen(site: Site, invite: Invite) -> None:
    game = stage(site, "ending")["ending"]
    president = watches(invite("Avenger"), site, game, "actor")
    president.set_viewport_size({"width": 1440, "height": 900})
    president.wait_for_timeout(SETTLED_MS)
    president.locator(f"#act-execute-{game['hitler']}").click()
    press(president, president.locator("#confirm-choice"))
    expect(president.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "executed")
    question = president.locator("#moments > [data-kind=hitler_revealed][data-shown]")
    expect(question).to_have_count(1)
    # No colour comes back before the answer.
    expect(president.locator("#boards")).to_have_css("filter", "grayscale(1)")
    assert question.get_attribute("data-told") is None
    expect(question).to_have_attribute("data-told", "")
    expect(president.locator("#boards")).to_have_css("filter", "none")
    expect(president.locator("#final-reveal")).to_have_css("opacity", "0")
    expect(president.locator("#moments > *")).to_have_count(0)
    expect(president.locator("#final-reveal")).to_have_css("opacity", "1")
    # The log beside the table shows the end, once the page has asked for the whole of it.
    president.wait_for_function(
        """() => {
            const log = document.getElementById('log');
            const hidden = log.scrollHeight - log.clientHeight;
            return hidden > 100 && hidden - log.scrollTop < 24;
        }"""
    )


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
