"""The site is killed while browsers open their shares: when it is back, its clock deals."""

import signal
from pathlib import Path

from tests.backends import wait_until
from tests.running_site import running_site

BEGIN = """
from games.engine.fair_deal import share_hash
from games.models import FairDeal
from games.services.fair_deal import announce_share
from games.services.lobby_start import start_with_shares
from games.values.fair_deal import Announced
from tests.games.lobbies import a_full_table, people_of
lobby = a_full_table(5)
deal_id = FairDeal.objects.get(lobby=lobby).deal_id
for person in people_of(lobby)[:2]:
    digest = share_hash(deal_id, bytes(16)).hex()
    announced = Announced(deal_id=deal_id, share_hash=digest)
    announce_share(lobby_id=lobby.pk, user_id=person.pk, announced=announced)
assert start_with_shares(lobby_id=lobby.pk, user=lobby.host) is None
print(lobby.pk)
"""
GAMES = """
from games.models import Game
print(Game.objects.filter(lobby={lobby}).count())
"""


def test_clock_of_the_next_process_deals(tmp_path: Path) -> None:
    with running_site(tmp_path) as killed:
        lobby = killed.runs(BEGIN)
        killed.process.send_signal(signal.SIGKILL)
        killed.process.wait()
        assert killed.runs(GAMES.format(lobby=lobby)) == "0"
    with running_site(tmp_path) as site:
        wait_until(lambda: site.runs(GAMES.format(lobby=lobby)) == "1", site.process)
        # Once, however often it sweeps.
        assert site.runs(GAMES.format(lobby=lobby)) == "1"
        assert "Traceback" not in "".join(site.output)
