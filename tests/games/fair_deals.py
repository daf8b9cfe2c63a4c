"""Provable deals for tests: browsers that add shares, and finished games dealt from them."""

import secrets
from datetime import timedelta
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.events import DrawPileArranged
from games.engine.fair_deal import share_hash
from games.models import FairDeal, Game, Lobby
from games.selectors.game import load_table
from games.services import lobby_start
from games.values.fair_deal import OPENING_SECONDS
from tests.factories import play_at_random
from tests.games.lobbies import a_full_table, people_of
from tests.games.visits import browser


class Browser:
    """One person's browser in a lobby, with the share it has drawn."""

    def __init__(self, lobby: Lobby, user: User) -> None:
        self.lobby, self.user = lobby, user
        self.deal_id = FairDeal.objects.get(lobby=lobby).deal_id
        self.share = secrets.token_bytes(16)
        self.digest = share_hash(self.deal_id, self.share).hex()
        self.client = browser(user)

    def post(self, act: str, **fields: str) -> int:
        return self.client.post(f"/lobbies/{self.lobby.code}/{act}/", fields).status_code

    def announce(self) -> None:
        assert self.post("share", deal=self.deal_id, share_hash=self.digest) == 204

    def open(self, share: bytes | None = None) -> None:
        assert self.post("share", deal=self.deal_id, share=(share or self.share).hex()) == 204


def browsers_of(lobby: Lobby, count: int) -> list[Browser]:
    found = [Browser(lobby, person) for person in people_of(lobby)[:count]]
    for each in found:
        each.announce()
    return found


def game_of(lobby: Lobby) -> Game | None:
    return Game.objects.filter(lobby=lobby).first()


def begin(lobby: Lobby) -> None:
    host = Browser(lobby, lobby.host)
    assert host.post("start") == 302


def a_provable_game(
    *, seed: int = 1, renewals: int = 0, players: int = 5, board: str = "standard"
) -> Game:
    """A finished game with two opened shares and one that was never opened; its deck was renewed so often at least."""
    for attempt in range(100):
        lobby = a_full_table(players)
        if board != "standard":
            lobby.board, lobby.fewest_players, lobby.most_players = board, players, players
            lobby.save()
        found = browsers_of(lobby, 3)
        begin(lobby)
        found[0].open()
        found[1].open()
        lobby_start.deal_without_waiting(timezone.now() + timedelta(seconds=OPENING_SECONDS))
        game = game_of(lobby)
        assert game is not None
        play_at_random(game, Random(seed + attempt))
        piles = [each for each in load_table(game.pk).log if isinstance(each, DrawPileArranged)]
        if len(piles) > renewals:
            return game
    raise AssertionError("no game was long enough")


def record_at(game: Game) -> dict[str, Any]:
    answer = Client().get(f"/games/{game.code}/record.json")
    assert answer.status_code == 200
    record: dict[str, Any] = answer.json()
    return record
