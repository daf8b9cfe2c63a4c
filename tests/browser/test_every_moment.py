"""Every kind of moment: whole at a full table, no barrier, and alike at its beginning however it ends."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import translation
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
from tests.browser.seated import COVERED, CUT, watches
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
            count=5 if kind is MomentKind.VETO_UNLOCKED else 3,
        )
        remarks = tuple(
            RemarkView(
                text=f"Could not be nominated, term limit: {name}, {name}.",
                symbol="term-limited",
            )
            for name in FULL_NAMES[:2]
        )
        view = MomentsView(moments=(present_moment(moment, rules, names, remarks),))
        found.append((kind.value, render_partial(view.template, {"view": view})))
    return found


@pytest.mark.parametrize("viewport", [(360, 740), (390, 844), (844, 390), (1440, 900)])
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


# How far the lowest part of the moment's picture is above the line of its frame.
ABOVE_THE_FRAME = """moment => {
    const frame = moment.getBoundingClientRect().bottom - parseFloat(getComputedStyle(moment, '::before').bottom || 0);
    const parts = [...moment.querySelectorAll('.moment-headline, .moment-tracker > i')].filter((each) => each.checkVisibility());
    return frame - Math.max(...parts.map((each) => each.getBoundingClientRect().bottom));
}"""


@pytest.mark.parametrize("count", [9, 10])
def test_the_tracker_of_a_rejected_vote_stands_clear_of_the_frame(
    site: Site, invite: Invite, count: int
) -> None:
    game = stage(site, f"full-vote-{count}")[f"full-vote-{count}"]
    page = watches(invite(f"Framed {count}"), site, game, "waiter")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.setTimeout = () => 0")
    names = tuple(Player(name=name) for name in FULL_NAMES[:count])
    rejected = replace(VOTED, kind=MomentKind.REJECTED, votes=(Vote.NEIN,) * count, tracker=2)
    for width, height in ((390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "pl"):
            with translation.override(language):
                shown = present_moment(rejected, standard_ruleset(count), names)
                view = MomentsView(moments=(shown,))
                page.evaluate(PLAY, render_partial(view.template, {"view": view}))
            moment = page.locator("#moments > [data-shown]")
            expect(moment.locator(".moment-tracker")).to_be_visible(visible=width >= 390)
            assert moment.evaluate(CUT) == []
            assert moment.evaluate(ABOVE_THE_FRAME) >= (4 if width >= 390 else 0), (
                width,
                language,
            )


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
    "question": (
        Moment(kind=MomentKind.NOT_HITLER, chancellor=1),
        Moment(kind=MomentKind.HITLER_REVEALED, target=1, party=Party.FASCIST, is_last=True),
    ),
    "execution": (
        Moment(kind=MomentKind.EXECUTED, president=0, target=1),
        Moment(kind=MomentKind.EXECUTED, president=0, target=1, is_last=True),
    ),
}


@pytest.mark.parametrize("viewport", [(360, 740), (390, 844), (844, 390), (1440, 900)])
def test_a_moment_begins_with_the_same_picture_however_it_ends(
    site: Site, invite: Invite, viewport: tuple[int, int]
) -> None:
    """A vote, an enacted policy, who is Hitler, an execution: nobody knows before it is turned over or stamped."""
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


@pytest.mark.parametrize("viewport", [(360, 740), (390, 844), (844, 390), (1440, 900)])
@pytest.mark.parametrize("policy", [Policy.LIBERAL, Policy.FASCIST])
def test_no_count_lies_over_the_words_of_an_enacted_policy(
    site: Site, invite: Invite, viewport: tuple[int, int], policy: Policy
) -> None:
    """At each instant of it, also while the count takes the place of the card."""
    game = stage(site, "power_card")["power_card"]
    page = watches(invite(f"Reads {policy.value} {viewport[0]}"), site, game, "waiter")
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.evaluate("window.setTimeout = () => 0")
    moment = Moment(
        kind=MomentKind.ENACTED,
        chancellor=1,
        policies=(policy,),
        power=PresidentialPower.EXECUTION if policy is Policy.FASCIST else None,
        count=2,
    )
    names = tuple(Player(name=name) for name in FULL_NAMES[:7])
    view = MomentsView(moments=(present_moment(moment, standard_ruleset(7), names),))
    page.evaluate(PLAY, render_partial(view.template, {"view": view}))
    covered = []
    # Face down it fills more of the dark stage than it does among the words.
    height = """() => document.querySelector('#moments > [data-shown] .moment-cards > .policy-card')
        .getBoundingClientRect().height"""
    face_down = page.evaluate(height)
    for stop in ("turned", "landed"):
        page.evaluate(
            "stop => { document.querySelector('#moments > [data-shown]').dataset[stop] = ''; }",
            stop,
        )
        for instant in (*range(0, 1300, 60), 1400):
            page.evaluate(
                "at => document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; })",
                instant,
            )
            covered += [(stop, instant, each) for each in page.evaluate(COVERED)]
        page.evaluate("document.getAnimations().forEach(each => each.finish())")
    assert covered == []
    assert face_down > 1.25 * page.evaluate(height)


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
        page.evaluate(PLAY, re.sub(r"data-lasts=\d+", "data-lasts=60000", html))
        page.locator("#moments > [data-shown]").evaluate("moment => moment.ariaHidden = null")
        response = page.evaluate("axe.run(document.querySelector('#moments'))")
        assert response["passes"], "axe looked at nothing"
        found += [
            f"{name}: {each['id']}"
            for each in response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    assert found == []
