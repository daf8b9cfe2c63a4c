"""Hearing: what others said, as evidence, with the trust that each speaker has earned.

People and bots are heard alike: claims, and ready-made sentences about a player. Free text is not read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.engine.vocabulary import Channel, ClaimKind, Party, Policy, SeatNumber
from games.values.chat import ClaimValue, SaidLine, SaidLines

FIRST_TRUST = 0.4
"""How much a speaker's word counts before anything spoke for it or against it, from 0 to 1."""
MOST_TRUST = 0.9
BORNE_OUT = 0.12
"""What trust gains by a claim that the listener knows to be true; half of it by one that another claim confirms."""
CONTRADICTED = 0.75
"""What is left of the trust in each of two people whose claims contradict each other."""
CAUGHT = 0.15
"""What is left of it after a claim that the listener knows to be untrue."""

AGAINST = frozenset({"distrust", "fascist", "hitler", "lying", "do_not_nominate", "execute"})
IN_FAVOUR = frozenset({"trust", "liberal", "truthful", "not_hitler", "nominate", "spare"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionTold:
    """What a session's government claims: the Liberals drawn and received, and the trust in either word."""

    drew: int | None = None
    received: int | None = None
    trust: tuple[float, float] = (FIRST_TRUST, FIRST_TRUST)


UNTOLD = SessionTold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What one player says of another: an accusation or a defence, or the result of an investigation."""

    speaker: SeatNumber
    about: SeatNumber
    against: bool
    investigated: bool
    trust: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkHeard:
    """All that was said, as one listener takes it."""

    sessions: Mapping[int, SessionTold]
    opinions: tuple[Opinion, ...]


SILENCE = TalkHeard(sessions={}, opinions=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a listener can check the words of others by."""

    hands: Mapping[tuple[int, ClaimKind], int]
    """The Liberals in hands that the listener saw."""
    parties: tuple[Party | None, ...]
    """By seat."""


def hear(said: SaidLines, known: Known, *, everybody_alike: bool = False) -> TalkHeard:
    """Return what was said as a listener takes it who knows this.

    `everybody_alike`: for a listener who never asks who deserves trust.
    """
    lines = tuple(_at_the_table(said))
    if not lines:
        return SILENCE
    claims = latest_claims(lines)
    seats = range(len(known.parties))
    trust = dict.fromkeys(seats, FIRST_TRUST) if everybody_alike else _earned(seats, claims, known)
    return TalkHeard(
        sessions=_sessions(claims, trust), opinions=tuple(_opinions(lines, claims, trust))
    )


def _at_the_table(said: SaidLines) -> Iterator[SaidLine]:
    return (line for line in said if line.channel is Channel.TABLE and line.seat is not None)


def latest_claims(lines: SaidLines) -> dict[tuple[int, ClaimKind], ClaimValue]:
    """Return the last claim about each act; whoever says nothing of it has made none."""
    claims = {
        (line.claim.round, line.claim.kind): line.claim for line in lines if line.claim is not None
    }
    return {act: claim for act, claim in claims.items() if claim.content}


def _liberals_claimed(claim: ClaimValue | None) -> int | None:
    """Return how many Liberals this claim tells of."""
    return None if claim is None else claim.content.count(Policy.LIBERAL.value)


def contradictions(
    claims: Mapping[tuple[int, ClaimKind], ClaimValue],
) -> Iterator[tuple[ClaimValue, ClaimValue]]:
    """Each pair of claims of one round in which a Liberal disappeared between President and Chancellor.

    An honest President never discards a Liberal policy while there is a Fascist one.
    """
    for drew, received in _pairs(claims):
        if not _agree(drew, received):
            yield drew, received


def _pairs(
    claims: Mapping[tuple[int, ClaimKind], ClaimValue],
) -> Iterator[tuple[ClaimValue, ClaimValue]]:
    for (round_, kind), received in claims.items():
        drew = claims.get((round_, ClaimKind.DREW))
        if kind is ClaimKind.RECEIVED and drew is not None:
            yield drew, received


def _agree(drew: ClaimValue, received: ClaimValue) -> bool:
    return min(drew.content.count(Policy.LIBERAL.value), 2) == _liberals_claimed(received)


def _earned(
    seats: Iterable[SeatNumber],
    claims: Mapping[tuple[int, ClaimKind], ClaimValue],
    known: Known,
) -> dict[SeatNumber, float]:
    """Return the trust that each speaker has earned with the listener."""
    trust = dict.fromkeys(seats, FIRST_TRUST)
    for drew, received in _pairs(claims):
        agree = _agree(drew, received)
        for speaker in (drew.seat, received.seat):
            trust[speaker] = _moved(trust[speaker], agree, BORNE_OUT / 2, CONTRADICTED)
    for act, claim in claims.items():
        is_true = _is_true(claim, known, known.hands.get(act))
        if is_true is not None:
            trust[claim.seat] = _moved(trust[claim.seat], is_true, BORNE_OUT, CAUGHT)
    return {seat: round(min(MOST_TRUST, earned), 1) for seat, earned in trust.items()}


def _moved(trust: float, is_good: bool, gain: float, rest: float) -> float:
    """Return a trust after something that spoke for the speaker or against."""
    return trust + gain if is_good else trust * rest


def _is_true(claim: ClaimValue, known: Known, hand: int | None) -> bool | None:
    """Whether the listener knows this claim to be true; None without knowledge."""
    if claim.kind is ClaimKind.INVESTIGATED and claim.target is not None:
        party = known.parties[claim.target]
        return None if party is None else claim.content == party.value
    if claim.kind is ClaimKind.PEEKED or hand is None:
        return None
    return _liberals_claimed(claim) == hand


def _sessions(
    claims: Mapping[tuple[int, ClaimKind], ClaimValue], trust: Mapping[SeatNumber, float]
) -> dict[int, SessionTold]:
    told = {}
    for round_ in {round_ for round_, _kind in claims}:
        drew = claims.get((round_, ClaimKind.DREW))
        received = claims.get((round_, ClaimKind.RECEIVED))
        if drew is not None or received is not None:
            told[round_] = SessionTold(
                drew=_liberals_claimed(drew),
                received=_liberals_claimed(received),
                trust=(
                    FIRST_TRUST if drew is None else trust[drew.seat],
                    FIRST_TRUST if received is None else trust[received.seat],
                ),
            )
    return told


def _opinions(
    lines: SaidLines,
    claims: Mapping[tuple[int, ClaimKind], ClaimValue],
    trust: Mapping[SeatNumber, float],
) -> Iterator[Opinion]:
    """What each player says last about each other one, and all investigations."""
    spoken: dict[tuple[SeatNumber, SeatNumber], bool] = {}
    for line in lines:
        if line.seat is None or line.about is None or line.about == line.seat:
            continue
        if line.phrase in AGAINST or line.phrase in IN_FAVOUR:
            spoken[line.seat, line.about] = line.phrase in AGAINST
    for (speaker, about), against in spoken.items():
        yield Opinion(
            speaker=speaker, about=about, against=against, investigated=False, trust=trust[speaker]
        )
    for claim in claims.values():
        if claim.kind is ClaimKind.INVESTIGATED and claim.target is not None:
            yield Opinion(
                speaker=claim.seat,
                about=claim.target,
                against=claim.content == Party.FASCIST.value,
                investigated=True,
                trust=trust[claim.seat],
            )
