"""What happened in the position of a lesson or a riddle: each government with its result, and what was said of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.events import Event, Told
from games.engine.observation import Observation
from games.engine.vocabulary import ClaimKind
from games.presenters.players import Player
from games.presenters.table.claims import ClaimView, present_claim_slots, slot_id
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.rounds import OPEN_ROUNDS, RoundHeadView, RoundView, present_log_view
from games.values.chat import ClaimValue


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldClaim:
    """A claim beside its government."""

    name: str
    face: str
    kind: ClaimKind
    claim: ClaimView

    @property
    def symbol(self) -> str:
        """What was claimed about, as a drawing."""
        return _SYMBOLS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRound:
    """One round."""

    number: int
    head: RoundHeadView
    """Without the vote, which a riddle does not tell."""
    is_rejected: bool
    lines: tuple[LogLine, ...]
    claims: tuple[ToldClaim, ...]
    is_open: bool


_SYMBOLS = {
    ClaimKind.DREW: "president",
    ClaimKind.RECEIVED: "chancellor",
    ClaimKind.PEEKED: "power-peek",
    ClaimKind.INVESTIGATED: "power-investigate",
}
_DRAWN = frozenset({"liberal", "fascist", "chaos", "tracker", "voted"})
"""Lines that say what the head of a round shows in a drawing, and how its vote went."""


def told_rounds(
    seen: Observation,
    told: Iterable[Event],
    claims: Iterable[ClaimValue],
    players: tuple[Player, ...],
    *,
    besides: frozenset[str] = frozenset(),
) -> tuple[ToldRound, ...]:
    """Return the rounds with a nomination in order; open are the last two, and each in which this seat saw something.

    Lines of the kinds in `besides` are left out.
    """
    lines = present_log(Told(tuple(told)), players, seen.viewer)
    said = tuple(claims)
    log = present_log_view(seen, lines, players, "")
    begun = [each for each in log.rounds if each.head.chancellor]
    return tuple(
        _told_round(each, said, players, _DRAWN | besides, is_late=each in begun[-OPEN_ROUNDS:])
        for each in begun
    )


def _told_round(
    shown: RoundView,
    claims: tuple[ClaimValue, ...],
    players: tuple[Player, ...],
    hidden: frozenset[str],
    *,
    is_late: bool,
) -> ToldRound:
    lines = tuple(line for line in shown.lines if line.kind not in hidden)
    return ToldRound(
        number=shown.number,
        head=replace(shown.head, outcome=""),
        is_rejected=shown.head.outcome == "rejected",
        lines=lines,
        claims=tuple(
            present_told_claim(claim, players) for claim in claims if claim.round == shown.number
        ),
        is_open=is_late or any(line.private for line in lines),
    )


def present_told_claim(claim: ClaimValue, players: tuple[Player, ...]) -> ToldClaim:
    """Return a claim with whose it is."""
    (view,) = present_claim_slots((claim,), players)[slot_id(claim.round)].claims
    player = players[claim.seat]
    return ToldClaim(name=player.name, face=player.face, kind=claim.kind, claim=view)
