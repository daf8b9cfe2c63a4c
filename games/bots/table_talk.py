"""What a bot says: claims about its own acts, and now and then a ready-made sentence.

A bot speaks from its Observation and from what was said aloud. Liberals tell the truth. Fascists cover what they
did and name whom the table suspects anyway; they suspect as a player without secrets would.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from games.bots.evidence import SessionSeen
from games.bots.habits import COVERS, cover_of_draw, cover_of_passed
from games.bots.hearing import AGAINST, contradictions, latest_claims
from games.bots.mind import Mind, chaos_is_next, think
from games.bots.suspicion import sessions_seen
from games.engine.events import PeekShown
from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.table_talk import SILENT_PHASES, ClaimableAct, claimable_acts
from games.engine.vocabulary import Channel, ClaimKind, Party, Phase, Policy, SeatNumber
from games.values.bots import BotLevel
from games.values.chat import ClaimRequest, PhraseRequest, SaidLine, SaidLines

MOST_OF_A_BOT = 2
"""After so many lines in a round, claims included, a bot only makes claims."""
MOST_IN_A_ROUND = 3
"""Sentences that are not claims, of everybody in a round: then bots only listen."""
MOST_GREETINGS = 2
SUSPICIOUS, TRUSTED, MAY_BE_HITLER = 0.5, 0.28, 0.3
"""The chances, from 0 to 1, from which a bot says that it doubts, trusts or fears somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thought:
    """A sentence that a bot may say, and the chance that it does (0 to 1)."""

    phrase: str
    about: SeatNumber | None = None
    chance: float


def speak(
    observation: Observation,
    said: SaidLines,
    rng: Random,
    level: BotLevel = BotLevel.REGULAR,
) -> ClaimRequest | PhraseRequest | None:
    """Return what this seat says now: at most one line; None if it keeps silent.

    `said` is the talk of the game so far, in order. The claim comes first. Raises ValueError for a viewer
    without a seat or role.
    """
    heard = _at_the_table(said)
    own = [line for line in heard if line.seat == observation.viewer]
    acts = _unclaimed(observation, own)
    now = [line for line in heard if line.round == observation.round]
    has_said_enough = (
        sum(line.seat == observation.viewer for line in now) >= MOST_OF_A_BOT
        or sum(line.claim is None for line in now) >= MOST_IN_A_ROUND
    )
    if has_said_enough and not acts:
        return None
    mind = think(observation, said, level)
    claim = _first_claim(mind, acts, rng)
    if claim is not None:
        return claim
    if has_said_enough or observation.phase in SILENT_PHASES:
        return None
    told = {(line.phrase, line.about) for line in now} | {
        (line.phrase, line.about) for line in own
    }
    for thought in _thoughts(mind, heard):
        if (thought.phrase, thought.about) in told or thought.about == mind.seat:
            continue
        if rng.random() < thought.chance:
            return PhraseRequest(phrase=thought.phrase, about=thought.about, message_id="")
    return None


def claim_for_absent(
    observation: Observation,
    said: SaidLines,
    rng: Random,
    leaves_out: Callable[[ClaimableAct], bool],
) -> ClaimRequest | None:
    """Return the claim that a stand-in makes for this seat now: as a regular bot would; None if it keeps silent.

    `leaves_out` says of which acts it never speaks, and must know no more of them than the table does: then
    neither a claim nor its absence tells anything. Raises ValueError for a viewer without a seat or role.
    """
    own = [line for line in _at_the_table(said) if line.seat == observation.viewer]
    acts = [act for act in _unclaimed(observation, own) if not leaves_out(act)]
    return _first_claim(think(observation, said), acts, rng) if acts else None


def _at_the_table(said: SaidLines) -> list[SaidLine]:
    return [line for line in said if line.channel is Channel.TABLE and line.seat is not None]


# Claims


def _first_claim(mind: Mind, acts: list[ClaimableAct], rng: Random) -> ClaimRequest | None:
    """Return a claim about the first of these acts of which this seat knows the result."""
    for act in acts:
        content = _content(mind, act, rng)
        if content is not None:
            return ClaimRequest(round=act.round, kind=act.kind, content=content)
    return None


def _unclaimed(observation: Observation, own: list[SaidLine]) -> list[ClaimableAct]:
    """Return this seat's acts of this and the last round of which it has not spoken, the oldest first."""
    claimed = {(line.claim.round, line.claim.kind) for line in own if line.claim is not None}
    return [
        act
        for act in reversed(claimable_acts(observation.viewer, observation))
        if act.round >= observation.round - 1 and (act.round, act.kind) not in claimed
    ]


def _content(mind: Mind, act: ClaimableAct, rng: Random) -> str | None:
    """Return what this seat says about an act of its own; None if it does not know the result itself."""
    match act.kind:
        case ClaimKind.DREW | ClaimKind.RECEIVED:
            return _claimed_hand(mind, act, rng)
        case ClaimKind.INVESTIGATED:
            return _claimed_party(mind, act.target, rng)
        case ClaimKind.PEEKED:
            for memory in reversed(mind.table.memories):
                if memory.round == act.round and isinstance(memory.event, PeekShown):
                    return "".join(memory.event.policies)
            return None


def _claimed_hand(mind: Mind, act: ClaimableAct, rng: Random) -> str | None:
    seen = sessions_seen(mind.table).get(act.round)
    size = 3 if act.kind is ClaimKind.DREW else 2
    liberals = None if seen is None else seen.drawn if size == 3 else seen.passed
    if seen is None or liberals is None:
        return None
    if not mind.is_liberal and rng.random() < COVERS:
        liberals = _covered(mind, act, seen, liberals)
    return Policy.LIBERAL.value * liberals + Policy.FASCIST.value * (size - liberals)


def _covered(mind: Mind, act: ClaimableAct, seen: SessionSeen, liberals: int) -> int:
    """Return the Liberals that a fascist admits to have held: none that disappeared by their own hand or a friend's."""
    record = _record_of(mind, act.round)
    if act.kind is ClaimKind.RECEIVED:
        return cover_of_passed(liberals, record.enacted)
    covers = _is_friend(mind, record.chancellor)
    return cover_of_draw(liberals, seen.passed, record.enacted, covers=covers)


def _claimed_party(mind: Mind, target: SeatNumber | None, rng: Random) -> str | None:
    truth = None if target is None else mind.table.parties[target]
    if truth is None:
        return None
    if mind.is_liberal:
        return truth.value
    if truth is Party.FASCIST:
        return Party.LIBERAL.value
    accuses = not mind.hides and rng.random() < mind.bold
    return Party.FASCIST.value if accuses else Party.LIBERAL.value


def _record_of(mind: Mind, round_: int) -> RoundRecord:
    return next(record for record in _rounds(mind) if record.round == round_)


def _rounds(mind: Mind) -> tuple[RoundRecord, ...]:
    """All rounds so far, the current one last."""
    current = mind.table.current_round
    return mind.table.past_rounds if current is None else (*mind.table.past_rounds, current)


def _is_friend(mind: Mind, seat: SeatNumber | None) -> bool:
    """Whether this seat knows the other one as a fellow fascist."""
    return not mind.is_liberal and seat is not None and mind.knows_fascist(seat)


# Sentences


def _thoughts(mind: Mind, heard: list[SaidLine]) -> Iterator[_Thought]:
    """What there is to be said now, the most pressing first."""
    yield from _defence(mind, heard)
    match mind.table.phase:
        case Phase.VOTE:
            yield from _on_the_candidates(mind)
        case _:
            is_beginning = mind.table.round == 1 and mind.table.phase is Phase.NOMINATE
            if is_beginning and sum(line.phrase == "hello" for line in heard) < MOST_GREETINGS:
                yield _Thought(phrase="hello", chance=0.3)
            yield from _on_the_last_session(mind, heard)


def _defence(mind: Mind, heard: list[SaidLine]) -> Iterator[_Thought]:
    """Answer those who accuse this seat, and whose claim contradicts its own."""
    for line in reversed(heard):
        if line.round < mind.table.round - 1:
            break
        if line.seat == mind.seat:
            continue
        if line.claim is not None and line.claim.kind is ClaimKind.INVESTIGATED:
            if line.claim.target == mind.seat and line.claim.content == Party.FASCIST.value:
                yield _Thought(phrase="it_is_a_lie", chance=0.95)
                yield _Thought(phrase="lying", about=line.seat, chance=0.8)
        elif line.about == mind.seat and line.phrase in AGAINST:
            yield _Thought(phrase="i_am_liberal", chance=0.35)
            yield _Thought(phrase="trust_me", chance=0.12)
    for drew, received in contradictions(latest_claims(tuple(heard))):
        other = {drew.seat: received.seat, received.seat: drew.seat}.get(mind.seat)
        if other is not None and drew.round >= mind.table.round - 1:
            yield _Thought(phrase="conflict", about=other, chance=0.9)


def _on_the_last_session(mind: Mind, heard: list[SaidLine]) -> Iterator[_Thought]:
    """Ask, doubt and praise after a government's policy."""
    record = next((each for each in reversed(_rounds(mind)) if each.enacted is not None), None)
    if record is None or record.round < mind.table.round - 1 or record.chancellor is None:
        return
    government = (record.president, record.chancellor)
    if mind.seat in government:
        return
    claimed = {
        (line.seat, line.claim.kind)
        for line in heard
        if line.claim and line.claim.round == record.round
    }
    contradict = any(
        drew.round == record.round
        for drew, _received in contradictions(latest_claims(tuple(heard)))
    )
    suspicion = mind.own if mind.is_liberal else mind.feigned
    doubted = max(government, key=lambda seat: suspicion.fascist[seat])
    if contradict and not _is_friend(mind, doubted):
        yield _Thought(phrase="lying", about=doubted, chance=0.4)
    if record.enacted is Policy.FASCIST:
        if (record.president, ClaimKind.DREW) not in claimed:
            yield _Thought(phrase="what_drawn", about=record.president, chance=0.3)
        elif (record.chancellor, ClaimKind.RECEIVED) not in claimed:
            yield _Thought(phrase="what_received", about=record.chancellor, chance=0.3)
        if suspicion.fascist[doubted] > SUSPICIOUS and not _is_friend(mind, doubted):
            yield _Thought(phrase="distrust", about=doubted, chance=0.3)
    elif suspicion.fascist[record.chancellor] < TRUSTED or _is_friend(mind, record.chancellor):
        yield _Thought(phrase="trust", about=record.chancellor, chance=0.12)


def _on_the_candidates(mind: Mind) -> Iterator[_Thought]:
    table, chancellor = mind.table, mind.table.chancellor
    if chancellor is None or mind.seat in (table.president, chancellor):
        return
    suspicion = mind.own if mind.is_liberal else mind.feigned
    is_friend = _is_friend(mind, chancellor)
    if table.hitler_zone and suspicion.hitler[chancellor] > MAY_BE_HITLER and not is_friend:
        yield _Thought(phrase="hitler_zone", chance=0.35)
    if suspicion.fascist[chancellor] > SUSPICIOUS and not is_friend:
        yield _Thought(phrase="distrust", about=chancellor, chance=0.35)
    if chaos_is_next(mind):
        yield _Thought(phrase="no_chaos", chance=0.25)
