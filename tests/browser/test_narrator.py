"""The narrator in the browser; only the device's voice is stood in for."""

import pytest

from tests.browser.conftest import Invite

pytestmark = pytest.mark.browser

VOICE = """
window.spoken = [];
const voice = { lang: "en-GB", name: "test" };
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => %s,
  cancel() {},
  speak(speech) { window.spoken.push(speech.text); setTimeout(() => speech.onend(), 5); },
} });
"""


def test_reads_every_line_in_turn_and_marks_it(invite: Invite) -> None:
    page = invite().page
    page.add_init_script(VOICE % "[voice]")
    page.clock.install()
    page.goto("/narrator/?players=8&language=en")
    texts = page.locator("#narrator li").all_inner_texts()
    page.get_by_role("button", name="Read aloud").click()
    assert page.locator("#narrator li[aria-current]").inner_text() == texts[0]
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
    assert page.locator("#narrator-silent").is_visible()
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
