"""Five people with five browsers and two bots play a game of seven, live, to its end.

At every step each page is compared with what its viewer may know. On the way one player reloads,
one has no network for ten seconds, and one goes on in a second tab.
"""

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.vocabulary import Role
from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.secrecy import (
    check_alike,
    check_frames,
    check_page,
    public_fragments,
    read,
)
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Names that no other test uses on the shared site.
NAMES = ("Anneke", "Bartek", "Consuelo", "Dagmar", "Ettore")
SECONDS_WITHOUT_NETWORK = 10


class Table:
    """The five players, a spectator, and the true state of their game."""

    def __init__(self, site: Site, code: str, people: list[Person], watcher: Person) -> None:
        self.database = site.environment["DATABASE_URL"]
        self.code = code
        self.people = people
        self.watcher = watcher
        self.offline: Person | None = None
        self.random = random.Random(7)

    def truth(self) -> Truth:
        return Truth.read(self.database, self.code)

    def at_rest(self) -> Truth:
        """Return the game once it waits for a person and every connected page is up to date."""
        truth = wait_for(self.truth, lambda truth: truth.waits_for_people)
        for person in (*self.people, self.watcher):
            if person is not self.offline:
                person.waits_for_version(truth.version)
        return truth

    def check(self, truth: Truth) -> None:
        """Check that no page shows more than its viewer may know."""
        watched = read(self.watcher.page)
        check_page(watched, truth, None)
        living: list[dict[str, Any]] = []
        dead: list[dict[str, Any]] = []
        for person in self.people:
            if person is not self.offline:
                seat, found = truth.seat_of(person.name), read(person.page)
                check_page(found, truth, seat)
                (living if truth.state.alive[seat] else dead).append(found)
        check_alike(living, watched)
        check_alike(dead, watched)

    def next_to_act(self, truth: Truth) -> Person:
        waiting = [
            person for person in self.people if truth.seat_of(person.name) in truth.undecided()
        ]
        able = [person for person in waiting if person is not self.offline]
        return self.random.choice(able)

    def acts(self, person: Person, page: Page | None = None) -> None:
        """Click an option, usually one that keeps the game going."""
        options = person.options(page)
        place = self.random.randrange(len(options))
        if ("vote", "true") in options and self.random.random() < 0.75:
            place = options.index(("vote", "true"))
        person.clicks(place, page)


@pytest.fixture
def table(site: Site, invite: Invite) -> Table:
    """Five guests who came in different ways, two bots, and a game that has begun."""
    people = [invite(name) for name in NAMES]
    host, *others = people
    lobby = host.opens_a_lobby(seats=7)
    for place, person in enumerate(others):
        if place % 2:
            person.types_code(lobby)
        else:
            person.follows_link(lobby)
        person.is_ready()
    expect(host.page.locator(".lobby-seat-name")).to_have_text(list(NAMES))
    code = host.starts()
    for person in others:
        assert person.arrives() == code
    watcher = invite("a spectator")
    watcher.page.goto(f"/games/{code}/")
    return Table(site, code, people, watcher)


def test_five_people_play_a_whole_game_and_learn_no_secrets(table: Table) -> None:
    steps, was_away, has_two_tabs = 0, False, False
    while not (truth := table.at_rest()).is_over:
        table.check(truth)
        steps += 1
        person = table.next_to_act(truth)
        if steps == 4:
            person.page.reload()
            person.waits_for_version(truth.version)
            table.check(truth)
        if steps > 8 and not was_away and len(truth.undecided()) > 1:
            loses_network_for_ten_seconds(table, person, truth)
            was_away = True
        elif steps > 12 and not has_two_tabs:
            acts_in_a_second_tab(table, person, truth)
            has_two_tabs = True
        else:
            table.acts(person)
            try:
                wait_for_more(table.truth, than=truth)
            except AssertionError:
                # The page takes no press in the moment in which something moves.
                table.acts(person)
                wait_for_more(table.truth, than=truth)
    assert was_away
    assert has_two_tabs
    check_the_end(table, truth)


def loses_network_for_ten_seconds(table: Table, person: Person, before: Truth) -> None:
    """The others vote meanwhile; the returning player sees it, and votes too."""
    table.offline = person
    person.context.set_offline(True)
    left_at = time.monotonic()
    while len((truth := table.at_rest()).undecided()) > 1:
        table.check(truth)
        table.acts(table.next_to_act(truth))
        wait_for_more(table.truth, than=truth)
    while time.monotonic() < left_at + SECONDS_WITHOUT_NETWORK:
        person.page.wait_for_timeout(500)
    assert person.version() == before.version < truth.version
    person.context.set_offline(False)
    table.offline = None
    table.check(table.at_rest())


def acts_in_a_second_tab(table: Table, person: Person, truth: Truth) -> None:
    """The seat belongs to the person, not to the tab; the first tab is updated."""
    tab = person.context.new_page()
    tab.goto(f"/games/{table.code}/")
    person.waits_for_version(truth.version, tab)
    check_page(read(tab), truth, truth.seat_of(person.name))
    check_alike([read(tab)], read(table.watcher.page))
    table.acts(person, tab)
    after = wait_for_more(table.truth, than=truth)
    person.waits_for_version(after.version)
    tab.close()


def check_the_end(table: Table, truth: Truth) -> None:
    """All roles are open to everybody, and no frame on the way held too much."""
    words = {role: role.value.title() for role in Role}
    expected = [
        (words[role], name)
        for role, name in zip(truth.state.roles, truth.names, strict=True)
        if role is not None
    ]
    # Frames from before the spectator came are public if all five got them, byte by byte.
    before = set.intersection(*(public_fragments(person.frames) for person in table.people))
    public = before | public_fragments(table.watcher.frames)
    for person in (*table.people, table.watcher):
        expect(person.page.locator("#final-reveal-heading")).to_be_visible()
        assert person.page.get_attribute("#table", "data-phase") == "game_over"
        shown = zip(
            person.page.locator("#final-reveal .role-card-role").all_inner_texts(),
            [
                name.strip()
                for name in person.page.locator(
                    "#final-reveal .role-card-player"
                ).all_inner_texts()
            ],
            strict=True,
        )
        # One's own card says so beside the role.
        assert [(role.split(" · ")[0].title(), name) for role, name in shown] == expected
    for person in table.people:
        assert len(person.frames) > len(truth.events) / 4
        check_frames(person.frames, truth, truth.seat_of(person.name), public)
    check_frames(table.watcher.frames, truth, None, public)
