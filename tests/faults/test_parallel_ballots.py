"""Ten seats that send fifty ballots at once from two processes: each ends with one."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from games.engine.events import BallotCast, BallotMarked, BallotsRevealed
from tests.faults._ballots import SEATS
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, migrated
from tests.faults._truth import assert_whole
from tests.running_site import ROOT, manage

PROCESSES, BALLOTS = 2, 50


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FaultySite]:
    with migrated(request.param, tmp_path, DATABASE_POOL_SIZE="30") as site:
        yield site


def run(site: FaultySite, number: int) -> subprocess.Popen[str]:
    """Run a process that votes."""
    wanted = f"from tests.faults._ballots import main; main({number}, {BALLOTS // PROCESSES})"
    return subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", wanted],
        cwd=ROOT, env=site.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def test_fifty_ballots_at_once_are_one(site: FaultySite) -> None:
    rounds = of(2, 200)
    staged = manage(
        "shell", "-v", "0", "-c", f"from tests.faults._ballots import stage; stage({rounds})",
        environment=site.environment,
    )  # fmt: skip
    assert staged.returncode == 0, staged.stderr
    voters = [run(site, number) for number in range(PROCESSES)]
    began = monotonic()
    games = [line.split() for line in staged.stdout.splitlines()]
    assert len(games) == rounds
    for game_id, _code in games:
        for order, answer in ((game_id, "ready"), ("go", "done")):
            for voter in voters:
                assert voter.stdin is not None
                voter.stdin.write(f"{order}\n")
                voter.stdin.flush()
            for voter in voters:
                assert voter.stdout is not None
                assert voter.stdout.readline().strip() == answer
    took = monotonic() - began
    for voter in voters:
        voter.communicate()
        assert voter.returncode == 0
    changes = 0
    for _game_id, code in games:
        events = assert_whole(site.database, code).events
        cast = [event.seat for event in events if isinstance(event, BallotCast)]
        assert sorted(cast) == list(range(SEATS))
        marked = [event for event in events if isinstance(event, BallotMarked)]
        [revealed] = [event for event in events if isinstance(event, BallotsRevealed)]
        # The revealed votes are each seat's last ones.
        last = {event.seat: event.vote for event in marked}
        assert revealed.votes == tuple(last[seat] for seat in range(SEATS))
        changes += len(marked) - SEATS
    report(
        f"{site.database.partition(':')[0]}: {rounds} rounds of {SEATS} x {BALLOTS} ballots at"
        f" once from {PROCESSES} processes, {took / rounds:.2f} s a round, {changes} counted as a"
        " change of mind, one ballot each in the end"
    )
