"""Reads of provable deals: the key of a running game for its services, and what pages may know.

A seed leaves this module only for the services, and for pages once its game has ended.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.fair_deal import key_of
from games.models import DealShare, FairDeal
from games.records.fair_deal import PartsOfDeal, chain, fingerprint, record_part
from games.selectors.game import load_table
from games.values.fair_deal import LobbyDeal, NoProof, PublicDeal, SeatShare


def lobby_deal(lobby_id: int, *, is_opening: bool) -> LobbyDeal | None:
    """Return what a lobby shows of its deal; one query. None for a lobby from before there were any."""
    rows = list(
        FairDeal.objects.filter(lobby=lobby_id, game=None)
        .exclude(seed="")
        .order_by("shares__pk")
        .values_list("deal_id", "commitment", "shares__lobby_seat", "shares__share_hash")
    )
    if not rows:
        return None
    deal_id, commitment, _seat, _hash = rows[0]
    hashes = tuple((seat, share_hash) for _id, _c, seat, share_hash in rows if seat is not None)
    return LobbyDeal(deal_id=deal_id, commitment=commitment, hashes=hashes, is_opening=is_opening)


def key_of_deal(deal: FairDeal) -> bytes | None:
    """Return the key of a deal from its seed and the shares opened so far; None for one without a seed."""
    if not deal.seed:
        return None
    opened = deal.shares.exclude(share="").values_list("share", flat=True)
    return key_of(
        deal.deal_id, bytes.fromhex(deal.seed), [bytes.fromhex(share) for share in opened]
    )


def key_of_game(game_id: int) -> bytes | None:
    """Return the key of a game's deal; None for a game whose deal cannot be proved."""
    deal = FairDeal.objects.filter(game=game_id).first()
    return None if deal is None else key_of_deal(deal)


def public_deal(game_id: int) -> PublicDeal | None:
    """Return what everybody at a table may know of its deal now. None for a game from before there were any.

    Raises Game.DoesNotExist.
    """
    table = load_table(game_id)
    deal = FairDeal.objects.filter(game=game_id).first()
    if deal is None:
        return None
    is_ended = table.is_over or table.is_abandoned
    shares = _shares(deal)
    parts = _parts(deal, shares)
    links = () if parts is None else tuple(chain(parts, table.log))
    return PublicDeal(
        deal_id=deal.deal_id,
        commitment=deal.commitment,
        no_proof=NoProof(deal.no_proof),
        shares=shares
        if is_ended
        else tuple(
            SeatShare(seat=each.seat, share_hash=each.share_hash, share="") for each in shares
        ),
        added_nothing=_without(shares, len(table.occupants)),
        fingerprint=fingerprint(links[-1]) if links else "",
        seed=deal.seed if is_ended else "",
        is_opened=is_ended and parts is not None,
    )


def opened_deal(game_id: int) -> dict[str, Any] | None:
    """Return what a record holds of a deal whose game has ended; None while it runs, and without a proof."""
    table = load_table(game_id)
    if not (table.is_over or table.is_abandoned):
        return None
    deal = FairDeal.objects.filter(game=game_id).first()
    parts = None if deal is None else _parts(deal, _shares(deal))
    return None if parts is None else record_part(parts, table.log)


def _shares(deal: FairDeal) -> tuple[SeatShare, ...]:
    rows = DealShare.objects.filter(deal=deal).exclude(seat=None).order_by("seat")
    return tuple(
        SeatShare(seat=seat or 0, share_hash=share_hash, share=share)
        for seat, share_hash, share in rows.values_list("seat", "share_hash", "share")
    )


def _without(shares: Sequence[SeatShare], players: int) -> tuple[int, ...]:
    opened = {each.seat for each in shares if each.share}
    return tuple(seat for seat in range(players) if seat not in opened)


def _parts(deal: FairDeal, shares: Sequence[SeatShare]) -> PartsOfDeal | None:
    if not deal.seed:
        return None
    return PartsOfDeal(
        deal_id=deal.deal_id,
        commitment=deal.commitment,
        seed=deal.seed,
        shares=tuple((each.seat, each.share_hash, each.share) for each in shares),
        joined=tuple(deal.joined),
    )
