"""The acts that decided a game: three of them, for the poster at its end.

Chosen from the rounds as everybody was told of them, and from the roles, which lie open then.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum

from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.state import RoundRecord
from games.engine.vocabulary import (
    Party,
    Policy,
    PresidentialPower,
    Role,
    SeatNumber,
    Victory,
    Vote,
)
from games.presenters.players import Player, in_a_sentence, name_of, stand_in_for
from games.presenters.table.seats import rounds
from games.presenters.view import View, view_model
from games.values.player import Ending
from games.words import phrases
from games.words.spoken_language import gettext as _

MOST = 3
_POLICY_OF = {
    Victory.FIVE_LIBERAL_POLICIES: Policy.LIBERAL,
    Victory.SIX_FASCIST_POLICIES: Policy.FASCIST,
}
_LAST_COUNT = {Victory.FIVE_LIBERAL_POLICIES: 5, Victory.SIX_FASCIST_POLICIES: 6}


class ActKind(StrEnum):
    """What decided a game; the gravest first."""

    END = "end"
    EXECUTION = "execution"
    HITLER_REJECTED = "hitler_rejected"
    CHAOS = "chaos"
    ZONE = "zone"
    NARROW_VOTE = "narrow_vote"
    POLICY = "policy"
    POLICY_OF_LOSERS = "policy_of_losers"


_GRAVEST_FIRST = tuple(ActKind)


@view_model
class Act:
    """One act, and the round in which it happened."""

    kind: ActKind
    record: RoundRecord
    policy: Policy | None = None
    count: int = 0
    """How many policies of its party are enacted with it."""


def deciding_acts(
    past: Sequence[RoundRecord], roles: Sequence[Role | None], victory: Victory, rules: Ruleset
) -> tuple[Act, ...]:
    """Return the three acts that decided a finished game, in their order; fewer if fewer happened.

    1. How it ended: the last policy, the election of Hitler, or his execution.
    2. Executions of others.
    3. If Liberals won: a vote that kept Hitler from office while that would have ended the game.
    4. A policy of the winners that nobody had chosen: chaos.
    5. If Fascists won: the policy with which the danger zone began.
    6. Elections that one ballot more against would have stopped, if the winners' policy came of them.
    7. Other policies of the winners, then those of the losers.

    Of acts of one kind the later ones count for more, because more hung on them.
    """
    found: list[Act] = []
    zone_at = rules.hitler_zone_at
    enacted = {Policy.LIBERAL: rules.liberals_at_start, Policy.FASCIST: rules.fascists_at_start}
    winners = victory.winner
    for place, record in enumerate(past):
        in_zone = enacted[Policy.FASCIST] >= zone_at
        policy = record.enacted or record.chaos
        if policy is not None:
            enacted[policy] += 1
        if place == len(past) - 1:
            count = 0 if policy is None else enacted[policy]
            found.append(Act(kind=ActKind.END, record=record, policy=policy, count=count))
            continue
        if record.power is PresidentialPower.EXECUTION and record.target is not None:
            found.append(Act(kind=ActKind.EXECUTION, record=record))
        if _kept_hitler_out(record, roles, in_zone=in_zone) and winners is Party.LIBERAL:
            found.append(Act(kind=ActKind.HITLER_REJECTED, record=record))
        if policy is not None:
            kind = ActKind.POLICY_OF_LOSERS
            if policy.party is winners:
                kind = _kind(record, is_zone=enacted[Policy.FASCIST] == zone_at)
            found.append(Act(kind=kind, record=record, policy=policy, count=enacted[policy]))
    found.sort(key=lambda act: (_GRAVEST_FIRST.index(act.kind), -act.record.round))
    return tuple(
        sorted(found[:MOST], key=lambda act: (act.record.round, act.kind is ActKind.EXECUTION))
    )


def _kept_hitler_out(record: RoundRecord, roles: Sequence[Role | None], *, in_zone: bool) -> bool:
    is_hitler = record.chancellor is not None and roles[record.chancellor] is Role.HITLER
    return in_zone and is_hitler and record.elected is False


def _kind(record: RoundRecord, *, is_zone: bool) -> ActKind:
    if record.chaos is not None:
        return ActKind.CHAOS
    if record.enacted is Policy.FASCIST and is_zone:
        return ActKind.ZONE
    return ActKind.NARROW_VOTE if _is_narrow(record) else ActKind.POLICY


def _is_narrow(record: RoundRecord) -> bool:
    """Whether one Ja less would have lost the vote: a tie loses it."""
    return record.votes.count(Vote.JA) - record.votes.count(Vote.NEIN) <= 2


@view_model
class ActView(View):
    """One act in a sentence."""

    round: int
    text: str
    symbol: str
    party: str = ""


def present_acts(
    observation: Observation,
    players: tuple[Player, ...],
    stood_in: Collection[tuple[int, SeatNumber]] = (),
) -> tuple[ActView, ...]:
    """Return the acts that decided a finished game, in the active language.

    `stood_in`: rounds and seats in which a stand-in acted; then not the person is named alone.
    """
    return tuple(_view(act, observation, players, stood_in) for act in _acts(observation))


def deciding_rounds(observation: Observation) -> frozenset[int]:
    """Return the rounds of these acts; none of a game without an end."""
    if observation.victory is None:
        return frozenset()
    return frozenset(act.record.round for act in _acts(observation))


def _acts(observation: Observation) -> tuple[Act, ...]:
    assert observation.victory is not None
    return deciding_acts(
        rounds(observation),
        observation.roles,
        observation.victory,
        observation.ruleset,
    )


def _view(
    act: Act,
    observation: Observation,
    players: tuple[Player, ...],
    stood_in: Collection[tuple[int, SeatNumber]],
) -> ActView:
    record = act.record

    def name(seat: SeatNumber | None) -> str:
        return "" if seat is None else name_of(players, seat)

    def officer(seat: SeatNumber | None) -> str:
        is_stand_in = (record.round, seat) in stood_in
        return stand_in_for(name(seat)) if is_stand_in else name(seat)

    role = None if record.target is None else observation.roles[record.target]
    values = {
        "president": officer(record.president),
        "chancellor": officer(record.chancellor),
        "target": name(record.target),
        "role": "" if role is None else phrases.name_of(role),
        "ja": record.votes.count(Vote.JA),
        "nein": record.votes.count(Vote.NEIN),
        "count": act.count,
    }
    text, symbol = _words(
        act.kind, observation.victory, act.policy, is_chaos=record.chaos is not None
    )
    return ActView(
        round=record.round,
        text=text % values,
        symbol=symbol,
        party="" if act.policy is None else act.policy.party.value,
    )


def present_ending(ending: Ending) -> ActView:
    """Return how a finished game ended, in the active language.

    Without the name of one of those who brought it about, only what happened is told.
    """
    victory = ending.victory
    policy = _POLICY_OF.get(victory)
    values = {
        "president": in_a_sentence(ending.president),
        "chancellor": in_a_sentence(ending.chancellor),
        "target": in_a_sentence(ending.target),
        "role": phrases.name_of(Role.HITLER),
        "ja": ending.votes.count(Vote.JA),
        "nein": ending.votes.count(Vote.NEIN),
        "count": _LAST_COUNT.get(victory, 0),
    }
    text, symbol = _words(ActKind.END, victory, policy, is_chaos=ending.is_chaos)
    is_nameless = any(f"%({key})s" in text and not values[key] for key in values)
    return ActView(
        round=ending.round,
        text="" if is_nameless else text % values,
        symbol=symbol,
        party=victory.winner.value,
    )


def _words(
    kind: ActKind, victory: Victory | None, policy: Policy | None, *, is_chaos: bool
) -> tuple[str, str]:
    """The sentence of an act, still without names, and its symbol."""
    is_end = kind is ActKind.END
    if is_end and victory is Victory.HITLER_ELECTED:
        return (
            _(
                "Elected with %(ja)d to %(nein)d: Hitler (%(chancellor)s), with President %(president)s."
            ),
            "hitler",
        )
    if kind is ActKind.EXECUTION or (is_end and victory is Victory.HITLER_EXECUTED):
        return (
            _("President %(president)s executed %(target)s, secret role: %(role)s."),
            "power-execute",
        )
    if kind is ActKind.HITLER_REJECTED:
        return (
            _("Rejected with %(ja)d to %(nein)d: Hitler (%(chancellor)s) as Chancellor."),
            "close",
        )
    is_liberal = policy is Policy.LIBERAL
    symbol = "liberal" if is_liberal else "fascist"
    if is_chaos:
        text = (
            _("Chaos enacted Liberal policy %(count)d.")
            if is_liberal
            else _("Chaos enacted Fascist policy %(count)d.")
        )
        return text, "chaos"
    if kind is ActKind.ZONE:
        return (
            _(
                "President %(president)s and Chancellor %(chancellor)s opened the danger zone with"
                " Fascist policy %(count)d."
            ),
            symbol,
        )
    if kind is ActKind.NARROW_VOTE:
        text = (
            _(
                "One vote decided, %(ja)d to %(nein)d: President %(president)s and Chancellor"
                " %(chancellor)s, who enacted Liberal policy %(count)d."
            )
            if is_liberal
            else _(
                "One vote decided, %(ja)d to %(nein)d: President %(president)s and Chancellor"
                " %(chancellor)s, who enacted Fascist policy %(count)d."
            )
        )
        return text, symbol
    text = (
        _(
            "President %(president)s and Chancellor %(chancellor)s enacted Liberal policy %(count)d."
        )
        if is_liberal
        else _(
            "President %(president)s and Chancellor %(chancellor)s enacted Fascist policy %(count)d."
        )
    )
    return text, symbol
