"""A whole game by forms and sockets alone: on SQLite in one process, and on PostgreSQL with Redis,
the players of one game on two processes.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.sync.connection import Connection

from tests.browser.conftest import BOTS_ARE_QUICK
from tests.browser.truth import Truth, kept_open, wait_for, wait_for_more
from tests.browser.visitor import Visitor, version_in
from tests.running_site import Site, running_site

NAMES = ("Ada", "Bruno", "Chiara", "Dilip", "Esra")
# The longest wait for another player's action, however the processes hear of it.
UPDATE_SECONDS = 2.0


def seat_everybody(sites: list[Site]) -> tuple[list[Visitor], str]:
    """Seat five people, each at one of the processes, and two bots at a table that has begun."""
    people = [Visitor(sites[place % len(sites)].url, name) for place, name in enumerate(NAMES)]
    host, *others = people
    host.opens("/lobbies/new/")
    (form,) = host.page.select("main form[method=post]")
    filled = {"guest-name": host.name, "name": "Over HTTP", "most_players": "7", "pace": "talk"}
    host.submits(form, filled)
    lobby = host.code
    for person in others:
        person.opens(f"/j/{lobby}/")
        (form,) = person.form_of("join/")
        person.submits(form, {"guest-name": person.name})
        person.clicks("ready")
    host.opens(f"/lobbies/{lobby}/")
    host.clicks("fill-with-bots")
    host.clicks("start-game")
    for person in others:
        person.opens(f"/games/{host.code}/")
    return people, host.code


def hears(socket: Connection, version: int) -> float:
    """Read frames until the table is as new as this; return the seconds it took."""
    started = time.monotonic()
    while version_in(socket.recv(timeout=UPDATE_SECONDS * 5)) < version:
        pass
    return time.monotonic() - started


def plays_to_the_end(people: list[Visitor], database: str, code: str) -> float:
    """Let everybody decide by posting forms; return the longest wait for an update."""
    chance, slowest = Random(3), 0.0

    def read() -> Truth:
        return Truth.read(database, code)

    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket()) for person in people]
        heard = [hears(socket, 1) and 0 for socket in sockets]
        while not (truth := wait_for(read, lambda now: now.waits_for_people)).is_over:
            actor = chance.choice(
                [p for p in people if truth.seat_of(p.name) in truth.undecided()]
            )
            actor.opens(f"/games/{code}/")
            answers = actor.page.select("#decision form[data-action] button")
            ja = [
                each for each in answers if (each.get("name"), each.get("value")) == ("ja", "true")
            ]
            pressed = chance.choice(ja if ja and chance.random() < 0.8 else answers)
            form = pressed.find_parent("form")
            assert form is not None
            actor.submits(form, button=pressed)
            after = wait_for_more(read, than=truth)
            started = time.monotonic()
            for place, socket in enumerate(sockets):
                if heard[place] < after.version:
                    hears(socket, after.version)
                    heard[place] = after.version
            slowest = max(slowest, time.monotonic() - started)
    return slowest


def public_part(person: Visitor) -> dict[str, str]:
    """Return what everybody sees of a finished game."""
    regions = person.page.select(
        "[id^=seat-], [id^=ballot-], .policy-track, #piles, .role-card-picture, .role-card-player"
    )
    return {str(place): str(region) for place, region in enumerate(regions)}


def check_whole_game(sites: list[Site], database: str) -> None:
    people, code = seat_everybody(sites)
    with kept_open(database):
        slowest = plays_to_the_end(people, database, code)
    assert slowest < UPDATE_SECONDS
    truth = Truth.read(database, code)
    for person in people:
        person.opens(f"/games/{code}/")
        (table,) = person.page.select("#table")
        assert table["data-phase"] == "game_over"
        assert table["data-version"] == str(truth.version)
        shown = [each.get_text() for each in person.page.select("#final-reveal .role-card-role")]
        # The own card says so beside the role.
        said = [each.lower().split("·") for each in shown]
        assert [role.strip() for role, *_own in said] == [
            role.value for role in truth.state.roles if role
        ]
        assert [place for place, parts in enumerate(said) if len(parts) > 1] == [
            truth.seat_of(person.name)
        ]
        for part in person.page.select("#secret-role"):
            part.decompose()
    first, *others = (public_part(person) for person in people)
    assert len(first) > len(truth.names) * 3
    for other in others:
        assert other == first
    assert all("Traceback" not in "".join(site.output) for site in sites)


def test_whole_game_on_sqlite_in_one_process(tmp_path: Path) -> None:
    with running_site(tmp_path, **BOTS_ARE_QUICK) as site:
        check_whole_game([site], site.environment["DATABASE_URL"])


@pytest.fixture
def two_processes(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[list[Site]]:
    """Two processes of one site."""
    shared = {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "REDIS_PREFIX": "two-processes",
    }
    with (
        running_site(tmp_path, **shared, **BOTS_ARE_QUICK) as one,
        running_site(tmp_path, **shared, **BOTS_ARE_QUICK) as other,
    ):
        yield [one, other]


@pytest.mark.postgres
@pytest.mark.redis
def test_whole_game_on_two_processes(two_processes: list[Site], postgres_url: str) -> None:
    check_whole_game(two_processes, postgres_url)
