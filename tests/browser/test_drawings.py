"""Drawings that come in at a table are there in their first picture."""

import pytest

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.running_site import Site

pytestmark = pytest.mark.browser

# How wide the drawing of a face is in the very frame in which it comes in.
COMES_IN = """async () => {
    const face = document.querySelector('.seat .emblem');
    const sheet = document.body.dataset.sheet;
    const other = face.cloneNode(true);
    other.firstElementChild.setAttribute('href', `${sheet}#owl`);
    await new Promise(requestAnimationFrame);
    document.querySelector('.seat').append(other);
    await new Promise(requestAnimationFrame);
    return other.firstElementChild.getBBox().width;
}"""
# The script has put the sheets in.
IS_READY = (
    "() => document.querySelector('.seat .emblem > use').getAttribute('href').startsWith('#')"
)


@pytest.mark.parametrize("way", ["", "tv/"])
def test_a_face_that_comes_in_is_no_empty_square(site: Site, invite: Invite, way: str) -> None:
    game = dict(stage(site, "vote")["vote"])
    page = invite().page
    page.add_init_script(
        """document.addEventListener('DOMContentLoaded', () => {
            const use = document.querySelector('.seat .emblem > use');
            document.body.dataset.sheet = use.getAttribute('href').split('#')[0];
        })"""
    )
    page.goto(f"/games/{game['code']}/{way}")
    page.wait_for_function(IS_READY)
    assert page.evaluate(COMES_IN) > 10
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
