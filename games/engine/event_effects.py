"""The effect of each event on the state. No rules, only bookkeeping.

The modules of the rule book's sections decide which events follow.
"""

from typing import Any, TypeVar, assert_never

from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    DiscardChosen,
    DrawPileArranged,
    ElectionTrackerMoved,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    LoyaltyInvestigated,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesDrawn,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PolicyDiscarded,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    PrivateEvent,
    RolesRevealed,
    SecretRoleDealt,
    SpecialElectionCalled,
    TeammateShown,
    TermLimitsSet,
    TopPolicyDiscarded,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.game_state import GameState, Memory, RoundRecord
from games.engine.vocabulary import POWER_PHASE, Phase, Policy, Veto

_T = TypeVar("_T")


def effect_of(state: GameState, event: Event) -> dict[str, Any]:  # noqa: C901
    """Return the fields of the state that this event changes, with their new values."""
    # The most frequent events first: a fold runs this match once per event.
    match event:
        case BallotMarked():
            return {
                "ballots": _put(state.ballots, event.seat, event.vote),
                **_remembered(state, event),
            }
        case BallotCast():
            return {"voted": _put(state.voted, event.seat, True)}
        case PresidencyPassed():
            return _new_round(state, event)
        case ChancellorNominated():
            return {
                "phase": Phase.VOTE,
                "chancellor": event.chancellor,
                **_noted(state, chancellor=event.chancellor),
            }
        case BallotsRevealed():
            return {
                "ballots": (None,) * state.ruleset.players,
                "voted": (False,) * state.ruleset.players,
                **_noted(state, votes=event.votes),
            }
        case GovernmentElected():
            return {"in_office": True, **_noted(state, elected=True)}
        case GovernmentRejected():
            return _noted(state, elected=False)
        case ElectionTrackerMoved():
            return {"tracker": event.tracker}
        case TermLimitsSet():
            return {
                "limited_president": event.president,
                "limited_chancellor": event.chancellor,
            }
        case PoliciesDrawn():
            size = state.ruleset.hand_size
            return {
                "phase": Phase.PRESIDENT_DISCARD,
                "hand": tuple(sorted(state.draw_pile[:size])),
                "draw_pile": state.draw_pile[size:],
                "veto_in_force": event.veto_in_force,
            }
        case HandShown() | PeekShown():
            return _remembered(state, event)
        case DiscardChosen():
            return {
                "hand": _without(state.hand, event.policy),
                "discard_pile": (*state.discard_pile, event.policy),
                **_remembered(state, event),
            }
        case PolicyDiscarded():
            return {"phase": Phase.CHANCELLOR_ENACT}
        case PolicyEnacted():
            return _enacted(state, event)
        case ChancellorCleared():
            if event.chancellor in state.cleared:
                return _noted(state, cleared=True)
            cleared = tuple(sorted((*state.cleared, event.chancellor)))
            return {"cleared": cleared, **_noted(state, cleared=True)}
        case PowerGranted():
            return {"phase": POWER_PHASE[event.power], **_noted(state, power=event.power)}
        case LoyaltyInvestigated():
            investigated = tuple(sorted((*state.investigated, event.target)))
            return {"investigated": investigated, **_noted(state, target=event.target)}
        case PartyMembershipShown():
            parties = _put(state.known_parties[event.seat], event.target, event.party)
            return {
                "known_parties": _put(state.known_parties, event.seat, parties),
                **_remembered(state, event),
            }
        case SpecialElectionCalled():
            return {
                "special_election_caller": event.president,
                **_noted(state, target=event.target),
            }
        case PoliciesPeeked() | ChaosStruck():
            return {}
        case TopPolicyDiscarded():
            return {
                "draw_pile": state.draw_pile[1:],
                "discard_pile": (*state.discard_pile, event.policy),
                **_noted(state, chaos_discard=event.policy),
            }
        case PlayerExecuted():
            return {
                "alive": _put(state.alive, event.target, False),
                **_noted(state, target=event.target),
            }
        case PolicyDeckShuffled():
            # DrawPileArranged has the cards, those of the discard pile among them.
            return {"discard_pile": ()}
        case DrawPileArranged():
            return {"draw_pile": event.draw_pile}
        case VetoRequested():
            return {"phase": Phase.VETO_ANSWER, **_noted(state, veto=Veto.REQUESTED)}
        case VetoGranted():
            return {
                "hand": (),
                "discard_pile": state.discard_pile + state.hand,
                **_noted(state, veto=Veto.GRANTED),
            }
        case VetoRefused():
            return {
                "phase": Phase.CHANCELLOR_ENACT,
                "veto_refused": True,
                **_noted(state, veto=Veto.REFUSED),
            }
        case SecretRoleDealt():
            row = _put(state.known_roles[event.seat], event.seat, event.role)
            return {
                "roles": _put(state.roles, event.seat, event.role),
                "known_roles": _put(state.known_roles, event.seat, row),
                **_remembered(state, event),
            }
        case TeammateShown():
            row = _put(state.known_roles[event.seat], event.teammate, event.role)
            return {
                "known_roles": _put(state.known_roles, event.seat, row),
                **_remembered(state, event),
            }
        case GameEnded():
            return {"phase": Phase.GAME_OVER, "victory": event.victory}
        case RolesRevealed():
            return {"known_roles": (event.roles,) * state.ruleset.players}
        case GameStarted():
            raise ValueError("a game starts once")
        case _:
            assert_never(event)


def _new_round(state: GameState, event: PresidencyPassed) -> dict[str, Any]:
    finished = () if state.current_round is None else (state.current_round,)
    return {
        "phase": Phase.NOMINATE,
        "round": event.round,
        "president": event.president,
        "chancellor": None,
        "in_office": False,
        "veto_in_force": False,
        "veto_refused": False,
        "special_election_caller": state.special_election_caller if event.special else None,
        "past_rounds": state.past_rounds + finished,
        "current_round": RoundRecord(
            round=event.round, president=event.president, special=event.special
        ),
    }


def _enacted(state: GameState, event: PolicyEnacted) -> dict[str, Any]:
    by_chaos = event.chancellor is None
    changes = _noted(state, **{"chaos" if by_chaos else "enacted": event.policy})
    if event.policy is Policy.LIBERAL:
        changes["liberal_policies"] = state.liberal_policies + 1
    else:
        changes["fascist_policies"] = state.fascist_policies + 1
    if by_chaos:
        changes["draw_pile"] = state.draw_pile[1:]
    else:
        changes["hand"] = ()
    return changes


def _noted(state: GameState, **facts: Any) -> dict[str, Any]:
    assert state.current_round is not None
    return {"current_round": state.current_round.but(**facts)}


def _remembered(state: GameState, event: PrivateEvent) -> dict[str, Any]:
    own = (*state.memories[event.seat], Memory(round=state.round, event=event))
    return {"memories": _put(state.memories, event.seat, own)}


def _put(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(hand: tuple[Policy, ...], policy: Policy) -> tuple[Policy, ...]:
    place = hand.index(policy)
    return hand[:place] + hand[place + 1 :]
