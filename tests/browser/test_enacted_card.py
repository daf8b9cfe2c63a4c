"""An enacted policy: its card never lies over its sentence, in no language and at no instant."""

import pytest
from django.utils import translation

from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Policy, PresidentialPower
from games.presenters.players import Player
from games.presenters.table.moment_view import MomentsView
from games.presenters.table.moments import present_moment
from games.transport.partials import render_partial
from games.values.moments import Moment, MomentKind
from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import watches
from tests.browser.stage import FULL_NAMES
from tests.browser.test_every_moment import PLAY
from tests.running_site import Site

pytestmark = pytest.mark.browser

# By how many pixels the card, as it is drawn, lies over the lines of the sentence, as they are drawn.
OVERLAP = """() => {
    const moment = document.querySelector('#moments > [data-shown]');
    const card = moment.querySelector('.moment-cards > .policy-card').getBoundingClientRect();
    const sentence = moment.querySelector('.moment-headline');
    if (!sentence.checkVisibility({visibilityProperty: true, opacityProperty: true})) return 0;
    const range = document.createRange();
    range.selectNodeContents(sentence);
    return Math.max(0, ...[...range.getClientRects()].map(line => Math.min(
        card.right - line.left, line.right - card.left, card.bottom - line.top, line.bottom - card.top)));
}"""


@pytest.mark.parametrize("viewport", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_the_card_never_lies_over_the_sentence(
    site: Site, invite: Invite, viewport: tuple[int, int]
) -> None:
    game = stage(site, "power_card")["power_card"]
    page = watches(invite(f"Card {viewport[0]}"), site, game, "waiter")
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.evaluate("window.setTimeout = () => 0")
    names = tuple(Player(name=name) for name in ("Ana", *FULL_NAMES[:6]))
    found = []
    for language in ("en", "es", "it", "nl", "pl"):
        for chancellor, power in ((0, None), (1, PresidentialPower.INVESTIGATE_LOYALTY)):
            moment = Moment(
                kind=MomentKind.ENACTED,
                chancellor=chancellor,
                policies=(Policy.FASCIST,),
                power=power,
                count=2,
            )
            with translation.override(language):
                view = MomentsView(moments=(present_moment(moment, standard_ruleset(7), names),))
                page.evaluate(PLAY, render_partial(view.template, {"view": view}))
            page.evaluate(
                "document.querySelector('#moments > [data-shown]').getBoundingClientRect();"
                "document.querySelector('#moments > [data-shown]').dataset.turned = ''"
            )
            for instant in (*range(0, 1500, 20), 3000):
                page.evaluate(
                    "at => document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; })",
                    instant,
                )
                over = page.evaluate(OVERLAP)
                if over > 1:
                    found.append((language, chancellor, instant, round(over)))
            page.evaluate("document.getAnimations().forEach(each => each.finish())")
    assert found == []
