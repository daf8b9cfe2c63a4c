"""The narrator in the browser; only the device's voice is stood in for."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite

pytestmark = pytest.mark.browser

VOICE = """
window.spoken = [];
const voice = { lang: "en-GB", name: "test" };
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => %s,
  cancel() { window.cancelled = (window.cancelled || 0) + 1; },
  speak(speech) { window.spoken.push(speech.text); setTimeout(() => speech.onend(), 5); },
  addEventListener() {},
} });
"""


def test_reads_every_line_in_turn_and_marks_it(invite: Invite) -> None:
    page = invite().page
    page.add_init_script(VOICE % "[voice]")
    page.clock.install()
    page.goto("/narrator/?players=8&language=en")
    texts = page.locator("#narrator li").all_inner_texts()
    page.get_by_role("button", name="Read aloud").click()
    expect(page.locator("#narrator li[aria-current]")).to_have_text(texts[0])
    for _second in range(60):
        page.clock.run_for(1000)
    assert page.evaluate("window.spoken") == texts
    assert page.locator("#narrator li[aria-current]").count() == 0
    assert page.get_by_role("button", name="Read aloud").is_visible()


def test_without_a_voice_the_lines_are_shown_in_turn(invite: Invite) -> None:
    page = invite().page
    page.add_init_script(VOICE % "[]")
    page.clock.install()
    page.goto("/narrator/?players=5&language=en")
    page.get_by_role("button", name="Read aloud").click()
    page.clock.run_for(1000)
    expect(page.locator("#narrator-silent")).to_be_visible()
    seen = set()
    for _second in range(60):
        page.clock.run_for(1000)
        if page.locator("#narrator li[aria-current]").count():
            seen.add(page.locator("#narrator li[aria-current]").inner_text())
    assert seen == set(page.locator("#narrator li").all_inner_texts())
    assert page.evaluate("window.spoken") == []


def test_without_scripts_the_text_is_there(invite: Invite) -> None:
    page = invite(java_script_enabled=False).page
    page.goto("/narrator/?players=6")
    assert page.locator("#narrator li").count() == 4
    assert page.get_by_role("button", name="Read aloud").count() == 0


def test_pause_holds_the_line_and_repeat_says_it_again(invite: Invite) -> None:
    page = invite().page
    page.add_init_script(VOICE % "[voice]")
    page.clock.install()
    page.goto("/narrator/?players=8&language=en")
    texts = page.locator("#narrator li").all_inner_texts()
    current = page.locator("#narrator li[aria-current]")
    page.get_by_role("button", name="Read aloud").click()
    expect(current).to_have_text(texts[0])
    page.clock.run_for(3000)
    expect(current).to_have_text(texts[1])

    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect(current).to_have_text(texts[1])
    assert page.evaluate("window.spoken") == texts[:2]

    page.get_by_role("button", name="Go on").click()
    expect(current).to_have_text(texts[1])
    page.wait_for_function("window.spoken.length === 3")
    page.get_by_role("button", name="Repeat").click()
    page.wait_for_function("window.spoken.length === 4")
    assert page.evaluate("window.spoken") == [texts[0], texts[1], texts[1], texts[1]]

    page.get_by_role("button", name="Stop").click()
    page.clock.run_for(60_000)
    assert page.evaluate("window.spoken.length") == 4
    expect(current).to_have_count(0)


def test_another_choice_needs_no_network(invite: Invite) -> None:
    person = invite()
    page = person.page
    page.goto("/narrator/?players=8&language=en")
    person.context.set_offline(True)
    page.select_option("[name=language]", "es")
    page.select_option("[name=players]", "5")

    expect(page.locator("#narrator")).to_have_attribute("lang", "es")
    expect(page.locator("#narrator li")).to_have_count(4)
    assert "players=5" in page.url
    person.context.set_offline(False)
    offline = page.locator("#narrator li").all_inner_texts()
    page.reload()
    assert page.locator("#narrator li").all_inner_texts() == offline


def test_longer_pauses_take_longer(invite: Invite) -> None:
    def seconds_to_the_end(pause: str) -> int:
        page.goto(f"/narrator/?players=8&language=en&pause={pause}")
        page.get_by_role("button", name="Read aloud").click()
        for second in range(120):
            if page.get_by_role("button", name="Read aloud").is_visible():
                return second
            page.clock.run_for(1000)
        raise AssertionError("it never ended")

    page = invite().page
    page.add_init_script(VOICE % "[voice]")
    page.clock.install()
    assert seconds_to_the_end("4") < seconds_to_the_end("8") < seconds_to_the_end("14")


def test_screen_stays_awake_while_it_reads(invite: Invite) -> None:
    page = invite().page
    page.add_init_script(VOICE % "[voice]")
    page.add_init_script(
        """window.locks = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
          const lock = { kind, released: false, release() { lock.released = true; } };
          window.locks.push(lock);
          return lock;
        } } });"""
    )
    page.goto("/narrator/?players=5&language=en")
    page.get_by_role("button", name="Read aloud").click()
    page.wait_for_function("window.locks.length === 1 && !window.locks[0].released")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_function("window.locks[0].released")
