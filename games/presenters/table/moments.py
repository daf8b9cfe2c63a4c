"""Moments in words: one view for each moment on the stage, in order.

Takes events that the viewer may read, so a moment reveals no more than the log does.
"""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.events import Told
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Party, Policy, SeatNumber, Vote
from games.presenters.players import Player, name_of
from games.presenters.view import View
from games.values.moments import Moment, MomentKind, moments_of
from games.words import phrases

_LETTERS_OF_A_STAMP = 9
_HEARD = frozenset({MomentKind.ELECTED, MomentKind.REJECTED, MomentKind.EXECUTED})

# Of what the stage is made in a moment: paper, black, or a party's colour.
PAPER, NIGHT = "paper", "night"


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentView(View):
    """One moment, ready to be shown."""

    kind: str
    headline: str
    """A whole sentence with the names of those it is about."""
    kicker: str = ""
    """A word or two above the headline."""
    aside: str = ""
    """What follows from it."""
    stamp: str = ""
    """One word, stamped across the stage."""
    symbol: str = ""
    tone: str = PAPER
    """paper, night, liberal or fascist."""
    cards: tuple[str, ...] = ()
    """Policies to be seen, L or F."""
    ballots: tuple[str, ...] = ()
    """The ballots of the living, ja first, to be counted with the eye."""
    is_private: bool = False
    """Whether only this viewer sees it; it stays until the viewer puts it away."""
    milliseconds: int = 0

    @property
    def has_long_stamp(self) -> bool:
        """Whether the stamp needs smaller letters."""
        return len(self.stamp) > _LETTERS_OF_A_STAMP

    @property
    def sound(self) -> str:
        """What is heard with it (static/js/sounds.js); most are silent."""
        if self.kind in {MomentKind.ENACTED, MomentKind.CHAOS}:
            return self.tone
        return self.kind if self.kind in _HEARD else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentsView(View):
    """The moments since the last frame."""

    template: ClassVar[str] = "games/table/_moments.html"
    id: str = "moments"
    moments: tuple[MomentView, ...]


def present_moments(
    told: Told,
    observation: Observation,
    players: tuple[Player, ...],
) -> tuple[MomentView, ...]:
    """Return the moments of the viewer's newest events, in the active language."""
    ruleset = observation.ruleset
    moments = moments_of(
        told,
        ruleset,
        liberal_policies=observation.liberal_policies,
        fascist_policies=observation.fascist_policies,
        viewer=observation.viewer,
    )
    return tuple(_present(moment, ruleset, players) for moment in moments)


def _present(moment: Moment, ruleset: Ruleset, players: tuple[Player, ...]) -> MomentView:
    names = _names(moment, players)
    match moment.kind:
        case MomentKind.ELECTED | MomentKind.REJECTED:
            return _vote(moment, names, ruleset)
        case MomentKind.ENACTED | MomentKind.CHAOS:
            return _enacted(moment, names)
        case MomentKind.DANGER_ZONE | MomentKind.VETO_UNLOCKED | MomentKind.LIBERALS_ONE_AWAY:
            return _threshold(moment)
        case MomentKind.VETO_REQUESTED | MomentKind.VETO_GRANTED | MomentKind.VETO_REFUSED:
            return _veto(moment, names, ruleset)
        case MomentKind.MEMBERSHIP_SHOWN | MomentKind.PEEK_SHOWN:
            return _shown(moment, names)
        case MomentKind.NOMINATED | MomentKind.NOT_HITLER | MomentKind.RESHUFFLED:
            return _election(moment, names)
        case _:
            return _power(moment, names)


def _names(moment: Moment, players: tuple[Player, ...]) -> dict[str, str]:
    def name(seat: SeatNumber | None) -> str:
        return "" if seat is None else name_of(players, seat)

    return {
        "president": name(moment.president),
        "chancellor": name(moment.chancellor),
        "target": name(moment.target),
    }


def _view(moment: Moment, headline: str, **looks: object) -> MomentView:
    return MomentView(
        kind=moment.kind.value,
        headline=headline,
        is_private=moment.is_private,
        milliseconds=round(moment.seconds * 1000),
        **looks,  # type: ignore[arg-type]
    )


def _election(moment: Moment, names: dict[str, str]) -> MomentView:
    if moment.kind is MomentKind.NOMINATED:
        return _view(
            moment,
            _("%(president)s nominates as Chancellor: %(chancellor)s.") % names,
            kicker=pgettext("moment", "Nomination"),
            symbol="chancellor",
        )
    if moment.kind is MomentKind.NOT_HITLER:
        return _view(
            moment,
            _("Not Hitler: Chancellor %(name)s.") % {"name": names["chancellor"]},
            kicker=_("Fascists would have won with Hitler as Chancellor."),
            stamp=pgettext("moment", "Not Hitler"),
            symbol="cleared",
        )
    return _view(
        moment,
        _("The policy deck is shuffled. Draw pile: %(count)d.") % {"count": moment.count},
        symbol="site",
    )


def _vote(moment: Moment, names: dict[str, str], ruleset: Ruleset) -> MomentView:
    ja, nein = moment.votes.count(Vote.JA), moment.votes.count(Vote.NEIN)
    values = {**names, "ja": ja, "nein": nein}
    ballots = (Vote.JA.value,) * ja + (Vote.NEIN.value,) * nein
    if moment.kind is MomentKind.ELECTED:
        return _view(
            moment,
            _(
                "Elected with %(ja)d to %(nein)d: President %(president)s, Chancellor %(chancellor)s."
            )
            % values,
            kicker=_("The ballots are turned over"),
            stamp=pgettext("moment", "Elected"),
            symbol="president",
            ballots=ballots,
        )
    return _view(
        moment,
        _("Rejected with %(ja)d to %(nein)d: President %(president)s, Chancellor %(chancellor)s.")
        % values,
        kicker=_("The ballots are turned over"),
        aside=_tracker(moment, ruleset),
        stamp=pgettext("moment", "Rejected"),
        symbol="close",
        tone=NIGHT,
        ballots=ballots,
    )


def _tracker(moment: Moment, ruleset: Ruleset) -> str:
    values = {"tracker": moment.tracker, "most": ruleset.chaos_at}
    return _("Election tracker: %(tracker)d of %(most)d.") % values


def _enacted(moment: Moment, names: dict[str, str]) -> MomentView:
    policy = moment.policies[0]
    is_liberal = policy is Policy.LIBERAL
    if moment.kind is MomentKind.CHAOS:
        headline = (
            _("A Liberal policy is enacted by chaos.")
            if is_liberal
            else _("A Fascist policy is enacted by chaos.")
        )
        kicker = _("The top policy of the draw pile, and nobody has chosen it")
    else:
        name = {"name": names["chancellor"]}
        headline = (
            _("Chancellor %(name)s enacts a Liberal policy.") % name
            if is_liberal
            else _("Chancellor %(name)s enacts a Fascist policy.") % name
        )
        kicker = pgettext("moment", "The policy lies face up")
    aside = ""
    if moment.power is not None:
        power = {"power": phrases.name_of(moment.power)}
        aside = _("It grants the President a power: %(power)s.") % power
    return _view(
        moment,
        headline,
        kicker=kicker,
        aside=aside,
        tone=policy.party.value,
        symbol=f"power-{moment.power.value}" if moment.power else "",
        cards=(policy.value,),
    )


def _threshold(moment: Moment) -> MomentView:
    if moment.kind is MomentKind.DANGER_ZONE:
        return _view(
            moment,
            _("From now on, Fascists win if Hitler is elected Chancellor."),
            kicker=_("Three Fascist policies are enacted"),
            tone=NIGHT,
            symbol="hitler",
        )
    if moment.kind is MomentKind.VETO_UNLOCKED:
        return _view(
            moment,
            _("From now on, President and Chancellor may together veto both policies."),
            kicker=_("Five Fascist policies are enacted: one more, and Fascists win"),
            tone=NIGHT,
            symbol="veto",
        )
    return _view(
        moment,
        _("One more Liberal policy, and Liberals win."),
        kicker=_("Four Liberal policies are enacted"),
        tone=Party.LIBERAL.value,
        symbol="victory",
    )


def _veto(moment: Moment, names: dict[str, str], ruleset: Ruleset) -> MomentView:
    if moment.kind is MomentKind.VETO_REQUESTED:
        headline = _("Chancellor %(name)s asks for a veto.") % {"name": names["chancellor"]}
        aside = _("If the President agrees, both policies are discarded.")
        return _view(moment, headline, aside=aside, symbol="veto")
    president = {"name": names["president"]}
    if moment.kind is MomentKind.VETO_GRANTED:
        return _view(
            moment,
            _("President %(name)s grants the veto: both policies are discarded.") % president,
            aside=_tracker(moment, ruleset),
            stamp=pgettext("moment", "Veto"),
            tone=NIGHT,
            symbol="veto",
        )
    return _view(
        moment,
        _("President %(name)s refuses the veto.") % president,
        aside=_("The Chancellor must enact one of the two policies."),
        symbol="veto",
    )


def _power(moment: Moment, names: dict[str, str]) -> MomentView:
    match moment.kind:
        case MomentKind.INVESTIGATED:
            return _view(
                moment,
                _("President %(president)s investigates the loyalty of: %(target)s.") % names,
                kicker=_("Only the President sees the card"),
                symbol="power-investigate",
            )
        case MomentKind.PEEKED:
            return _view(
                moment,
                _("President %(name)s looks at the top three policies.")
                % {"name": names["president"]},
                kicker=_("Only the President sees the cards"),
                symbol="power-peek",
            )
        case MomentKind.SPECIAL_ELECTION:
            return _view(
                moment,
                _("President %(president)s calls a special election for: %(target)s.") % names,
                symbol="power-special_election",
            )
        case _:
            return _view(
                moment,
                _("President %(president)s executes: %(target)s.") % names,
                aside="" if moment.is_last else _("That was not Hitler. The game goes on."),
                stamp=pgettext("moment", "Executed"),
                tone=NIGHT,
                symbol="power-execute",
            )


def _shown(moment: Moment, names: dict[str, str]) -> MomentView:
    if moment.party is not None:
        values = {"name": names["target"], "party": phrases.name_of(moment.party)}
        return _view(
            moment,
            _("The party membership of %(name)s: %(party)s.") % values,
            kicker=_("Only you see this"),
            tone=moment.party.value,
            symbol="dove" if moment.party is Party.LIBERAL else "wolf",
        )
    return _view(
        moment,
        _("The next three policies, the first one first."),
        kicker=_("Only you see this"),
        cards=tuple(policy.value for policy in moment.policies),
    )
