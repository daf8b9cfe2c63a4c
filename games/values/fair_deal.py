"""Plain values about provable deals: what a lobby shows of its deal, and what is known of a game's."""

from dataclasses import dataclass
from enum import StrEnum

OPENING_SECONDS = 2.5
"""So long the start waits for shares; with the clock's own pause nobody waits more than three seconds."""


class NoProof(StrEnum):
    """Why a deal cannot be proved."""

    NONE = ""
    CHOSEN_ROLE = "chosen_role"
    """In practice somebody chose a role."""
    PLAYED_TWICE = "played_twice"
    """Practice that goes on in another game, or began in one."""
    RESTORED = "restored"
    """The site was restored from a backup, which leaves the seed out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyDeal:
    """What everybody in a lobby may know of its deal."""

    deal_id: str
    commitment: str
    hashes: tuple[tuple[int, str], ...] = ()
    """Lobby seats and the digests of their shares."""
    is_opening: bool = False
    """Whether the game is about to be dealt, and browsers open their shares."""

    def hash_of(self, lobby_seat: int) -> str:
        """Return the digest of this seat's share; empty without one."""
        return dict(self.hashes).get(lobby_seat, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShare:
    """What one seat added to a deal."""

    seat: int
    share_hash: str
    share: str
    """Empty if it was never opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDeal:
    """What everybody at a table may know of its deal while the game runs."""

    deal_id: str
    commitment: str
    no_proof: NoProof
    shares: tuple[SeatShare, ...]
    """Opened shares are shown after the end only."""
    added_nothing: tuple[int, ...]
    """Seats without an opened share."""
    fingerprint: str
    """Empty for a deal that cannot be proved."""
    seed: str
    """Empty before the end."""
    is_opened: bool
    """Whether the game has ended, and its record holds all that it takes to check the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What a browser says before the start: the digest of its share of this deal."""

    deal_id: str
    share_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedShare:
    """What a browser says at the start: its share of this deal."""

    deal_id: str
    share: str
