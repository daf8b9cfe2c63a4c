"""Who was winning: the liberals' chance before and after each act of a finished game, and what moved it most."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.events import BallotsRevealed
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import ClaimKind, Party, Policy, Role, SeatNumber
from games.presenters.players import Player, name_of, stand_in_for
from games.presenters.replay.sentence import Part, as_cards, parts_of
from games.presenters.replay.step_link import StepLink
from games.presenters.replay.winning_chart import WinningChart, present_winning_chart
from games.presenters.table.log import ballots_text
from games.presenters.view import view_model
from games.values.chat import ClaimValue
from games.winning.acts import LUCK, WeighedAct, WeighedKind
from games.words import phrases

MOST_TOLD: Final = 5
_WORTH_TELLING: Final = 0.02
_CLAIMS: Final = {
    WeighedKind.DISCARD: ClaimKind.DREW,
    WeighedKind.ENACTMENT: ClaimKind.RECEIVED,
    WeighedKind.VETO_REQUEST: ClaimKind.RECEIVED,
    WeighedKind.INVESTIGATION: ClaimKind.INVESTIGATED,
}


@view_model
class ActRow:
    """One act in a few words; chances from 0 to 100."""

    round: int
    name: str
    before: float
    after: float

    @property
    def party(self) -> str:
        """Whom it helped."""
        return "liberal" if self.after > self.before else "fascist"


@view_model
class TurnView:
    """One of the acts that moved it most, told in full."""

    row: ActRow
    parts: tuple[Part, ...]
    link: StepLink

    @property
    def text(self) -> str:
        """The sentence in words."""
        return "".join(part.words for part in self.parts)


@view_model
class WinningView:
    """The chart, its turns, and all acts."""

    chart: WinningChart
    turns: tuple[TurnView, ...]
    """In the order of the game."""
    rows: tuple[ActRow, ...]
    now: float
    """The liberals' chance at the replay's step, from 0 to 100."""


@view_model
class Told:
    """What sentences about a game need beside its acts."""

    players: tuple[Player, ...]
    roles: tuple[Role | None, ...]
    claims: Sequence[ClaimValue]
    stood_in: Collection[tuple[int, SeatNumber]]
    link_to: Callable[[int], StepLink]
    """Leads from the number of an event to its step."""


def _turns_of(acts: Sequence[WeighedAct]) -> tuple[WeighedAct, ...]:
    """Return the acts that moved the chance most, MOST_TOLD at most, in their order; luck is nobody's act."""
    moving = [
        act
        for act in acts
        if act.kind not in LUCK
        and act.kind is not WeighedKind.PEEK
        and abs(act.moved) >= _WORTH_TELLING
    ]
    most = sorted(moving, key=lambda act: (-abs(act.moved), act.place))[:MOST_TOLD]
    return tuple(sorted(most, key=lambda act: act.place))


def present_winning(
    acts: Sequence[WeighedAct], told: Told, *, place: int | None
) -> WinningView | None:
    """Return who was winning, in the active language; None for a game without acts.

    `place`: how many events the replay has shown, None beside a summary.
    """
    if not acts:
        return None
    turns = _turns_of(acts)
    claims = {(each.round, each.kind, each.seat): each for each in told.claims}
    shown = [act for act in acts if place is not None and act.place < place]
    return WinningView(
        chart=present_winning_chart(acts, turns, place),
        turns=tuple(
            TurnView(
                row=_row(act),
                parts=parts_of(_sentence(act, told, claims)),
                link=told.link_to(act.place),
            )
            for act in turns
        ),
        rows=tuple(_row(act) for act in acts),
        now=100 * (shown[-1].after if shown else acts[0].before),
    )


def _row(act: WeighedAct) -> ActRow:
    return ActRow(round=act.round, name=_name(act), before=100 * act.before, after=100 * act.after)


def _name(act: WeighedAct) -> str:
    match act.kind:
        case WeighedKind.NOMINATION:
            return pgettext("act in a game", "Nomination")
        case WeighedKind.VOTE:
            if act.agreed:
                return pgettext("act in a game", "Vote: elected")
            return pgettext("act in a game", "Vote: rejected")
        case WeighedKind.DRAW:
            return pgettext("act in a game", "Draw (luck)")
        case WeighedKind.DISCARD:
            return pgettext("act in a game", "The President’s discard")
        case WeighedKind.ENACTMENT:
            return pgettext("act in a game", "The Chancellor’s policy")
        case WeighedKind.VETO_REQUEST | WeighedKind.VETO_ANSWER:
            return pgettext("act in a game", "Veto")
        case WeighedKind.CHAOS:
            return pgettext("act in a game", "Chaos (luck)")
        case WeighedKind.INVESTIGATION:
            return pgettext("act in a game", "Investigation")
        case WeighedKind.PEEK:
            return pgettext("act in a game", "Policy peek")
        case WeighedKind.SPECIAL_ELECTION:
            return pgettext("act in a game", "Special election")
        case WeighedKind.EXECUTION:
            return pgettext("act in a game", "Execution")


# Sentences


def _sentence(
    act: WeighedAct, told: Told, claims: Mapping[tuple[int, ClaimKind, SeatNumber], ClaimValue]
) -> str:
    match act.kind:
        case WeighedKind.NOMINATION | WeighedKind.VOTE:
            return _of_election(act, told)
        case (
            WeighedKind.DISCARD
            | WeighedKind.ENACTMENT
            | WeighedKind.VETO_REQUEST
            | WeighedKind.VETO_ANSWER
        ):
            text = _of_session(act, told)
        case _:
            text = _of_power(act, told)
    claim = _claim(act, claims)
    return text if claim is None else f"{text} {claim}"


def _officer(act: WeighedAct, told: Told, seat: SeatNumber | None) -> str:
    assert seat is not None
    name = name_of(told.players, seat)
    return stand_in_for(name) if (act.round, seat) in told.stood_in else name


def _of_election(act: WeighedAct, told: Told) -> str:
    assert act.chancellor is not None
    values = {
        "president": name_of(told.players, act.president),
        "chancellor": name_of(told.players, act.chancellor),
    }
    if act.kind is WeighedKind.NOMINATION:
        return _("%(president)s nominates %(chancellor)s as Chancellor.") % values
    text = (
        _("Elected: President %(president)s, Chancellor %(chancellor)s.")
        if act.agreed
        else _("Rejected: President %(president)s, Chancellor %(chancellor)s.")
    ) % values
    return f"{text} {ballots_text(BallotsRevealed(votes=act.votes), told.players)}"


def _of_session(act: WeighedAct, told: Told) -> str:
    values = {
        "president": _officer(act, told, act.president),
        "chancellor": _officer(act, told, act.chancellor),
        "hand": as_cards(act.hand),
        "policy": as_cards(() if act.policy is None else (act.policy,)),
    }
    if act.kind is WeighedKind.DISCARD:
        text = _("President %(president)s drew %(hand)s and discarded %(policy)s.")
    elif act.kind is WeighedKind.ENACTMENT:
        text = _("Chancellor %(chancellor)s received %(hand)s and enacted %(policy)s.")
    elif act.kind is WeighedKind.VETO_REQUEST:
        text = _("Chancellor %(chancellor)s received %(hand)s and asked for a veto.")
    elif act.agreed:
        text = _("President %(president)s granted the veto of %(hand)s.")
    else:
        text = _("President %(president)s refused the veto of %(hand)s.")
    return text % values


def _of_power(act: WeighedAct, told: Told) -> str:
    assert act.target is not None
    role = told.roles[act.target]
    assert role is not None
    values = {
        "president": _officer(act, told, act.president),
        "name": _officer(act, told, act.president),
        "target": name_of(told.players, act.target),
        "role": phrases.name_of(role),
        "party": phrases.name_of(role.party),
    }
    match act.kind:
        case WeighedKind.INVESTIGATION:
            text = _("President %(name)s saw the party membership of %(target)s: %(party)s.")
        case WeighedKind.SPECIAL_ELECTION:
            text = _("President %(president)s calls a special election for %(target)s.")
        case _:
            text = _("President %(president)s executed %(target)s, secret role: %(role)s.")
    return text % values


def _claim(
    act: WeighedAct, claims: Mapping[tuple[int, ClaimKind, SeatNumber], ClaimValue]
) -> str | None:
    """Return what the office claimed about what it saw; None if it said nothing."""
    kind = _CLAIMS.get(act.kind)
    if kind is None:
        return None
    seat = act.chancellor if kind is ClaimKind.RECEIVED else act.president
    assert seat is not None
    claim = claims.get((act.round, kind, seat))
    if claim is None or claim.content == NO_COMMENT:
        return None
    claimed = (
        phrases.name_of(Party(claim.content))
        if kind is ClaimKind.INVESTIGATED
        else as_cards(Policy(letter) for letter in claim.content)
    )
    return _("The claim about it: %(claimed)s.") % {"claimed": claimed}
