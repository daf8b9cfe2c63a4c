"""Provable deals for pages: a running game to which two browsers added, and one that is over."""

from random import Random

from games.engine.fair_deal import share_hash
from games.models import FairDeal, Game
from games.services.fair_deal import announce_share
from games.services.lobby_start import open_share, start_with_shares
from games.values.fair_deal import Announced, OpenedShare
from tests.factories import play_at_random
from tests.games.lobbies import a_full_table, people_of


def provable_games() -> dict[str, str]:
    """The codes of both."""
    running, over = _a_provable_game(), _a_provable_game()
    play_at_random(running, Random(1), until=lambda table: table.version > 60)
    play_at_random(over, Random(1))
    return {"running": running.code, "over": over.code}


def _a_provable_game() -> Game:
    lobby = a_full_table(5)
    deal_id, share = FairDeal.objects.get(lobby=lobby).deal_id, bytes(16)
    people = people_of(lobby)[:2]
    for person in people:
        announced = Announced(deal_id=deal_id, share_hash=share_hash(deal_id, share).hex())
        announce_share(lobby_id=lobby.pk, user_id=person.pk, announced=announced)
    start_with_shares(lobby_id=lobby.pk, user=lobby.host)
    for person in people:
        opened = OpenedShare(deal_id=deal_id, share=share.hex())
        open_share(lobby_id=lobby.pk, user_id=person.pk, opened=opened)
    return Game.objects.get(lobby=lobby)
