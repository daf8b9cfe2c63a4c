"""Cases as moderators handle them: who sees and claims one, what the evidence shows, what a decision does."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Invite
from tests.browser.moderated import Told, enters, staged
from tests.browser.moderation_stage import RUDE
from tests.running_site import Site

pytestmark = pytest.mark.browser


def in_queue(page: Page, told: Told) -> Locator:
    return page.get_by_role("link", name=f"Open the case: {told['Udo']['name']}")


def finishes(site: Site, told: Told) -> None:
    """Play the game to its end."""
    site.runs(
        "from random import Random\n"
        "from games.models import Game\n"
        "from tests.factories import play_at_random\n"
        f"play_at_random(Game.objects.get(code={told['game']!r}), Random(1))"
    )


def test_claimed_case_is_another_moderators_until_it_is_given_back(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "a_case") | {"other": staged(site, "a_table")["moderator"]}
    one = enters(invite, site, told, "moderator", "/moderation/")
    in_queue(one, told).click()
    other = enters(invite, site, told, "other", one.url)
    one.get_by_role("button", name="Claim the case").click()
    expect(one.get_by_role("heading", name="Decide")).to_be_visible()

    # Pressed on a page that does not know it yet.
    other.get_by_role("button", name="Claim the case").click()
    expect(other.get_by_role("alert")).to_contain_text("Another moderator has claimed this case.")
    expect(other.get_by_role("heading", name="Decide")).to_have_count(0)
    other.goto("/moderation/")
    row = other.get_by_role("listitem").filter(has=in_queue(other, told))
    expect(row).to_contain_text(f"claimed by {told['moderator']['name']}")

    one.get_by_role("button", name="Give the case back").click()
    in_queue(other, told).click()
    other.get_by_role("button", name="Claim the case").click()
    expect(other.get_by_role("heading", name="Decide")).to_be_visible()


def test_case_without_offence_leaves_the_queue_and_nothing_else(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "a_case", is_claimed=True)
    page = enters(invite, site, told, "moderator", f"/moderation/cases/{told['case']}/")
    page.get_by_role("link", name="Nothing").click()
    page.get_by_label("Note for other moderators").fill("A joke among friends.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("heading", name="Open cases")).to_be_visible()
    expect(in_queue(page, told)).to_have_count(0)
    udo = enters(invite, site, told, "Udo", "/accounts/moderators/")
    expect(udo.get_by_text("The moderators have decided nothing about you.")).to_be_visible()


def test_evidence_holds_back_until_the_end_what_the_table_may_not_hear(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "a_case", reporter="Sam")
    page = enters(invite, site, told, "moderator", f"/moderation/cases/{told['case']}/")
    expect(page.get_by_text(RUDE)).to_be_visible()
    expect(page.get_by_text("you read only what every spectator can read")).to_be_visible()
    expect(page.get_by_text("Pia says this to spectators")).to_have_count(0)
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)
    finishes(site, told)
    page.reload()
    expect(page.get_by_text("Pia says this to spectators")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#points-heading")).to_be_visible()


def test_moderator_who_sat_in_the_game_does_not_see_its_case(site: Site, invite: Invite) -> None:
    told = staged(site, "a_case", moderator_sits=True)
    page = enters(invite, site, told, "moderator", "/moderation/")
    expect(page.get_by_role("heading", name="Open cases")).to_be_visible()
    expect(in_queue(page, told)).to_have_count(0)
    page.goto(f"/moderation/cases/{told['case']}/")
    expect(page.get_by_role("heading", name="Nothing is printed here")).to_be_visible()


def test_name_is_changed_everywhere_after_the_game(site: Site, invite: Invite) -> None:
    told = staged(site, "a_case", is_claimed=True)
    page = enters(invite, site, told, "moderator", f"/moderation/cases/{told['case']}/rename/")
    name = f"Quiet {told['case']}"
    page.get_by_label("The player's new name").fill(name)
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("alert")).to_contain_text("The name can change after its end.")
    finishes(site, told)
    page.get_by_role("link", name="Another name").click()
    page.get_by_label("The player's new name").fill(name)
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("heading", name="Open cases")).to_be_visible()
    for path in (f"/games/{told['game']}/", f"/games/{told['game']}/replay/", f"/players/{name}/"):
        page.goto(path)
        expect(page.get_by_text(name).first).to_be_attached()
        expect(page.get_by_text(told["Udo"]["name"])).to_have_count(0)


def test_ranked_game_of_a_cheat_counts_for_nobody(site: Site, invite: Invite) -> None:
    told = staged(site, "a_case", is_claimed=True, is_over=True, is_ranked=True)
    page = enters(invite, site, told, "moderator", f"/moderation/cases/{told['case']}/no_ranked/")
    page.get_by_label(told["game"]).check()
    page.get_by_label("How long").select_option(label="30 days")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("heading", name="Open cases")).to_be_visible()
    page.goto(f"/games/{told['game']}/replay/")
    expect(page.get_by_text("It counts for nobody.")).to_be_visible()
    ida = enters(invite, site, told, "Ida", "/accounts/notices/")
    for _look in range(20):
        if ida.get_by_text("was annulled").count():
            break
        # The clock tells of it when it has corrected all ratings.
        ida.wait_for_timeout(500)
        ida.reload()
    expect(ida.get_by_text("was annulled")).to_be_visible()


def test_moderator_without_a_second_factor_is_led_to_set_one_up(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "staff_without_factor")
    page = enters(invite, site, told, "moderator", "/moderation/")
    page.wait_for_url("**/accounts/2fa/")
    expect(page.get_by_text("Staff need a second factor.")).to_be_visible()


def test_numbers_count_a_decision_and_the_audit_is_whole(site: Site, invite: Invite) -> None:
    page = invite().page
    page.goto("/moderation/numbers/")
    decisions = page.get_by_role("listitem").filter(has_text="Decisions").locator("strong")
    before = int(decisions.first.inner_text()) if decisions.count() else 0
    staged(site, "a_decision", decision="warning")
    page.reload()
    expect(decisions.first).to_have_text(str(before + 1))
    assert "all as they were written" in staged(site, "audited")["said"]
