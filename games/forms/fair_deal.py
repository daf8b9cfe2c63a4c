"""What a browser sends of its share of a deal: hexadecimal letters, or nothing that counts."""

import re
from collections.abc import Mapping

from games.engine.fair_deal import DEAL_ID_BYTES, SHARE_BYTES
from games.values.fair_deal import Announced, OpenedShare

_DIGEST_BYTES = 32


def parse_announced(fields: Mapping[str, str]) -> Announced | None:
    """Return the digest of a share, as forms to get ready and to start carry it; None without one."""
    deal_id, digest = fields.get("deal", ""), fields.get("share_hash", "")
    if _is_hexadecimal(deal_id, DEAL_ID_BYTES) and _is_hexadecimal(digest, _DIGEST_BYTES):
        return Announced(deal_id=deal_id, share_hash=digest)
    return None


def parse_opened(fields: Mapping[str, str]) -> OpenedShare | None:
    """Return a share; None without one."""
    deal_id, share = fields.get("deal", ""), fields.get("share", "")
    if _is_hexadecimal(deal_id, DEAL_ID_BYTES) and _is_hexadecimal(share, SHARE_BYTES):
        return OpenedShare(deal_id=deal_id, share=share)
    return None


def _is_hexadecimal(text: str, length: int) -> bool:
    return re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text) is not None
