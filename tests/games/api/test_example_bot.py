"""The example that the page of the interface offers: five of it and two people finish games."""

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from tests.faults._scale import of
from tests.running_site import ROOT, Site, running_site

BOT = ROOT / "static" / "api" / "example_bot.py"
PROGRAMS = 5
PATIENCE_SECONDS = 240

OPEN = """
from games.api.bot_accounts import become_bot
from games.api.scopes import TokenScope
from games.api.tokens import make_token
from games.services.lobby import create_lobby
from games.services.lobby_seats import join_lobby
from games.values.lobby import LobbySettings
from games.values.timing import Pace
from tests.factories import a_person
people = [a_person(is_guest=False) for _ in range(7)]
for each in people[:5]:
    become_bot(user=each)
settings = LobbySettings(name="Programs", is_public=False, most_players=7, fewest_players=7, pace=Pace.NONE)
lobby = create_lobby(user=people[5], settings=settings)
join_lobby(lobby_id=lobby.pk, user=people[6])
scopes = [TokenScope.BOT_PLAY]
print(lobby.code, *(make_token(user=each, name="bot", scopes=scopes) for each in people[:5]))
"""
START = """
from games.services.lobby_seats import note_here, set_ready
from games.services.lobby_start import start_lobby_game
note_here(lobby_id=lobby.pk, people=[each.pk for each in people])
seats = list(lobby.seats.all())
if len(seats) == 7 and sum(each.is_ready for each in seats) == 5:
    for each in people[5:]:
        set_ready(lobby_id=lobby.pk, user=each, is_ready=True)
    game = start_lobby_game(lobby_id=lobby.pk, user=people[5])
    print("begun")
else:
    print("waits")
"""
PLAY = """
from random import Random
from games.engine import legal_actions
from games.selectors.game import load_table
from tests.factories import play
table = load_table(game.pk)
for seat in table.undecided():
    if not table.is_over and table.occupants[seat].user_id in {each.pk for each in people[5:]}:
        play(game, Random().choice(legal_actions(table.state, seat)))
        table = load_table(game.pk)
print(table.state.victory.value if table.is_over else "runs")
"""


def until(site: Site, code: str, answers: set[str]) -> str:
    """Run this until it prints another answer; return that."""
    end = monotonic() + PATIENCE_SECONDS
    while (answer := site.runs(code)) in answers:
        assert monotonic() < end, "".join(site.output)[-2000:]
        sleep(0.05)
    return answer


def test_example_is_short_enough_to_read() -> None:
    assert len(BOT.read_text().splitlines()) <= 80


def test_five_programs_and_two_people_finish_games(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        for _game in range(of(short=1, long=20)):
            code, *tokens = site.runs(OPEN).split()
            programs = [
                subprocess.Popen(
                    [sys.executable, str(BOT), site.url, token, code],
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                )
                for token in tokens
            ]  # fmt: skip
            try:
                until(site, START, {"waits"})
                victory = until(site, PLAY, {"runs"})
                printed = [each.communicate(timeout=30)[0].strip() for each in programs]
            finally:
                for each in programs:
                    each.kill()
                    each.wait()
            assert printed == [victory] * PROGRAMS
