"""The headlines of moments for whom they are about, such as "Ana nominates you as Chancellor".

They are made of the same events as the words for all, so they tell nothing more.
"""

from games.engine.vocabulary import Policy, SeatNumber, Vote
from games.values.moments import Moment, MomentKind
from games.words.spoken_language import gettext as _


def own_headline(moment: Moment, names: dict[str, str], viewer: SeatNumber) -> str:
    """Return the headline for whom the moment is about, from the names in it; empty where the words for all do."""
    match moment.kind:
        case MomentKind.NOMINATED:
            return (
                _("You nominate %(chancellor)s as Chancellor.")
                if viewer == moment.president
                else _("%(president)s nominates you as Chancellor.")
            ) % names
        case MomentKind.ELECTED | MomentKind.REJECTED:
            return _own_vote(moment, names, viewer)
        case MomentKind.ENACTED:
            return (
                _("You enact a Liberal policy.")
                if moment.policies[0] is Policy.LIBERAL
                else _("You enact a Fascist policy.")
            )
        case MomentKind.NOT_HITLER:
            return _("You are Chancellor, and not Hitler.")
        case MomentKind.VETO_REQUESTED:
            return _("You ask for a veto.")
        case MomentKind.VETO_GRANTED:
            return _("You grant the veto: both policies are discarded.")
        case MomentKind.VETO_REFUSED:
            return _("You refuse the veto.")
        case MomentKind.HITLER_REVEALED:
            return _("You are Hitler.")
        case _:
            return _own_power(moment, names, viewer)


def _own_vote(moment: Moment, names: dict[str, str], viewer: SeatNumber) -> str:
    values = {
        **names,
        "ja": moment.votes.count(Vote.JA),
        "nein": moment.votes.count(Vote.NEIN),
    }
    is_president = viewer == moment.president
    if moment.kind is MomentKind.ELECTED:
        return (
            _("You are elected President with %(ja)d to %(nein)d; Chancellor: %(chancellor)s.")
            if is_president
            else _("You are elected Chancellor with %(ja)d to %(nein)d; President: %(president)s.")
        ) % values
    return (
        _("You are rejected as President with %(ja)d to %(nein)d; Chancellor: %(chancellor)s.")
        if is_president
        else _("You are rejected as Chancellor with %(ja)d to %(nein)d; President: %(president)s.")
    ) % values


def _own_power(moment: Moment, names: dict[str, str], viewer: SeatNumber) -> str:
    is_president = viewer == moment.president
    match moment.kind:
        case MomentKind.INVESTIGATED:
            return (
                _("You investigate the loyalty of: %(target)s.")
                if is_president
                else _("President %(president)s investigates your loyalty.")
            ) % names
        case MomentKind.PEEKED:
            return _("You look at the top three policies.")
        case MomentKind.SPECIAL_ELECTION:
            return (
                _("You call a special election for %(target)s.")
                if is_president
                else _("President %(president)s calls a special election for you.")
            ) % names
        case MomentKind.EXECUTED:
            return (
                _("You execute: %(target)s.")
                if is_president
                else _("President %(president)s executes you.")
            ) % names
        case _:
            return ""
