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


# One more act of the others at the table with this code.
NOMINATES = """
from tests.browser import stage
game = stage.Game.objects.get(code={code!r})
stage.nominated(game)
"""
# All the others vote.
VOTES = """
from tests.browser.stage import CastBallot, Game, Phase, Vote, load_table, play
game = Game.objects.get(code={code!r})
while (table := load_table(game.pk)).state.phase is Phase.VOTE:
    play(game, CastBallot(seat=table.undecided()[0], vote=Vote.NEIN))
"""
# What covers a control, at its middle.
IS_FREE = """each => {
    const {left, top, width, height} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize("power", ["investigate", "peek"])
@pytest.mark.parametrize("viewport", [(360, 740), (844, 390), (1440, 900)])
def test_a_secret_stays_beside_the_stage_while_the_table_goes_on(
    site: Site, invite: Invite, viewport: tuple[int, int], power: str
) -> None:
    game = stage(site, power)[power]
    page = watches(invite(f"Keeps {power} {viewport[0]}"), site, game, "actor")
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.emulate_media(reduced_motion="reduce")
    press(page, page.locator("#decision button").first)
    if power == "investigate":
        press(page, page.locator("#confirm-choice"))
    shown = page.locator("#moments > .moment-private[data-shown]")
    expect(shown).to_be_visible()
    assert shown.evaluate(CUT) == []
    # What is asked of whom stands above it.
    sentence = page.locator("#phase-sentence")
    head, moment = sentence.bounding_box(), shown.bounding_box()
    assert head is not None
    assert moment is not None
    assert head["height"] > 10
    assert head["y"] + head["height"] <= moment["y"] + 1
    # As long as nothing else wants the stage.
    page.wait_for_timeout(3500)
    expect(shown).to_be_visible()
    done = shown.locator(".moment-done")
    done.focus()

    # Others go on: what everybody sees has the stage, then the decision of one's own.
    site.runs(NOMINATES.format(code=game["code"]))
    expect(page.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "nominated")
    kept = page.locator(".moments-kept > .moment-private")
    expect(kept).to_be_visible()
    expect(kept.locator(".moment-done")).to_be_focused()
    expect(page.locator("#moments > *")).to_have_count(0)
    page.wait_for_timeout(SETTLED_MS)
    for ballot in page.locator("#decision .ballot").all():
        assert ballot.evaluate(IS_FREE)
    seen = kept.locator(".policy-card" if power == "peek" else ".moment-stamp")
    for each in [*seen.all(), kept.locator(".moment-done")]:
        assert each.evaluate(IS_FREE)
    assert kept.evaluate(CUT) == []
    press(page, page.locator("#act-vote-true"))
    expect(page.locator("#phase-aside")).to_contain_text("1 of")
    expect(kept).to_be_visible()

    # With the next decision it folds, and is found where all of that is.
    site.runs(VOTES.format(code=game["code"]))
    expect(page.locator("#table")).not_to_have_attribute("data-phase", "vote")
    expect(kept).to_have_count(0)
    expect(page.locator("#own-knowledge")).to_contain_text("Only you know")


def test_in_one_room_a_secret_beside_the_stage_is_hidden_until_held(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "investigate")["investigate"]
    person = invite("Careful")
    person.context.add_cookies([{"name": "device_streamer", "value": "on", "url": site.url}])
    page = watches(person, site, game, "actor")
    press(page, page.locator("#decision button").first)
    press(page, page.locator("#confirm-choice"))
    expect(page.locator("#moments > .moment-private[data-shown]")).to_have_count(1)
    site.runs(NOMINATES.format(code=game["code"]))
    kept = page.locator(".moments-kept > .moment-private")
    stamp = kept.locator(".moment-stamp")
    expect(kept.locator(".moment-done")).to_be_visible()
    expect(stamp).to_have_css("visibility", "hidden")
    expect(kept).to_have_css("background-color", "rgb(20, 17, 14)")
    expect(kept).to_have_css("background-image", re.compile("^(none|linear-gradient.*)$"))
    expect(page.locator("#moments > *")).to_have_count(0)
    page.locator("#look").hover()
    page.mouse.down()
    expect(stamp).to_have_css("visibility", "visible")
    page.mouse.up()
    expect(stamp).to_have_css("visibility", "hidden")


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
    expect(page.locator(".moment-private")).to_have_count(0)
    expect(page.locator("#final-reveal-heading")).to_have_text(re.compile("^You (won|lost)$"))
    # All rounds that were played meanwhile came with the end.
    entries = page.locator("#log > .round-entry")
    expect(entries.last).to_contain_text(re.compile("win"))
    assert entries.count() > 3
