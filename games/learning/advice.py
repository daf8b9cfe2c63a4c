"""What a careful player in one seat would weigh: the coach of practice games.

It knows the Observation of this seat and what was said, as every bot does, and nothing else. It judges as a sharp
bot that plays without chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.bots.choose import HESITATION, weigh
from games.bots.evidence import possible_teams
from games.bots.hearing import contradictions, latest_claims
from games.bots.levels import TEMPERS
from games.bots.suspicion import own_suspicion
from games.engine.actions import Action, CastBallot, NominateChancellor
from games.engine.observation import Observation
from games.engine.vocabulary import Channel, Party, Policy, Role, SeatNumber, Vote
from games.values.bots import BotLevel
from games.values.chat import ClaimValue, SaidLines

LEVEL = BotLevel.SHARP


class Weight(StrEnum):
    """One thing that counts for an advice, or against it."""

    WINS = "wins"
    """Hitler would be elected, and this seat knows it."""
    CHAOS = "chaos"
    """One more lost vote, and the top policy is enacted."""
    HITLER = "hitler"
    """After three Fascist policies a Chancellor who may be Hitler."""
    TEAMS = "teams"
    """How many of the possible teams have somebody in this government."""
    LIKELY_CLEAN = "likely_clean"
    LIKELY_SHADY = "likely_shady"
    KNOWN = "known"
    """This seat knows a fascist in it."""
    LOOKS_LIBERAL = "looks_liberal"
    """For a fascist: a liberal would do the same."""
    WORTH_IT = "worth_it"
    """For a fascist: the gain is worth the suspicion."""
    NO_CHOICE = "no_choice"
    OWN_PARTY = "own_party"
    """For a liberal in office: what helps the own party can be done in the open."""
    SUSPECTED = "suspected"
    LEAST_SUSPECTED = "least_suspected"
    CLOSE = "close"
    """Something else is as good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What the coach would do at one decision, and why."""

    action: Action
    agrees: tuple[Action, ...]
    """Every action that is as good, this one included."""
    pros: tuple[Weight, ...]
    cons: tuple[Weight, ...]
    about: SeatNumber | None
    """The player whom the action names."""
    government: tuple[SeatNumber, ...]
    """The candidates, or those whom a nomination makes candidates."""
    teams: int
    """How many teams this seat holds possible."""
    shady_teams: int
    """Those with somebody in that government."""
    doubted: tuple[tuple[ClaimValue, ClaimValue], ...]
    """Pairs of claims, of the President and the Chancellor of one round, that do not fit together."""
    fascist: tuple[float, ...]
    """By seat, how likely it is in the Fascist party, as this seat sees it."""
    hitler: tuple[float, ...]


LIKELY, UNLIKELY = 0.55, 0.35
CLOSE = 0.05
"""Nominations and ballots that differ by less than this are equally good: nobody knows it better at an election."""


def advise(observation: Observation, said: SaidLines) -> Advice | None:
    """Return the advice at this decision; None if this seat has nothing to decide now."""
    legal = observation.legal_actions
    if observation.viewer is None or not legal:
        return None
    if observation.own_ballot is not None:
        # A ballot can be changed until the last one is in; it is still the same question.
        legal = tuple(CastBallot(seat=observation.viewer, vote=vote) for vote in Vote)
    said = _at_the_table(said)
    scores = weigh(observation, legal, said, LEVEL)
    best = max(scores)
    is_election = isinstance(legal[0], NominateChancellor | CastBallot)
    reach = CLOSE if is_election else HESITATION
    agrees = tuple(
        action for action, score in zip(legal, scores, strict=True) if score > best - reach
    )
    action = legal[scores.index(best)]
    suspicion = own_suspicion(observation, said, TEMPERS[LEVEL])
    government = _government(observation, action)
    teams = _possible(observation)
    shady = [team for team in teams if any(team >> seat & 1 for seat in government)]
    pros, cons = _weights(observation, action, government, suspicion.fascist, suspicion.hitler)
    if observation.own_role is not None and observation.own_role.party is Party.FASCIST:
        pros = (*pros, _of_cover(observation, legal, said, action))
    if len(agrees) > 1:
        cons = (*cons, Weight.CLOSE)
    if len(legal) == 1:
        pros, cons = (Weight.NO_CHOICE,), ()
    return Advice(
        action=action,
        agrees=agrees,
        pros=pros,
        cons=cons,
        about=getattr(action, "target", getattr(action, "chancellor", None)),
        government=government,
        teams=len(teams),
        shady_teams=len(shady),
        doubted=tuple(contradictions(latest_claims(said))),
        fascist=suspicion.fascist,
        hitler=suspicion.hitler,
    )


def _at_the_table(said: SaidLines) -> SaidLines:
    return tuple(line for line in said if line.channel is Channel.TABLE and line.seat is not None)


def _government(observation: Observation, action: Action) -> tuple[SeatNumber, ...]:
    """Return the government that this decision is about, without the own seat; empty if it is about none."""
    match action:
        case NominateChancellor():
            seats: tuple[SeatNumber | None, ...] = (action.chancellor,)
        case CastBallot():
            seats = (observation.president, observation.chancellor)
        case _:
            seats = ()
    return tuple(seat for seat in seats if seat is not None and seat != observation.viewer)


def _possible(observation: Observation) -> tuple[int, ...]:
    """Return every fascist team that agrees with all that this seat knows for certain."""
    rules = observation.ruleset
    return tuple(
        team
        for team in possible_teams(rules.players, rules.fascists + 1)
        if all(party is None or _has(team, seat) == (party is Party.FASCIST) for seat, party in _known(observation))
        and any(_has(team, seat) for seat in range(rules.players) if _may_be_hitler(observation, seat))
    )  # fmt: skip


def _has(team: int, seat: SeatNumber) -> bool:
    return bool(team >> seat & 1)


def _known(observation: Observation) -> Iterator[tuple[SeatNumber, Party | None]]:
    """Each seat with the party that the viewer knows it to have."""
    for seat, (role, party) in enumerate(zip(observation.roles, observation.parties, strict=True)):
        yield seat, party if role is None else role.party


def _may_be_hitler(observation: Observation, seat: SeatNumber) -> bool:
    """Cleared and executed players are not Hitler (R-033, R-078)."""
    role = observation.roles[seat]
    is_cleared = seat in observation.cleared or not observation.alive[seat]
    return role is Role.HITLER or (role is None and not is_cleared)


def _of_cover(
    observation: Observation, legal: tuple[Action, ...], said: SaidLines, action: Action
) -> Weight:
    """Return what a fascist gets from this action: cover, or something worth more."""
    scores = weigh(observation, legal, said, LEVEL, as_liberal=True)
    is_best = scores[legal.index(action)] > max(scores) - HESITATION
    return Weight.LOOKS_LIBERAL if is_best else Weight.WORTH_IT


def _weights(
    observation: Observation,
    action: Action,
    government: tuple[SeatNumber, ...],
    fascist: tuple[float, ...],
    hitler: tuple[float, ...],
) -> tuple[tuple[Weight, ...], tuple[Weight, ...]]:
    """Return what counts for this action, and what counts against it."""
    role = observation.own_role
    is_liberal = role is not None and role.party is Party.LIBERAL
    if government:
        if not is_liberal:
            return _wins(observation, action, hitler), ()
        speaks_for, against = _of_government(observation, action, government, fascist, hitler)
        is_no = isinstance(action, CastBallot) and action.vote is Vote.NEIN
        return (against, speaks_for) if is_no else (speaks_for, against)
    target = getattr(action, "target", None)
    if target is not None and is_liberal:
        others = [chance for seat, chance in enumerate(fascist) if _is_other(observation, seat)]
        is_least = fascist[target] <= min(others)
        return ((Weight.LEAST_SUSPECTED if is_least else Weight.SUSPECTED),), ()
    if is_liberal and set(observation.hand) == set(Policy):
        return (Weight.OWN_PARTY,), ()
    return (), ()


def _is_other(observation: Observation, seat: SeatNumber) -> bool:
    return seat != observation.viewer and observation.alive[seat]


def _chancellor(observation: Observation, action: Action) -> SeatNumber | None:
    """Return who would be Chancellor by this decision, the own seat included."""
    return action.chancellor if isinstance(action, NominateChancellor) else observation.chancellor


def _wins(
    observation: Observation, action: Action, hitler: tuple[float, ...]
) -> tuple[Weight, ...]:
    chancellor = _chancellor(observation, action)
    is_sure = chancellor is not None and hitler[chancellor] > 1 - HESITATION
    return (Weight.WINS,) if is_sure and observation.hitler_zone else ()


def _of_government(
    observation: Observation,
    action: Action,
    government: tuple[SeatNumber, ...],
    fascist: tuple[float, ...],
    hitler: tuple[float, ...],
) -> tuple[tuple[Weight, ...], tuple[Weight, ...]]:
    """Return what counts for electing these, and against it, as a liberal sees it."""
    speaks_for, against = list[Weight](), list[Weight]()
    worst = max(fascist[seat] for seat in government)
    if worst > 1 - HESITATION:
        against.append(Weight.KNOWN)
    else:
        against.append(Weight.TEAMS)
        if worst >= LIKELY:
            against.append(Weight.LIKELY_SHADY)
        elif worst <= UNLIKELY:
            speaks_for.append(Weight.LIKELY_CLEAN)
    chancellor = _chancellor(observation, action)
    may_be_hitler = chancellor is not None and hitler[chancellor] > HESITATION
    if observation.hitler_zone and may_be_hitler:
        against.insert(0, Weight.HITLER)
    if observation.tracker + 1 >= observation.ruleset.chaos_at:
        speaks_for.insert(0, Weight.CHAOS)
    return tuple(speaks_for), tuple(against)
