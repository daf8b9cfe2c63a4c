"""All regions together, and the partials that draw them."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.template.loader import get_template
from django.test import RequestFactory

from games.engine.observation import observe
from games.engine.state import GameState
from games.engine.vocabulary import Phase, Role
from games.forms.game import parse_action
from games.presenters.table.chat import present_talk_state
from games.presenters.table.claims import present_claim_offers
from games.presenters.table.regions import (
    OwnFacts,
    OwnPart,
    Region,
    own_facts,
    present_ballot_regions,
    present_own_table,
    present_public_table,
)
from games.presenters.table.table_view import present_table
from games.presenters.table.talk import TalkFacts, present_talk, talk_facts
from games.values.chat import TalkMode
from tests.games.engine.players import play
from tests.games.presenters.views import (
    FACTS,
    INVALID,
    a_table_in_each_phase,
    chat_of,
    elements,
    forms,
    html_of,
    log_of,
    people,
    seen,
    strict_templates,
    talk_of,
    viewers,
)
from tests.scenarios import Table, a_table

PHASES = a_table_in_each_phase()
STRICT = strict_templates()
SPRITE = Path(__file__).parents[4] / "static" / "img" / "symbols.svg"


def page(table: Table, viewer: int | None) -> str:
    """The whole page, as a browser without scripts gets it."""
    request = RequestFactory().get("/games/KRWTZB/")
    request.user = AnonymousUser()
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    view = seen(table, viewer)
    context = {"table": view, "log": log_of(table, viewer), "socket_url": "/ws/games/KRWTZB/"}
    context["table_url"] = "/games/KRWTZB/"
    context["talk"] = talk_of(table, viewer)
    context["chat"] = chat_of(table, viewer)
    return get_template("games/table/table.html").render(context, request)


@pytest.mark.parametrize("phase", PHASES)
def test_each_region_draws_one_element_with_its_id_and_lacks_nothing(phase: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        regions = seen(table, viewer).regions()
        assert len({region.id for region in regions}) == len(regions)
        for region in regions:
            html = html_of(region, STRICT)
            root, attributes = elements(html)[0]
            assert attributes["id"] == region.id
            assert html.endswith(f"</{root}>")
            assert INVALID not in html
            assert not any("style" in found for _tag, found in elements(html))


def test_regions_use_symbols_that_exist() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text()))
    used = set()
    for table in PHASES.values():
        for viewer in (0, 1, 4, None):
            for region in seen(table, viewer).regions():
                used |= set(re.findall(r'symbols[^"#]*#([\w-]+)"', html_of(region, STRICT)))

    assert used >= {"president", "chancellor", "hitler", "power-execute"}
    assert used <= drawn


@pytest.mark.parametrize("phase", PHASES)
def test_every_button_is_a_whole_action(phase: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        view = seen(table, viewer)
        region = next(region for region in view.regions() if region.id == "decision")
        ids = []
        for form, fields, buttons in forms(html_of(region, STRICT)):
            assert (form["method"], form["action"]) == ("post", "/games/KRWTZB/act/")
            assert form["data-action"] == fields["action"]
            assert form.has_attr("ws-send")
            assert viewer is not None
            assert buttons
            for button in buttons:
                answer = {str(button["name"]): str(button["value"])} if button.get("name") else {}
                request = parse_action(fields | answer)
                assert request.by(viewer) in table.seen_by(viewer).legal_actions
                assert request.decision == table.seen_by(viewer).decision
                ids.append(button["id"])
        assert len(set(ids)) == len(ids)
        assert bool(ids) == bool(table.seen_by(viewer).legal_actions)


@pytest.mark.parametrize("phase", PHASES)
def test_page_holds_every_region_once_and_no_id_twice(phase: str) -> None:
    table = PHASES[phase]

    for viewer in (0, None):
        found = elements(page(table, viewer))
        ids = [attributes["id"] for _tag, attributes in found if "id" in attributes]
        assert len(set(ids)) == len(ids)
        assert {region.id for region in seen(table, viewer).regions()} <= set(ids)
        assert [tag for tag, _attributes in found].count("h1") == 1
        assert not any("style" in attributes for _tag, attributes in found)


def test_page_root_says_game_version_phase_and_seat() -> None:
    table = PHASES["vote"]
    root = next(found for _tag, found in elements(page(table, 3)) if found.get("id") == "table")

    assert root["data-game"] == "KRWTZB"
    assert root["data-version"] == str(table.seen_by(3).version)
    assert root["data-phase"] == "vote"
    assert root["data-own-seat"] == "3"
    assert root["ws-connect"] == "/ws/games/KRWTZB/"


def test_page_without_scripts_has_tokens_in_its_forms() -> None:
    html = page(PHASES["nominate"], 0)

    tokens = [
        fields["csrfmiddlewaretoken"]
        for form, fields, _buttons in forms(html)
        if form.has_attr("data-action")
    ]
    assert len(tokens) == 1
    assert all(tokens)


def test_page_without_scripts_refreshes_itself_while_others_decide() -> None:
    refresh = '<noscript><meta http-equiv="refresh" content="5;url=/games/KRWTZB/"></noscript>'

    assert refresh in page(PHASES["nominate"], 1)
    assert refresh not in page(PHASES["nominate"], 0)


def test_notices_stand_outside_every_region() -> None:
    table = PHASES["vote"]

    assert '<div id="notices">' in page(table, 0)
    assert not any("notices" in html_of(region, STRICT) for region in seen(table, 0).regions())


def test_hidden_role_is_in_words_only_never_in_an_attribute() -> None:
    """The three roles draw the same elements, but for the drawing beside the words."""
    observation = a_table(7).seen_by(0)
    drawn = {}
    for role in Role:
        roles = (role, *observation.roles[1:])
        view = present_table(replace(observation, roles=roles), people(7), FACTS)
        html = "".join(html_of(region, STRICT) for region in view.regions())
        without = [(tag, found) for tag, found in elements(html) if tag != "use"]
        drawn[role] = (html, without)

    assert len({html for html, _elements in drawn.values()}) == 3
    assert drawn[Role.LIBERAL][1] == drawn[Role.FASCIST][1] == drawn[Role.HITLER][1]


def test_secret_role_is_closed_until_the_viewer_opens_it() -> None:
    view = seen(a_table(7), 6)
    region = next(region for region in view.regions() if region.id == "secret-role")
    root, attributes = elements(html_of(region, STRICT))[0]

    assert root == "details"
    assert "open" not in attributes


def test_names_are_inert_wherever_they_stand() -> None:
    table = PHASES["nominate"]
    players = tuple(replace(player, name="<b id=x>'\"&") for player in people(7))

    for viewer in viewers(table):
        for region in present_table(table.seen_by(viewer), players, FACTS).regions():
            assert "<b id=x>" not in html_of(region, STRICT)


def test_regions_that_stay_the_same_compare_equal() -> None:
    table = a_table(7).nominates(1)
    before = {region.id: region for region in seen(table, 5).regions()}
    table.act(table.seen_by(2).legal_actions[0])
    after = {region.id: region for region in seen(table, 5).regions()}

    changed = {
        name
        for name in after
        if hash(after[name]) != hash(before[name]) or after[name] != before[name]
    }
    assert changed == {"table-state", "phase-aside", "ballot-2"}


def test_an_action_sends_few_bytes() -> None:
    """On average over a game at most 1.7 KB for each client and action."""
    rng = Random(4)
    table = a_table(7)
    shown: dict[tuple[int, str], Region] = {}
    sent = actions = 0
    while table.state.phase is not Phase.GAME_OVER:
        for viewer in range(7):
            for region in seen(table, viewer).regions():
                if shown.get((viewer, region.id)) != region:
                    shown[viewer, region.id] = region
                    sent += len(html_of(region, STRICT).encode()) if actions else 0
        waiting = [
            seat
            for seat in table.actors
            if not (table.state.voted[seat] and len(table.actors) > 1)
        ]
        table.act(rng.choice(table.seen_by(rng.choice(waiting)).legal_actions))
        actions += 1

    assert actions > 30
    assert sent / actions / 7 < 1700


def test_own_parts_are_made_anew_only_when_their_facts_change() -> None:
    same = other = 0
    for seed in range(4):
        last: dict[int | None, tuple[object, object]] = {}

        def compare(_before: object, _action: object, _events: object, after: GameState) -> None:
            nonlocal same, other
            players = people(after.ruleset.players)
            for viewer in (None, *range(len(players))):
                observation = observe(after, viewer)
                facts = own_facts(observation, players, FACTS)
                whole = present_own_table(OwnFacts(observation, players, FACTS))
                if viewer in last and last[viewer][0] == facts:  # noqa: B023
                    # Also when it is made of all that the viewer knows, the votes of others included.
                    assert last[viewer][1] == whole  # noqa: B023
                    same += 1
                else:
                    other += 1
                last[viewer] = facts, whole  # noqa: B023

        play(seed, anew=0.2, watch=compare)
    assert same > other > 100


def test_own_part_made_from_an_earlier_one_is_the_same() -> None:
    kept = shown = 0
    for seed in range(4):
        last: dict[int | None, OwnPart] = {}

        def compare(_before: object, _action: object, _events: object, after: GameState) -> None:
            nonlocal kept, shown
            players = people(after.ruleset.players)
            for viewer in (None, *range(len(players))):
                facts = own_facts(observe(after, viewer), players, FACTS)
                before = last.get(viewer)  # noqa: B023
                view = present_own_table(facts, before)
                assert view == present_own_table(facts)
                if before is not None and viewer is not None:
                    kept += view.own_knowledge is before.view.own_knowledge
                    shown += view.own_knowledge != before.view.own_knowledge
                last[viewer] = OwnPart(facts, view)  # noqa: B023

        play(seed, anew=0.2, watch=compare)
    assert kept > shown > 50


def test_talk_is_the_same_while_its_facts_are() -> None:
    same = other = 0
    for seed in range(4):
        last: list[TalkFacts] = []

        def compare(_before: object, _action: object, _events: object, after: GameState) -> None:
            nonlocal same, other
            players = people(after.ruleset.players)
            facts = talk_facts(observe(after, None), players, (), TalkMode.FREE, "/say/")
            is_same = bool(last) and last[-1] == facts  # noqa: B023
            same, other = same + is_same, other + (not is_same)
            last.append(facts)  # noqa: B023
            for viewer in (None, *range(len(players))):
                observation = observe(after, viewer)
                talk = present_talk(last[-2 if is_same else -1], viewer)  # noqa: B023
                # As from all that the viewer knows.
                assert talk.state == present_talk_state(observation, viewer, TalkMode.FREE)
                offers = present_claim_offers(observation, viewer, players, (), "/say/")
                assert talk.offers == offers

        play(seed, anew=0.2, watch=compare)
    assert same > other > 50


def test_while_own_facts_of_spectators_stay_only_ballots_change_for_all() -> None:
    ballots = 0
    for seed in range(6):
        shown: dict[str, Region] = {}
        last: list[OwnFacts] = []

        def compare(_before: object, _action: object, _events: object, after: GameState) -> None:
            nonlocal ballots
            observation, players = observe(after, None), people(after.ruleset.players)
            facts = own_facts(observation, players, FACTS)
            public = present_public_table(observation, players, FACTS).public_regions()
            if last and last[-1] == facts:  # noqa: B023
                sent = {each.id: each for each in present_ballot_regions(observation, FACTS)}
                shown.update(sent)  # noqa: B023
                ballots += 1
            else:
                shown.update({each.id: each for each in public})  # noqa: B023
            assert shown == {each.id: each for each in public}  # noqa: B023
            last.append(facts)  # noqa: B023

        play(seed, anew=0.2, watch=compare)
    assert ballots > 100
