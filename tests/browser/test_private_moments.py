"""What only one viewer sees on the stage: it stays until it is put away, and hides no decision."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import CUT, press, watches
from tests.running_site import Site

pytestmark = pytest.mark.browser


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


def test_a_secret_gives_way_to_the_end_of_the_game(site: Site, invite: Invite) -> None:
    game = stage(site, "investigate")["investigate"]
    page = watches(invite("Late"), site, game, "actor")
    press(page, page.locator("#decision button").first)
    press(page, page.locator("#confirm-choice"))
    expect(page.locator("#moments > .moment-private[data-shown]")).to_be_visible()
    page.wait_for_timeout(4500)
    # The others play it to its end.
    site.runs(
        "from random import Random; from games.models import Game; from tests.factories import"
        f" play_at_random; play_at_random(Game.objects.get(code={game['code']!r}), Random(1))"
    )
    expect(page.locator("#rematch")).to_be_visible()
    expect(page.locator("#moments > .moment-private")).to_have_count(0)
    expect(page.locator("#final-reveal-heading")).to_have_text(re.compile("^You (won|lost)$"))
