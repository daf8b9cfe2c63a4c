"""How a bot decides: it scores every legal action.

It takes the best policy and the best target, and chance decides only between equal scores: no policy may be
chosen by lot (R-052). Nominations and ballots are drawn, the better the likelier. Their reasons are in this
code for everybody to read, so without chance they would betray the role behind them.
"""

from dataclasses import replace
from math import exp
from random import Random
from typing import assert_never

from games.bots import election, executive_action, legislative_session
from games.bots.mind import Mind, think
from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.observation import Observation
from games.engine.vocabulary import Role
from games.values.bots import BotLevel
from games.values.chat import SaidLines

HESITATION = 0.01
"""Actions whose scores differ by less than this are equally good."""
SPREAD = 0.05
"""How far chance reaches at an election: a choice worse by this much is taken 1/e times as often as the best."""


def choose(
    observation: Observation,
    legal_actions: tuple[Action, ...],
    rng: Random,
    *,
    said: SaidLines = (),
    level: BotLevel = BotLevel.REGULAR,
) -> Action:
    """Return the action this seat takes, one of the given ones, after this talk.

    Raises ValueError if there are no actions, or the viewer has no seat.
    """
    if not legal_actions:
        raise ValueError("no legal action")
    if len(legal_actions) == 1:
        return legal_actions[0]
    if isinstance(legal_actions[0], NominateChancellor | CastBallot):
        return rng.choices(
            legal_actions, election_chances(observation, legal_actions, said, level)
        )[0]
    mind = think(observation, said, level)
    scores = [_score(mind, action) + HESITATION * rng.random() for action in legal_actions]
    return legal_actions[scores.index(max(scores))]


def weigh(
    observation: Observation,
    legal_actions: tuple[Action, ...],
    said: SaidLines = (),
    level: BotLevel = BotLevel.REGULAR,
    *,
    as_liberal: bool = False,
) -> tuple[float, ...]:
    """Return how good each of these actions is for this seat; only scores of one decision can be compared.

    `as_liberal`: for a liberal who knew no more than the table does. Raises ValueError as think does.
    """
    mind = think(observation, said, level)
    if as_liberal:
        mind = replace(mind, role=Role.LIBERAL, own=mind.feigned)
    return tuple(_score(mind, action) for action in legal_actions)


def election_chances(
    observation: Observation,
    legal_actions: tuple[Action, ...],
    said: SaidLines = (),
    level: BotLevel = BotLevel.REGULAR,
) -> tuple[float, ...]:
    """Return how likely this seat takes each of these nominations or ballots; the sum is 1.

    Raises ValueError for a viewer without a seat or role.
    """
    mind = think(observation, said, level)
    scores = [_score(mind, action) for action in legal_actions]
    spread = mind.temper.wavering * SPREAD
    weights = [exp((score - max(scores)) / spread) for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


def _score(mind: Mind, action: Action) -> float:
    """Return how good this action is; only scores of the same decision can be compared."""
    match action:
        case NominateChancellor():
            return election.score_nomination(mind, action.chancellor)
        case CastBallot():
            return election.score_ballot(mind, action.vote)
        case DiscardPolicy():
            return legislative_session.score_discard(mind, action.policy)
        case EnactPolicy():
            return legislative_session.score_enactment(mind, action.policy)
        case RequestVeto():
            return legislative_session.score_veto_request(mind)
        case AnswerVeto():
            return legislative_session.score_veto_answer(mind, grant=action.grant)
        case InvestigateLoyalty():
            return executive_action.score_investigation(mind, action.target)
        case CallSpecialElection():
            return executive_action.score_special_election(mind, action.target)
        case ExecutePlayer():
            return executive_action.score_execution(mind, action.target)
        case PeekAtPolicies():
            return 0.0
        case _:
            assert_never(action)
