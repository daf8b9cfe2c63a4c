"""Table talk: who may speak and who hears, and what players may make claims about.

Covers R-053 (the silence of the government), R-100 (claims), R-102 (the dead and the living) and
R-103 (no channel between fascists). Works on public facts only, so an Observation is enough and
every viewer gets the same answers. selectors.chat.is_admitted decides whether a spectator takes
part in the spectators' talk; callers pass the answer, which is no by default.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Protocol

from games.engine.state import RoundRecord
from games.engine.vocabulary import (
    Channel,
    ClaimKind,
    Party,
    Phase,
    Policy,
    PresidentialPower,
    SeatNumber,
    Veto,
)

SILENT_PHASES = frozenset({Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT, Phase.VETO_ANSWER})
"""From the draw until the policy is face up or the veto is settled (R-053)."""


class Speakers(Protocol):
    """The public facts on which it depends who speaks and who hears."""

    @property
    def phase(self) -> Phase: ...
    @property
    def president(self) -> SeatNumber | None: ...
    @property
    def chancellor(self) -> SeatNumber | None: ...
    @property
    def alive(self) -> tuple[bool, ...]: ...


class PublicTable(Speakers, Protocol):
    """The public facts that talk depends on; a GameState and every Observation have them."""

    @property
    def current_round(self) -> RoundRecord | None: ...
    @property
    def past_rounds(self) -> tuple[RoundRecord, ...]: ...


class Silence(StrEnum):
    """The reasons why a person may not speak now."""

    PRESIDENT = "president"
    CHANCELLOR = "chancellor"
    NOT_ADMITTED = "not_admitted"
    """A spectator who may be a player with a second window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkAudience:
    """Who speaks and who hears on one channel; spectators are viewers without a seat."""

    speaking_seats: frozenset[SeatNumber]
    hearing_seats: frozenset[SeatNumber]
    spectators_speak: bool
    spectators_hear: bool
    is_public: bool
    """Whether "spectators" means all of them, not only those admitted to their talk."""

    def may_speak(self, seat: SeatNumber | None, *, is_admitted: bool = False) -> bool:
        """Whether this seat, or a spectator (None), speaks here."""
        if seat is None:
            return self.spectators_speak and (is_admitted or self.is_public)
        return seat in self.speaking_seats

    def may_hear(self, seat: SeatNumber | None, *, is_admitted: bool = False) -> bool:
        """Whether this seat, or a spectator (None), hears what is said here."""
        if seat is None:
            return self.spectators_hear and (is_admitted or self.is_public)
        return seat in self.hearing_seats


def audience_for(channel: Channel, table: Speakers) -> TalkAudience:
    """Return who may speak and who hears on this channel now.

    After the end all channels are open to all, and everybody speaks at the table.
    """
    silent = table.phase in SILENT_PHASES
    return _audience(
        channel,
        table.phase is Phase.GAME_OVER,
        table.alive,
        table.president if silent else None,
        table.chancellor if silent else None,
    )


# Cached: every viewer gets the same answer.
@lru_cache(maxsize=1024)
def _audience(
    channel: Channel,
    is_over: bool,
    alive: tuple[bool, ...],
    silent_president: SeatNumber | None,
    silent_chancellor: SeatNumber | None,
) -> TalkAudience:
    everybody = frozenset(range(len(alive)))
    if is_over:
        at_table = channel is Channel.TABLE
        return TalkAudience(
            speaking_seats=everybody if at_table else frozenset(),
            hearing_seats=everybody,
            spectators_speak=at_table,
            spectators_hear=True,
            is_public=True,
        )
    living = frozenset(seat for seat in everybody if alive[seat])
    match channel:
        case Channel.TABLE:
            speaking = living - {silent_president, silent_chancellor}
            hearing, spectators_speak = everybody, False
        case Channel.DEAD:
            speaking = hearing = everybody - living
            spectators_speak = False
        case Channel.SPECTATORS:
            speaking = hearing = frozenset[SeatNumber]()
            spectators_speak = True
    return TalkAudience(
        speaking_seats=speaking,
        hearing_seats=hearing,
        spectators_speak=spectators_speak,
        spectators_hear=True,
        is_public=channel is Channel.TABLE,
    )


def silence_of(
    seat: SeatNumber | None, table: Speakers, *, is_admitted: bool = False
) -> Silence | None:
    """Return why this seat, or a spectator (None), may not speak now; None if it may (R-053, R-102)."""
    if seat is None:
        is_open = is_admitted or table.phase is Phase.GAME_OVER
        return None if is_open else Silence.NOT_ADMITTED
    if table.phase not in SILENT_PHASES:
        return None
    if seat == table.president:
        return Silence.PRESIDENT
    return Silence.CHANCELLOR if seat == table.chancellor else None


def channel_of(seat: SeatNumber | None, table: Speakers) -> Channel:
    """Return the one channel on which this seat, or a spectator (None), may speak now."""
    if table.phase is Phase.GAME_OVER:
        return Channel.TABLE
    if seat is None:
        return Channel.SPECTATORS
    return Channel.TABLE if table.alive[seat] else Channel.DEAD


def heard_by(
    seat: SeatNumber | None, table: Speakers, *, is_admitted: bool = False
) -> frozenset[Channel]:
    """Return the channels that this seat, or a spectator (None), hears."""
    return frozenset(
        each
        for each in Channel
        if audience_for(each, table).may_hear(seat, is_admitted=is_admitted)
    )


# Claims


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimableAct:
    """An act whose result only its player knows."""

    round: int
    kind: ClaimKind
    seat: SeatNumber
    target: SeatNumber | None = None
    """The player whose party membership was seen."""


NO_COMMENT = ""
"""The content of a claim that says nothing; the same for every kind of act."""


def _hands(size: int) -> tuple[str, ...]:
    letters = Policy.LIBERAL.value, Policy.FASCIST.value
    return tuple(letters[0] * (size - count) + letters[1] * count for count in range(size + 1))


CLAIMABLE_CONTENTS: dict[ClaimKind, tuple[str, ...]] = {
    ClaimKind.DREW: _hands(3),
    ClaimKind.RECEIVED: _hands(2),
    ClaimKind.INVESTIGATED: (Party.LIBERAL.value, Party.FASCIST.value),
    ClaimKind.PEEKED: tuple("".join(each) for each in product("LF", repeat=3)),
}
"""Everything a player may say of an act: always all of it, in this order, whatever is true (R-100)."""


def claimable_acts(seat: SeatNumber | None, table: PublicTable) -> tuple[ClaimableAct, ...]:
    """Return the acts of this seat that it may make claims about now, the newest first.

    Empty for seats that may make no claims.
    """
    found = acts(table, seat) if may_claim(seat, table) else ()
    return tuple(act for act in found if act.seat == seat)


def may_claim(seat: SeatNumber | None, table: Speakers) -> bool:
    """Whether this seat may make claims now: not spectators, the dead, a silent government, or after the end."""
    if seat is None or table.phase is Phase.GAME_OVER:
        return False
    return audience_for(Channel.TABLE, table).may_speak(seat)


def acts(table: PublicTable, officer: SeatNumber | None = None) -> Iterator[ClaimableAct]:
    """Return every act at this table whose result only one player knows, the newest first.

    Of rounds in which this seat was President or Chancellor, if one is named.
    """
    current = table.current_round
    for record in reversed(
        table.past_rounds if current is None else (*table.past_rounds, current)
    ):
        if officer is None or officer in (record.president, record.chancellor):
            peek_is_due = record is current and table.phase is Phase.PEEK
            yield from _acts_in(record, peek_is_due=peek_is_due)


def _acts_in(record: RoundRecord, *, peek_is_due: bool) -> Iterator[ClaimableAct]:
    if record.power is PresidentialPower.INVESTIGATE_LOYALTY and record.target is not None:
        yield ClaimableAct(
            round=record.round,
            kind=ClaimKind.INVESTIGATED,
            seat=record.president,
            target=record.target,
        )
    if record.power is PresidentialPower.POLICY_PEEK and not peek_is_due:
        yield ClaimableAct(round=record.round, kind=ClaimKind.PEEKED, seat=record.president)
    is_settled = record.enacted is not None or record.veto is Veto.GRANTED
    if is_settled and record.chancellor is not None:
        yield ClaimableAct(round=record.round, kind=ClaimKind.RECEIVED, seat=record.chancellor)
        yield ClaimableAct(round=record.round, kind=ClaimKind.DREW, seat=record.president)
