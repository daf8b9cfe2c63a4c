"""Suspicion: each seat's chance of being a fascist, and of being Hitler, as one viewer sees it.

Every fascist team that the viewer holds possible is weighed by how well it explains the rounds so
far, and what was said of them.
"""

from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from games.bots.evidence import (
    UNSEEN,
    SessionSeen,
    Team,
    explains,
    opinions_explain,
    possible_teams,
)
from games.bots.hearing import UNTOLD, Known, TalkHeard, hear
from games.bots.levels import TEMPERS, Temper
from games.engine.events import DiscardChosen, HandShown, PeekShown
from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.vocabulary import ClaimKind, Party, Policy, Role, SeatNumber, Victory
from games.values.bots import BotLevel
from games.values.chat import SaidLines


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """By seat: the chance of being in the Fascist party, and of being Hitler."""

    fascist: tuple[float, ...]
    hitler: tuple[float, ...]


REGULAR = TEMPERS[BotLevel.REGULAR]


def own_suspicion(
    observation: Observation, said: SaidLines = (), temper: Temper = REGULAR
) -> Suspicion:
    """Return this seat's suspicion, from everything it was ever shown, and from what was said."""
    surely, surely_not = 0, 0
    hitler: Team | None = None
    parties = tuple(
        party if role is None else role.party
        for role, party in zip(observation.roles, observation.parties, strict=True)
    )
    for seat, (role, known) in enumerate(zip(observation.roles, parties, strict=True)):
        if known is Party.FASCIST:
            surely |= 1 << seat
        elif known is Party.LIBERAL:
            surely_not |= 1 << seat
        if role is Role.HITLER:
            hitler = 1 << seat
    may_be_hitler = _may_be_hitler(observation)
    if hitler is not None:
        may_be_hitler = hitler
    elif observation.viewer is not None:
        may_be_hitler &= ~(1 << observation.viewer)
    seen = sessions_seen(observation)
    hands = {(round_, ClaimKind.DREW): each.drawn for round_, each in seen.items()} | {
        (round_, ClaimKind.RECEIVED): each.passed for round_, each in seen.items()
    }
    known_hands = {act: liberals for act, liberals in hands.items() if liberals is not None}
    heard = hear(
        said,
        Known(hands=known_hands, parties=parties),
        everybody_alike=temper.follows_crowd,
    )
    return _weigh(observation, temper, seen, heard, surely, surely_not, may_be_hitler)


def public_suspicion(
    observation: Observation, said: SaidLines = (), temper: Temper = REGULAR
) -> Suspicion:
    """Return the suspicion of a player who knows only public facts: how a seat looks to others."""
    heard = _hear_in_public(observation, said, temper)
    return _weigh(observation, temper, {}, heard, 0, 0, _may_be_hitler(observation))


def feigned_suspicion(
    observation: Observation, said: SaidLines = (), temper: Temper = REGULAR
) -> Suspicion:
    """Return what a liberal in this seat would suspect who knows only public facts: what fascists pretend.

    Where only this seat can still be Hitler, nobody would believe that: then it is the public suspicion.
    """
    assert observation.viewer is not None, "a spectator pretends nothing"
    own = 1 << observation.viewer
    others = _may_be_hitler(observation) & ~own
    if not others:
        return public_suspicion(observation, said, temper)
    heard = _hear_in_public(observation, said, temper)
    return _weigh(observation, temper, {}, heard, 0, own, others)


def _hear_in_public(observation: Observation, said: SaidLines, temper: Temper) -> TalkHeard:
    nothing = Known(hands={}, parties=(None,) * observation.ruleset.players)
    return hear(said, nothing, everybody_alike=temper.follows_crowd)


def rounds_so_far(observation: Observation) -> tuple[RoundRecord, ...]:
    """Return the past rounds, and the current one when its ballots are open."""
    current = observation.current_round
    if current is None or current.elected is None:
        return observation.past_rounds
    return (*observation.past_rounds, current)


def sessions_seen(observation: Observation) -> dict[int, SessionSeen]:
    """Return what this seat's memories tell of the policies in each round."""
    drawn: dict[int, int] = {}
    passed: dict[int, int] = {}
    for memory in observation.memories:
        match memory.event:
            case HandShown(policies=policies) if len(policies) == 3:
                drawn[memory.round] = policies.count(Policy.LIBERAL)
            case HandShown(policies=policies):
                passed[memory.round] = policies.count(Policy.LIBERAL)
            # A Chancellor's memory shows the passed policies before the discard; a President's
            # does not.
            case DiscardChosen(policy=policy) if memory.round not in passed:
                passed[memory.round] = drawn[memory.round] - (policy is Policy.LIBERAL)
            case PeekShown(policies=policies):
                session = _session_after(observation, memory.round)
                if session is not None:
                    drawn.setdefault(session, policies.count(Policy.LIBERAL))
            case _:
                pass
    return {
        round_: SessionSeen(drawn=drawn.get(round_), passed=passed.get(round_))
        for round_ in drawn.keys() | passed.keys()
    }


def next_draw_seen(observation: Observation) -> int | None:
    """Return the Liberals in the next draw, for a seat that peeked at policies which are still there."""
    for memory in reversed(observation.memories):
        if isinstance(memory.event, PeekShown):
            if any(_takes_policies(record) for record in _rounds_after(observation, memory.round)):
                return None
            return memory.event.policies.count(Policy.LIBERAL)
    return None


def _takes_policies(record: RoundRecord) -> bool:
    return bool(record.elected) or _took_the_top(record)


def _took_the_top(record: RoundRecord) -> bool:
    """Whether chaos enacted the top policy, or discarded it where it wins no game (B-9)."""
    return record.chaos is not None or record.chaos_discard is not None


def _rounds_after(observation: Observation, round_: int) -> list[RoundRecord]:
    return [record for record in rounds_so_far(observation) if record.round > round_]


def _session_after(observation: Observation, round_: int) -> int | None:
    """Return the round whose government drew the next top policies; None if chaos took some."""
    for record in _rounds_after(observation, round_):
        if record.elected:
            return record.round
        if _took_the_top(record):
            return None
    return None


def _may_be_hitler(observation: Observation) -> Team:
    """Seats that may be Hitler: cleared and executed players are not (R-033, R-078)."""
    if observation.victory is Victory.HITLER_EXECUTED:
        return sum(1 << seat for seat, alive in enumerate(observation.alive) if not alive)
    return sum(
        1 << seat
        for seat, alive in enumerate(observation.alive)
        if alive and seat not in observation.cleared
    )


def _weigh(
    observation: Observation,
    temper: Temper,
    seen: dict[int, SessionSeen],
    heard: TalkHeard,
    surely: Team,
    surely_not: Team,
    may_be_hitler: Team,
) -> Suspicion:
    rules = observation.ruleset
    teams = possible_teams(rules.players, rules.fascists + 1)
    weights: list[float] = [1.0] * len(teams)
    if heard.opinions:
        weights = list(opinions_explain(rules, heard.opinions, temper.crowd))
    liberal_policies, fascist_policies = rules.liberals_at_start, rules.fascists_at_start
    for record in rounds_so_far(observation):
        share = temper.share_remembered(rules.players, observation.round - record.round)
        if share:
            tells = explains(
                rules,
                record,
                liberal_policies,
                fascist_policies,
                seen.get(record.round, UNSEEN),
                heard.sessions.get(record.round, UNTOLD),
                temper.keenness * share,
            )
            weights = list(map(mul, weights, tells))
        for policy in (record.enacted, record.chaos):
            liberal_policies += policy is Policy.LIBERAL
            fascist_policies += policy is Policy.FASCIST
    total = 0.0
    fascist = [0.0] * rules.players
    hitler = [0.0] * rules.players
    size = rules.fascists + 1
    for place, members, leaders in _worlds(rules.players, size, surely, surely_not, may_be_hitler):
        weight = weights[place]
        total += weight
        for seat in members:
            fascist[seat] += weight
        share = weight / len(leaders)
        for seat in leaders:
            hitler[seat] += share
    return Suspicion(
        fascist=tuple(each / total for each in fascist),
        hitler=tuple(each / total for each in hitler),
    )


@lru_cache(maxsize=4096)
def _worlds(
    players: int, size: int, surely: Team, surely_not: Team, may_be_hitler: Team
) -> tuple[tuple[int, tuple[SeatNumber, ...], tuple[SeatNumber, ...]], ...]:
    """Teams that fit the viewer's knowledge: index in the list, members, possible Hitlers."""
    return tuple(
        (place, _seats(team), _seats(team & may_be_hitler))
        for place, team in enumerate(possible_teams(players, size))
        if team & surely == surely and not team & surely_not and team & may_be_hitler
    )


def _seats(team: Team) -> tuple[SeatNumber, ...]:
    return tuple(seat for seat in range(team.bit_length()) if team >> seat & 1)
