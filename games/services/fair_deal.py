"""The only writer of sealed deals: drawn with a lobby, given people's shares, and tied to its game at the start.

The seed stays in its row until the game has ended. It is read for a moment at the start, and whenever a deck is renewed.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, TypeVar

from django.db import transaction

from games.engine.events import DrawPileArranged
from games.engine.fair_deal import (
    DEAL_ID_BYTES,
    SEED_BYTES,
    Renewals,
    commitment,
    seat_order,
    share_hash,
)
from games.engine.state import Shuffler
from games.models import DealShare, FairDeal, Game, Lobby, LobbySeat
from games.selectors.fair_deal import key_of_deal, key_of_game
from games.table import GameTable
from games.values.fair_deal import Announced, NoProof, OpenedShare

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyDeal:
    """A sealed deal whose shares are in, and the key that follows."""

    deal: FairDeal
    key: bytes
    order: tuple[int, ...]
    """Who sits at seat 0, 1 and so on: places among those who sit down, in the order in which they joined."""

    def seated(self, joined: Sequence[Player]) -> list[Player]:
        """Return the players by seat."""
        return [joined[place] for place in self.order]


def seal(lobby: Lobby | None = None) -> FairDeal:
    """Draw a new deal, for a lobby in the place of one that was never dealt."""
    if lobby is not None:
        FairDeal.objects.filter(lobby=lobby, game=None).delete()
    deal_id, seed = secrets.token_hex(DEAL_ID_BYTES), secrets.token_bytes(SEED_BYTES)
    return FairDeal.objects.create(
        lobby=lobby,
        deal_id=deal_id,
        commitment=commitment(deal_id, seed).hex(),
        seed=seed.hex(),
    )


@transaction.atomic
def announce_share(*, lobby_id: int, user_id: int, announced: Announced) -> None:
    """Keep the digest of a share that this person's browser has drawn; the last one before the start counts.

    Nothing happens for a person without a seat, for another deal, and once the game is about to begin.
    """
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    if lobby.status != Lobby.Status.OPEN or lobby.opens_until is not None:
        return
    deal = FairDeal.objects.filter(lobby=lobby, deal_id=announced.deal_id).exclude(seed="").first()
    seat = LobbySeat.objects.filter(lobby=lobby, user=user_id).first()
    if deal is not None and seat is not None:
        DealShare.objects.update_or_create(
            lobby_seat=seat,
            defaults={"deal": deal, "share_hash": announced.share_hash, "share": ""},
        )


def has_shares(lobby: Lobby) -> bool:
    """Whether somebody's browser has announced a share."""
    return DealShare.objects.filter(deal__lobby=lobby).exclude(deal__seed="").exists()


def open_share(*, lobby: Lobby, user_id: int, opened: OpenedShare) -> None:
    """Keep the share of this person in a locked lobby; nothing if it does not fit the digest."""
    found = DealShare.objects.filter(
        deal__lobby=lobby, deal__deal_id=opened.deal_id, lobby_seat__user=user_id
    ).first()
    if found is None:
        return
    digest = share_hash(opened.deal_id, bytes.fromhex(opened.share)).hex()
    if digest == found.share_hash:
        found.share = opened.share
        found.save(update_fields=["share"])


def are_all_open(lobby: Lobby) -> bool:
    """Whether every announced share has been opened."""
    return not DealShare.objects.filter(deal__lobby=lobby, share="").exists()


def ready_deal(lobby: Lobby | None, players: int) -> ReadyDeal:
    """Return the deal for so many players, with the shares that have been opened.

    One is drawn now where none was sealed before: for a game night, and for a lobby of an earlier release or one
    that was restored from a backup.
    """
    deal = None if lobby is None else FairDeal.objects.filter(lobby=lobby, game=None).first()
    if deal is None or not deal.seed:
        deal = seal(lobby)
    key = key_of_deal(deal)
    assert key is not None
    return ReadyDeal(deal=deal, key=key, order=seat_order(key, range(players)))


def tie_to_game(ready: ReadyDeal, game: Game) -> None:
    """Keep which game was dealt from it, who joined first, and who sits where."""
    seat_of = {place: seat for seat, place in enumerate(ready.order)}
    ready.deal.game = game
    ready.deal.joined = [seat_of[place] for place in range(len(ready.order))]
    ready.deal.save(update_fields=["game", "joined"])
    if ready.deal.lobby_id is None:
        return
    joined = LobbySeat.objects.filter(lobby=ready.deal.lobby_id).values_list("pk", flat=True)
    places = {pk: place for place, pk in enumerate(joined)}
    for share in ready.deal.shares.all():
        if share.lobby_seat_id is not None:
            share.seat, share.lobby_seat = seat_of[places[share.lobby_seat_id]], None
            share.save(update_fields=["seat", "lobby_seat"])


def leave_without_proof(game: Game, why: NoProof) -> None:
    """Say of a game that its deal cannot be proved; a seed that it had is forgotten."""
    FairDeal.objects.filter(lobby__game=game, game=None).delete()
    deal = FairDeal.objects.filter(game=game).first() or seal()
    deal.game, deal.seed, deal.no_proof = game, "", why.value
    deal.save(update_fields=["game", "seed", "no_proof"])


def hide_seed(deal: FairDeal) -> None:
    """Leave the seed of a game that has not ended out of a row that is about to be copied; nothing is saved."""
    if deal.game is None or deal.game.status == Game.Status.RUNNING:
        deal.seed = ""
        deal.no_proof = deal.no_proof or NoProof.RESTORED


class DealtRenewals:
    """Puts renewed decks of a running game into the order of its deal, which is looked up only then."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._shuffler: Shuffler | None = None

    def shuffle(self, x: list[Any], /) -> None:
        """Put the renewed draw pile into its order, in place; by ordinary chance in a game without a proof."""
        if self._shuffler is None:
            key = key_of_game(self._table.game_id)
            piles = sum(isinstance(event, DrawPileArranged) for event in self._table.log)
            self._shuffler = SystemRandom() if key is None else Renewals(key, piles - 1)
        self._shuffler.shuffle(x)
