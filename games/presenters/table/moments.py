"""Moments in words: one view for each moment on the stage, in order.

Takes events that the viewer may read, so a moment reveals no more than the log does. Whom a moment is about
reads it in words of their own; everything else of it is the same for every viewer.
"""

from dataclasses import replace

from django.utils.translation import ngettext

from games.engine.events import Told
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Party, Phase, Policy, SeatNumber, Vote
from games.presenters.players import Player, name_of
from games.presenters.table.moment_parts import (
    drawn,
    next_failure,
    placard_handed_on,
    plate_in_question,
    plates_of,
    tracker_steps,
    turned_ballots,
)
from games.presenters.table.moment_view import NIGHT, MomentView
from games.presenters.table.own_moments import own_headline
from games.presenters.table.plates import RemarkView, present_remarks
from games.values.moments import Moment, MomentKind, moments_of
from games.words import phrases
from games.words.spoken_language import gettext as _
from games.words.spoken_language import pgettext


def present_moments(
    told: Told,
    observation: Observation,
    players: tuple[Player, ...],
) -> tuple[MomentView, ...]:
    """Return the moments of the viewer's newest events, in the active language."""
    viewer = observation.viewer
    shown = staged_moments(told, observation, players)
    return tuple(in_own_words(view, moment, players, viewer) for moment, view in shown)


def staged_moments(
    told: Told,
    observation: Observation,
    players: tuple[Player, ...],
) -> tuple[tuple[Moment, MomentView], ...]:
    """Return the moments of the viewer's newest events, each in the words for all."""
    ruleset = observation.ruleset
    moments = moments_of(
        told,
        ruleset,
        liberal_policies=observation.liberal_policies,
        fascist_policies=observation.fascist_policies,
        rounds=(*observation.past_rounds, observation.current_round),
        viewer=observation.viewer,
    )
    # What is said about a nomination is true while it is voted on.
    nominates = any(moment.kind is MomentKind.NOMINATED for moment in moments)
    remarks = (
        present_remarks(observation, players)
        if nominates and observation.phase is Phase.VOTE
        else ()
    )
    return tuple((moment, _told_to_all(moment, ruleset, players, remarks)) for moment in moments)


def present_moment(
    moment: Moment,
    ruleset: Ruleset,
    players: tuple[Player, ...],
    remarks: tuple[RemarkView, ...] = (),
    viewer: SeatNumber | None = None,
) -> MomentView:
    """Return one moment; `remarks` are about the government that is nominated with it.

    It is told in words of one's own to the viewer whom it is about.
    """
    view = _told_to_all(moment, ruleset, players, remarks)
    return in_own_words(view, moment, players, viewer)


def in_own_words(
    view: MomentView, moment: Moment, players: tuple[Player, ...], viewer: SeatNumber | None
) -> MomentView:
    """Return this moment's view as it is told to the viewer: all but the words stays the same."""
    if viewer is None or viewer not in view.seats:
        return view
    own = own_headline(moment, _names(moment, players), viewer)
    kicker = view.kicker
    if view.is_asked:
        kicker = _("Are you Hitler?")
    aside = view.aside
    if moment.kind is MomentKind.EXECUTED and viewer == moment.target:
        kicker = _("Were you Hitler?") if kicker else ""
        if not moment.is_last:
            aside = _("You were not Hitler. You are out: watch on, in silence.")
    return replace(view, headline=own or view.headline, kicker=kicker, aside=aside)


def _told_to_all(
    moment: Moment,
    ruleset: Ruleset,
    players: tuple[Player, ...],
    remarks: tuple[RemarkView, ...],
) -> MomentView:
    names = _names(moment, players)
    if moment.kind is MomentKind.NOMINATED:
        return _nomination(moment, names, remarks)
    match moment.kind:
        case MomentKind.ELECTED | MomentKind.REJECTED:
            return _vote(moment, names, ruleset)
        case MomentKind.ENACTED | MomentKind.CHAOS:
            return _enacted(moment, names, ruleset)
        case MomentKind.CHAOS_DISCARD:
            return _discarded_by_chaos(moment)
        case MomentKind.DANGER_ZONE | MomentKind.VETO_UNLOCKED | MomentKind.LIBERALS_ONE_AWAY:
            return _threshold(moment, ruleset)
        case MomentKind.VETO_REQUESTED | MomentKind.VETO_GRANTED | MomentKind.VETO_REFUSED:
            return _veto(moment, names, ruleset)
        case MomentKind.MEMBERSHIP_SHOWN | MomentKind.PEEK_SHOWN:
            return _shown(moment, names)
        case MomentKind.NOT_HITLER | MomentKind.RESHUFFLED:
            return _election(moment, names)
        case MomentKind.HITLER_REVEALED:
            return _hitler_revealed(moment, names)
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


def _nomination(
    moment: Moment, names: dict[str, str], remarks: tuple[RemarkView, ...]
) -> MomentView:
    return drawn(
        moment,
        _("%(president)s nominates %(chancellor)s as Chancellor.") % names,
        kicker=pgettext("moment", "Shall they govern?"),
        plates=plates_of(moment, are_candidates=True),
        remarks=remarks,
    )


def _election(moment: Moment, names: dict[str, str]) -> MomentView:
    if moment.kind is MomentKind.NOT_HITLER:
        return drawn(
            moment,
            _("Not Hitler: Chancellor %(name)s.") % {"name": names["chancellor"]},
            kicker=(
                _("The table knows it already")
                if moment.is_known
                else _("Is %(name)s Hitler?") % {"name": names["chancellor"]}
            ),
            aside=""
            if moment.is_known
            else _("Fascists would have won with Hitler as Chancellor."),
            stamp=pgettext("moment", "Not Hitler"),
            tone=NIGHT,
            plates=plate_in_question(moment.chancellor),
            is_asked=not moment.is_known,
        )
    return drawn(
        moment,
        _("The policy deck is shuffled. Draw pile: %(count)d.") % {"count": moment.count},
        symbol="site",
    )


def _vote(moment: Moment, names: dict[str, str], ruleset: Ruleset) -> MomentView:
    ja, nein = moment.votes.count(Vote.JA), moment.votes.count(Vote.NEIN)
    values = {**names, "ja": ja, "nein": nein}
    ballots = turned_ballots(moment)
    if moment.kind is MomentKind.ELECTED:
        return drawn(
            moment,
            _(
                "Elected with %(ja)d to %(nein)d: President %(president)s, Chancellor %(chancellor)s."
            )
            % values,
            kicker=_("The ballots are turned over"),
            stamp=pgettext("moment", "Elected"),
            ballots=ballots,
            plates=plates_of(moment),
        )
    return drawn(
        moment,
        _("Rejected with %(ja)d to %(nein)d: President %(president)s, Chancellor %(chancellor)s.")
        % values,
        kicker=_("The ballots are turned over"),
        stamp=pgettext("moment", "Rejected"),
        tone=NIGHT,
        ballots=ballots,
        tracker=tracker_steps(moment, ruleset),
        aside=next_failure(moment, ruleset),
    )


def _enacted(moment: Moment, names: dict[str, str], ruleset: Ruleset) -> MomentView:
    policy = moment.policies[0]
    is_liberal = policy is Policy.LIBERAL
    goal = ruleset.liberal_goal if is_liberal else ruleset.fascist_goal
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
        kicker = pgettext("moment", "A policy is enacted")
    return drawn(
        moment,
        headline,
        kicker=kicker,
        aside=pgettext("moment", "The President's power") if moment.power else "",
        tone=policy.party.value,
        symbol=f"power-{moment.power.value}" if moment.power else "",
        power=phrases.name_of(moment.power) if moment.power else "",
        stamp=_victory(policy.party) if moment.is_last else "",
        weight=0 if is_liberal else _weight(moment, ruleset),
        cards=(policy.value,),
        count=pgettext("policies enacted, of how many", "%(count)s / %(goal)s")
        % {"count": moment.count, "goal": goal},
    )


def _discarded_by_chaos(moment: Moment) -> MomentView:
    """A policy that would win is turned up, and does not count (B-9)."""
    policy = moment.policies[0]
    return drawn(
        moment,
        _("It would win, but on this board chaos wins no game."),
        kicker=_("The top policy of the draw pile, and nobody has chosen it"),
        stamp=pgettext("moment", "Discarded"),
        tone=NIGHT,
        cards=(policy.value,),
    )


def _weight(moment: Moment, ruleset: Ruleset) -> int:
    """How heavily a Fascist policy falls."""
    reached = (ruleset.hitler_zone_at, ruleset.veto_at, ruleset.fascist_goal)
    return sum(moment.count >= policies for policies in reached)


def _victory(winner: Party) -> str:
    return _("Liberals win") if winner is Party.LIBERAL else _("Fascists win")


def _enacted_so_far(count: int) -> str:
    text = ngettext(
        "%(count)d Fascist policy is enacted", "%(count)d Fascist policies are enacted", count
    )
    return text % {"count": count}


def _threshold(moment: Moment, ruleset: Ruleset) -> MomentView:
    if moment.kind is MomentKind.DANGER_ZONE:
        return drawn(
            moment,
            _("From now on, Fascists win if Hitler is elected Chancellor."),
            kicker=_enacted_so_far(moment.count),
            stamp=pgettext("moment", "Danger zone"),
            tone=NIGHT,
            cards=(Policy.FASCIST.value,) * moment.count,
        )
    if moment.kind is MomentKind.VETO_UNLOCKED:
        return drawn(
            moment,
            _("From now on, President and Chancellor may together veto both policies."),
            kicker=_("Five Fascist policies are enacted: one more, and Fascists win")
            if moment.count == ruleset.fascist_goal - 1
            else _enacted_so_far(moment.count),
            stamp=pgettext("moment", "Veto"),
            tone=NIGHT,
            cards=(Policy.FASCIST.value,) * moment.count,
        )
    return drawn(
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
        return drawn(moment, headline, aside=aside, symbol="veto", plates=plates_of(moment))
    president = {"name": names["president"]}
    if moment.kind is MomentKind.VETO_GRANTED:
        return drawn(
            moment,
            _("President %(name)s grants the veto: both policies are discarded.") % president,
            aside=next_failure(moment, ruleset),
            stamp=pgettext("moment", "Veto"),
            tone=NIGHT,
            tracker=tracker_steps(moment, ruleset),
        )
    return drawn(
        moment,
        _("President %(name)s refuses the veto.") % president,
        aside=_("The Chancellor must enact one of the two policies."),
        symbol="veto",
        plates=plates_of(moment),
    )


def _power(moment: Moment, names: dict[str, str]) -> MomentView:
    match moment.kind:
        case MomentKind.INVESTIGATED:
            return drawn(
                moment,
                _("President %(president)s investigates the loyalty of %(target)s.") % names,
                kicker=_("Only the President sees the card"),
                symbol="power-investigate",
                plates=plates_of(moment),
            )
        case MomentKind.PEEKED:
            return drawn(
                moment,
                _("President %(name)s looks at the top three policies.")
                % {"name": names["president"]},
                kicker=_("Only the President sees the cards"),
                symbol="power-peek",
                plates=plates_of(moment),
            )
        case MomentKind.SPECIAL_ELECTION:
            return drawn(
                moment,
                _("President %(president)s calls a special election for %(target)s.") % names,
                symbol="power-special_election",
                plates=placard_handed_on(moment),
            )
        case _:
            return drawn(
                moment,
                _("President %(president)s executes %(target)s.") % names,
                kicker="" if moment.is_known else _("Was it Hitler?"),
                aside="" if moment.is_last else _("That was not Hitler. The game goes on."),
                stamp=pgettext("moment", "Executed"),
                tone=NIGHT,
                is_grave=True,
                plates=tuple(each for each in plates_of(moment) if each.office == "target"),
            )


def _hitler_revealed(moment: Moment, names: dict[str, str]) -> MomentView:
    return drawn(
        moment,
        _("%(name)s is Hitler.") % {"name": names["target"]},
        kicker=_("Is %(name)s Hitler?") % {"name": names["target"]},
        stamp=pgettext("moment", "Hitler"),
        symbol="hitler",
        tone=NIGHT,
        plates=plate_in_question(moment.target),
        is_asked=True,
        # Liberals win by an execution; whose victory it is shows with the answer.
        is_grave=moment.party is Party.LIBERAL,
    )


def _shown(moment: Moment, names: dict[str, str]) -> MomentView:
    if moment.party is not None:
        values = {"name": names["target"], "party": phrases.name_of(moment.party)}
        return drawn(
            moment,
            _("The party membership of %(name)s: %(party)s.") % values,
            kicker=_("Only you see this"),
            stamp=phrases.name_of(moment.party),
            tone=moment.party.value,
            plates=tuple(each for each in plates_of(moment) if each.office == "target"),
            symbol="dove" if moment.party is Party.LIBERAL else "wolf",
        )
    return drawn(
        moment,
        _("The next three policies, the first one first."),
        kicker=_("Only you see this"),
        cards=tuple(policy.value for policy in moment.policies),
    )
