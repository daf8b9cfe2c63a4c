"""Talk in real browsers: silence, the dead and the spectators, claims, notes, sentences, only text."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Dialog, expect

from accounts.plain_text import clean_text
from games.words.talk import phrase_text
from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import press
from tests.injections import INJECTIONS
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Once a line was said: the moment that is shown, and whether the line can be seen.
SAID_AND_TOLD = """() => {
    const said = document.querySelector('.said-now');
    return said.textContent.includes('Trust me') && {
        moment: document.querySelector('#moments > [data-shown]')?.dataset.kind,
        isSeen: said.checkVisibility(),
    };
}"""
Sit = Callable[..., Person]
NOMINATES = """
from tests.browser import stage
stage.nominated(stage.Game.objects.get(code={code!r}))
"""

DRAWS = """
from random import Random
from tests.browser import stage
game = stage.Game.objects.get(code={code!r})
stage.lead_to(game, stage.Phase.PRESIDENT_DISCARD, Random(1))
"""


@pytest.fixture(scope="module")
def staged(site: Site) -> dict[str, Any]:
    printed = site.runs("from tests.browser import talk_stage; talk_stage.main()")
    games: dict[str, Any] = json.loads(printed)
    return games


@pytest.fixture
def sit(site: Site, invite: Invite, staged: dict[str, Any]) -> Sit:
    """Open a staged game in a browser of its own, with the live table: as a seat or a spectator."""

    def somebody(
        game: str,
        seat: int | None,
        language: str = "en",
        *,
        watching: str = "spectator",
        **options: Any,
    ) -> Person:
        person = invite(f"{game} {seat} {watching}", **options)
        about = staged[game]
        session = about[watching] if seat is None else about["seats"][seat]
        cookies = {"sessionid": session, "django_language": language}
        person.context.add_cookies(
            [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
        )
        with person.page.expect_websocket() as live:
            person.page.goto(f"/games/{about['code']}/")
        if not person.frames:
            live.value.wait_for_event("framereceived")
        return person

    return somebody


def says(person: Person, text: str) -> None:
    person.page.fill("#say-text", text)
    person.page.press("#say-text", "Enter")


def presses_phrase(person: Person, key: str, *, about: int | None = None) -> None:
    """Say a ready-made sentence with a press, and another one on the face it is about."""
    phrase = person.page.locator(f'.phrases [name=phrase][value="{key}"]')
    if about is None:
        press(person.page, phrase)
        return
    press(person.page, phrase.locator(".."))
    press(person.page, person.page.locator(f'.phrases [name=about][value="{about}"]'))


def chat(person: Person) -> Any:
    return person.page.locator("#chat")


def test_silent_government_keeps_its_words_and_then_claims(
    staged: dict[str, Any], sit: Sit
) -> None:
    about = staged["silent"]
    president = sit("silent", about["president"])
    chancellor = sit("silent", about["chancellor"])
    seat = next(
        seat
        for seat in range(7)
        if about["alive"][seat] and seat not in (about["president"], about["chancellor"])
    )
    other = sit("silent", seat)
    page = president.page
    expect(page.locator("#talk-why")).to_contain_text("silent until the policy lies face up")
    expect(page.locator("#say")).to_be_disabled()
    says(president, "I will tell you soon")
    says(other, "what did they draw?")
    expect(chat(president)).to_contain_text("what did they draw?")
    expect(chat(chancellor)).to_contain_text("what did they draw?")
    expect(page.locator("#say-text")).to_have_value("I will tell you soon")
    # Without the page's own disabled button the server still refuses, and the words stay.
    page.evaluate("document.querySelector('[data-chat-composer]').requestSubmit()")
    expect(page.locator("#talk-answer")).to_contain_text("The President is silent")
    expect(page.locator("#say-text")).to_have_value("I will tell you soon")
    president.clicks(0)
    expect(page.locator("#decision form")).to_have_count(0)
    expect(page.locator("#say")).to_be_disabled()
    chancellor.clicks(0)
    expect(page.locator("#say")).to_be_enabled()
    expect(page.locator("#say-text")).to_have_value("I will tell you soon")
    before = "".join(other.frames)
    page.press("#say-text", "Enter")
    expect(page.locator("#say-text")).to_have_value("")
    expect(chat(other)).to_contain_text("I will tell you soon")
    assert "I will tell you soon" not in before


def test_claim_that_is_offered_is_seen_from_the_table_of_a_phone(
    staged: dict[str, Any], sit: Sit
) -> None:
    phone = {"width": 390, "height": 844}
    spectator = sit("claims", None, viewport=phone).page
    expect(spectator.locator(".chip-claim, .claim-call")).to_have_count(2)
    assert not spectator.locator(".chip-claim:visible, .claim-call:visible").count()
    page = sit("claims", staged["claims"]["first"][0], viewport=phone).page
    expect(page.locator(".chip-claim")).to_be_in_viewport(ratio=1)
    page.locator(".claim-call").click()
    expect(page.locator("#claim-offers")).to_be_in_viewport(ratio=1)


def test_claim_in_one_tap_stands_in_the_talk_and_beside_its_government(
    staged: dict[str, Any], sit: Sit
) -> None:
    about = staged["claims"]
    president, chancellor = about["first"]
    own, other = sit("claims", president), sit("claims", chancellor)
    spectator = sit("claims", None)
    offered = own.page.locator("#claim-offers .claim-answer")
    assert offered.evaluate_all("all => all.map(each => each.id.split('-').pop())") == [
        "LLL",
        "LLF",
        "LFF",
        "FFF",
        "none",
    ]
    assert not own.page.locator("#claim-offers [aria-pressed], #claim-offers [checked]").count()
    own.page.locator("#claim-1-drew-LLL").click()
    text = "claims to have drawn in round 1: Liberal, Liberal, Liberal."
    for person in (own, other, spectator):
        expect(chat(person)).to_contain_text(text)
        expect(person.page.locator("#round-1")).to_contain_text(text)
    other.page.locator("#claim-1-received-none").click()
    for person in (own, other, spectator):
        expect(person.page.locator("#claims-1 .claim")).to_have_count(2)
    # A changed claim appears beside the first one.
    own.page.locator("#other-claims").click()
    own.page.locator("#offer-1-drew").click()
    own.page.locator("#claim-1-drew-LFF").click()
    expect(spectator.page.locator("#claims-1 .claim")).to_have_count(3)


def test_claim_stays_at_the_seat_until_the_next_government_draws(
    site: Site, staged: dict[str, Any], sit: Sit
) -> None:
    about = staged["at-seats"]
    president, _chancellor = about["first"]
    own, watching = sit("at-seats", president), sit("at-seats", None)
    own.page.locator("#claim-1-drew-LLF").click()
    seat = watching.page.locator(".round-table > .seat").nth(president)
    claimed = seat.locator(".seat-claims .claim-card")
    words = seat.locator(".seat-says:not(.seat-claims)")
    expect(claimed).to_have_count(3)
    expect(claimed.first).to_be_visible()
    says(own, "Believe me")
    expect(words).to_contain_text("Believe me")
    # Words go after a while, and then the claim is in sight again.
    expect(words).to_have_count(0, timeout=10_000)
    expect(claimed.first).to_be_visible()
    site.runs(DRAWS.format(code=about["code"]))
    expect(watching.table).to_have_attribute("data-phase", "president_discard", timeout=10_000)
    expect(claimed).to_have_count(0)


def test_dead_and_spectators_talk_apart_until_the_end_opens_everything(
    staged: dict[str, Any], sit: Sit
) -> None:
    about = staged["end"]
    dead = about["alive"].index(False)
    actor = about["chancellor"]
    seat = next(
        seat
        for seat in range(7)
        if about["alive"][seat] and seat not in (about["president"], actor)
    )
    ghost, living, spectator = sit("end", dead), sit("end", seat), sit("end", None)
    visitor, newcomer = sit("end", None), sit("end", None, watching="newcomer")
    expect(newcomer.page.locator("#talk-why")).to_contain_text("before the game began")
    expect(newcomer.page.locator("#say")).to_be_disabled()
    expect(ghost.page.locator("#talk-why")).to_contain_text("Only the dead and spectators")
    expect(spectator.page.locator("#talk-why")).to_contain_text("Only spectators")
    says(ghost, "I was Liberal")
    expect(chat(spectator)).to_contain_text("I was Liberal")
    says(spectator, "I see everything")
    expect(chat(visitor)).to_contain_text("I see everything")
    says(living, "who is lying?")
    for person in (ghost, living, spectator, newcomer):
        expect(chat(person)).to_contain_text("who is lying?")
    expect(chat(ghost)).not_to_contain_text("I see everything")
    for hidden in ("I was Liberal", "I see everything"):
        for person in (living, newcomer):
            expect(chat(person)).not_to_contain_text(hidden)
            assert hidden not in "".join(person.frames) + person.page.content()
    ended_by = sit("end", actor).page
    ended_by.locator('#decision [name=card][value="L"]').first.click()
    ended_by.locator("#confirm-choice").click()
    for person in (ghost, living, spectator, newcomer):
        expect(person.table).to_have_attribute("data-phase", "game_over")
        expect(chat(person)).to_contain_text("I was Liberal")
        expect(chat(person)).to_contain_text("I see everything")
        expect(person.page.locator("#talk-why")).to_contain_text("everybody reads everything")
    says(ghost, "good game")
    expect(chat(living)).to_contain_text("good game")


def test_notes_and_marks_are_saved_for_their_writer_alone(
    staged: dict[str, Any], sit: Sit
) -> None:
    own, other = sit("notes", 0), sit("notes", 1)
    name = staged["notes"]["names"][1]
    own.opens("notes")
    own.page.fill("#notes-text", "the second one smiles too much")
    expect(own.page.locator("#notes-status")).to_have_text("Kept.")
    for mark in ("Trust", "Unsure", "Suspect"):
        own.page.locator("#mark-1").click()
        expect(own.page.locator("#mark-1")).to_have_text(mark)
    expect(own.page.locator(".round-table > .seat").nth(1)).to_have_attribute(
        "data-mark", "suspect"
    )
    says(other, "can you hear me?")
    line = own.page.locator(".chat-line", has_text="can you hear me?")
    expect(line).to_be_visible()
    own.page.locator(".person", has_text=name).get_by_role("button", name="Mute").click()
    expect(line).to_be_hidden()
    says(other, "still there?")
    expect(chat(other)).to_contain_text("still there?")
    own.page.fill("#notes-text", "written in the last moment")
    own.page.reload()
    expect(own.page.locator("#notes-text")).to_have_value("written in the last moment")
    expect(own.page.locator("#mark-1")).to_have_text("Suspect")
    expect(own.page.locator(".chat-line:visible")).to_have_count(0)
    other.page.reload()
    for secret in ("smiles", "last moment", "Suspect</button>"):
        assert secret not in other.page.content()
        assert secret not in "".join(other.frames)


def test_sentences_are_read_in_each_readers_language(staged: dict[str, Any], sit: Sit) -> None:
    name = staged["phrases"]["names"][2]
    spaniard, pole = sit("phrases", 0, language="es"), sit("phrases", 1, language="pl")
    expect(spaniard.page.locator("#say-text")).to_have_count(0)
    presses_phrase(spaniard, "distrust", about=2)
    texts = {}
    for language, person in (("es", spaniard), ("pl", pole)):
        with translation.override(language):
            texts[language] = phrase_text("distrust", name)
        expect(chat(person)).to_contain_text(texts[language])
    assert texts["es"] != texts["pl"]
    presses_phrase(pole, "vote_nein")
    with translation.override("es"):
        expect(chat(spaniard)).to_contain_text(phrase_text("vote_nein", ""))


def test_a_sentence_about_a_player_is_finished_at_the_seat(
    staged: dict[str, Any], sit: Sit
) -> None:
    """On a desk, where the seats stand beside the talk; a second press elsewhere leads back."""
    about = staged["phrases"]
    person = sit("phrases", 0, viewport={"width": 1440, "height": 900})
    page = person.page
    press(page, page.locator(".phrases label", has_text="I trust …"))
    people, others = page.locator(".phrase-people"), page.locator(".phrase-plain .phrase").first
    expect(people.locator("[name=about]")).to_have_count(len(about["names"]) - 1)
    expect(others).to_be_hidden()
    press(page, page.locator(".phrase-back"))
    expect(people).to_be_hidden()
    expect(others).to_be_visible()
    press(page, page.locator(".phrases label", has_text="I trust …"))
    press(page, page.locator(".seat-record").nth(3))
    expect(chat(person)).to_contain_text(f"I trust {about['names'][3]}.")
    expect(page.locator("#look-back")).to_be_hidden()
    expect(people).to_be_hidden()
    # Then a seat leads to its record again.
    press(page, page.locator(".seat-record").nth(3))
    expect(page.locator("#look-back")).to_be_visible()


def test_whoever_may_write_has_sentences_as_well(sit: Sit) -> None:
    own = sit("notes", 0)
    press(own.page, own.page.locator(".phrases-more > summary"))
    own.page.fill("#say-text", "half a sen")
    presses_phrase(own, "no_choice")
    expect(chat(own)).to_contain_text("I had no choice.")
    expect(own.page.locator("#say-text")).to_have_value("half a sen")


def test_guest_among_strangers_speaks_in_sentences_and_loses_none_to_slow_mode(sit: Sit) -> None:
    guest, other = sit("guests", 0), sit("guests", 1)
    expect(guest.page.locator("#say-text")).to_have_count(0)
    note = guest.page.locator("#talk-note")
    expect(note).to_contain_text("Guests choose ready-made sentences at this table.")
    expect(note).to_contain_text("Slow mode: 30 seconds between two sentences.")
    for sentence in ("vote_ja", "vote_nein"):
        presses_phrase(guest, sentence)
        expect(chat(guest)).to_contain_text("Vote Ja.")
    expect(guest.page.locator("#talk-answer")).to_contain_text("Slow mode: you can say this in")
    says = "Let me think for a moment."
    presses_phrase(other, "wait")
    expect(chat(guest)).to_contain_text(says)
    expect(chat(guest).locator(".chat-line")).to_have_count(2)


def test_two_lines_said_in_one_breath_are_two(sit: Sit) -> None:
    own, other = sit("injections", 0), sit("injections", 1)
    own.page.evaluate(
        """lines => {
            const box = document.getElementById("say-text");
            for (const line of [...lines, lines.at(-1)]) {
                box.value = line;
                box.form.requestSubmit();
            }
        }""",
        ["one moment", "I was not ready"],
    )
    for line in ("one moment", "I was not ready"):
        expect(chat(other).locator(".chat-line", has_text=line)).to_have_count(1)
    expect(own.page.locator("#say-text")).to_have_value("")


def test_half_typed_words_survive_updates_and_a_lost_connection(
    staged: dict[str, Any], sit: Sit
) -> None:
    own, other = sit("injections", 0), sit("injections", 1)
    own.page.locator("#say-text").press_sequentially("half a sen")
    says(other, "an update")
    expect(chat(own)).to_contain_text("an update")
    own.context.set_offline(True)
    own.page.locator("#say-text").press_sequentially("tence")
    says(other, "while you were away")
    own.context.set_offline(False)
    own.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(own.page.locator("#say-text")).to_have_value("half a sentence")
    expect(own.page.locator("#say-text")).to_be_focused()
    expect(chat(own).get_by_text("while you were away")).to_have_count(1)


def test_sixty_injections_are_read_as_text(staged: dict[str, Any], sit: Sit) -> None:
    reader = sit("injections", 2)
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    reader.page.on("dialog", dismiss)
    shown = reader.page.locator(".chat-text").all_text_contents()
    assert set(map(clean_text, INJECTIONS)) <= set(shown)
    # The site's own in a line are the face and the name's link.
    injected = (
        "#chat :is(script, img, svg:not(.emblem), a:not(.chat-author > a), iframe, form, input)"
    )
    assert reader.page.locator(injected).count() == 0
    for path in ("talk", "tv"):
        reader.page.goto(f"/games/{staged['injections']['code']}/{path}/")
    assert dialogs == []


# How many lines of the talk are whole in their list, and whether the last is.
WHOLE = """() => {
    const list = document.querySelector('.chat-scroll').getBoundingClientRect();
    const lines = [...document.querySelectorAll('.chat-line')].map((each) => each.getBoundingClientRect());
    const whole = lines.filter((each) => each.top >= list.top && each.bottom <= list.bottom);
    return [whole.length, whole.at(-1) === lines.at(-1)];
}"""


def test_five_lines_stay_readable_on_a_desk_while_a_claim_is_offered(
    staged: dict[str, Any], sit: Sit
) -> None:
    """Two acts are open: one question at a time is asked, beside the sentences of a guest."""
    about = staged["asked-twice"]
    reader = sit("asked-twice", about["latest"], viewport={"width": 1440, "height": 900})
    page = reader.page
    expect(page.locator("#claim-offers > .claim-offer")).to_have_count(1)
    whole, is_last = page.evaluate(WHOLE)
    assert whole >= 5
    assert is_last
    page.wait_for_timeout(SETTLED_MS)
    page.locator(f"#claim-{about['round']}-investigated-none").click()
    # The next question takes its place, with all answers in one row.
    answers = page.locator("#claim-offers > .claim-offer .claim-answer")
    expect(answers).to_have_count(5)
    assert len(set(answers.evaluate_all("all => all.map((each) => each.offsetTop)"))) == 1
    whole, is_last = page.evaluate(WHOLE)
    assert whole >= 5
    assert is_last
    # All sentences are in the one row, to be scrolled to.
    row = page.locator(".phrases").bounding_box()
    assert row is not None
    assert row["height"] <= 44
    presses_phrase(reader, "distrust", about=(about["latest"] + 1) % 7)
    expect(chat(reader)).to_contain_text("I do not trust")


TOUCHES = """(said) => {
    const box = said.getBoundingClientRect();
    const others = document.querySelectorAll('.seat, .decision-body, .decision a, .decision button, .own-strip .chip > .symbol');
    return [...others].filter((each) => each.checkVisibility({visibilityProperty: true})).filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const across = Math.min(right, box.right) - Math.max(left, box.left);
        return across > 1 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
    }).map((each) => each.className);
}"""


def test_a_line_shows_for_a_while_where_the_talk_is_closed(sit: Sit) -> None:
    reader = sit("notes", 0, viewport={"width": 390, "height": 844})
    speaker = sit("notes", 2)
    said = reader.page.locator(".said-now")
    expect(said).to_be_hidden()

    says(speaker, "I drew two Fascist policies and one Liberal, and nobody will ever believe it")

    expect(said).to_contain_text("I drew two Fascist")
    # At the seat of whoever spoke, and at no other.
    expect(reader.page.locator(".seat-says")).to_contain_text("I drew two Fascist")
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate(TOUCHES) == []
    # So many words are not read in five seconds.
    reader.page.wait_for_timeout(6000)
    expect(said).to_be_visible()
    expect(reader.page.locator(".seat-says")).to_be_visible()
    expect(said).to_be_hidden(timeout=5000)
    expect(reader.page.locator(".seat-says")).to_have_count(0)

    # Words about somebody show the face.
    about = reader.page.locator("#seat-3-name .seat-name").inner_text()
    says(speaker, f"I do not trust {about} at all")
    bubble = reader.page.locator(".seat-says")
    expect(bubble.locator(".emblem")).to_be_visible()
    expect(bubble).to_contain_text(f"I do not trust {about} at all")
    expect(bubble).to_have_count(0, timeout=8000)

    says(speaker, "Read this")
    expect(said).to_contain_text("Read this")
    reader.page.wait_for_timeout(900)
    said.click()
    expect(reader.page.locator("#say-text")).to_be_in_viewport(ratio=1)
    expect(said).to_be_hidden()


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390)], ids=str)
def test_a_line_shows_beside_the_offer_of_a_claim_and_covers_nothing_to_press(
    staged: dict[str, Any], sit: Sit, size: tuple[int, int]
) -> None:
    reader = sit(
        "unread", staged["unread"]["first"][1], viewport={"width": size[0], "height": size[1]}
    )
    expect(reader.page.locator(".chip-claim")).to_be_attached()
    said = reader.page.locator(".said-now")
    says(
        sit("unread", staged["unread"]["first"][0]),
        "What have you drawn, and what have you passed on to the others?",
    )

    expect(said).to_contain_text("What have you drawn")
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate(TOUCHES) == []
    expect(said).to_be_hidden(timeout=10000)
    expect(reader.page.locator(".chip-claim")).to_be_visible()


def test_no_line_lies_under_the_frame_of_a_moment(
    site: Site, staged: dict[str, Any], sit: Sit
) -> None:
    reader = sit("told", 0, viewport={"width": 390, "height": 844})
    reader.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    reader.page.reload()
    reader.page.wait_for_selector("#table[data-live]")
    speaker = sit("told", 2)
    speaker.page.fill("#say-text", "Trust me")
    site.runs(NOMINATES.format(code=staged["told"]["code"]))
    expect(reader.page.locator("#moments > [data-shown]")).to_have_attribute(
        "data-kind", "nominated"
    )
    speaker.page.press("#say-text", "Enter")

    # It waits until the moment is over.
    said = reader.page.wait_for_function(SAID_AND_TOLD).json_value()
    assert said == {"moment": "nominated", "isSeen": False}
    expect(reader.page.locator(".said-now")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_unread_lines_are_counted_on_the_chip_and_on_the_tab(
    staged: dict[str, Any], sit: Sit, size: tuple[int, int]
) -> None:
    """Also while a claim is offered."""
    screen = {"width": size[0], "height": size[1]}
    reader = sit("unread", staged["unread"]["first"][1], viewport=screen)
    page = reader.page
    expect(page.locator(".chip-claim")).to_be_visible()
    expect(page.locator(".chip-talk .chip-count")).to_be_hidden()
    speaker = sit("unread", staged["unread"]["first"][0])
    for word in ("one", "two"):
        says(speaker, word)
        expect(chat(speaker)).to_contain_text(word)

    expect(page.locator(".chip-talk [data-unread]")).to_have_text("2")
    expect(page.locator(".chip-talk .chip-count")).to_be_in_viewport(ratio=1)
    page.evaluate("location.hash = 'rounds'")
    expect(page.locator("#rounds .drawer-tabs .chip-count")).to_be_in_viewport(ratio=1)
    expect(page.locator("#rounds [data-unread]")).to_have_text("2")
    page.evaluate("location.hash = 'talk'")
    expect(page.locator(".drawer:target .chat")).to_contain_text("two")
    expect(page.locator(".chip-talk .chip-count")).to_be_hidden()
