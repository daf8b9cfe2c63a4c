"""The companion's words: its questions, the answers, and what to do with the real cards.

Whole sentences, names as values.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.companion.companion import PhysicalTable
from games.companion.table_reports import Question, ReportKind
from games.engine.actions import AnswerVeto, PeekAtPolicies, RequestVeto
from games.engine.events import PolicyDeckShuffled, PolicyEnacted
from games.engine.vocabulary import Phase, Policy
from games.presenters.players import Player, name_of
from games.presenters.table.phase import present_phase_sentence
from games.words import phrases

# What to do with the real cards, and what must be said truly.
HINTS = {
    Question.FIRST_CANDIDATE: gettext_lazy("Agree on somebody, or let chance decide."),
    Question.CHANCELLOR_IS_HITLER: gettext_lazy(
        "From now on an elected Hitler wins, so the Chancellor must say it truly."
    ),
    Question.SESSION: gettext_lazy(
        "The President draws three policies and discards one; the Chancellor enacts one of the"
        " other two. Both stay silent."
    ),
    Question.CHAOS_POLICY: gettext_lazy(
        "A power on its space is lost. All term limits are forgotten."
    ),
    Question.VETO: gettext_lazy(
        "Granted: both policies are discarded, and the election tracker moves on."
    ),
    Question.INVESTIGATION: gettext_lazy(
        "The President alone looks at the party membership card, never at the secret role."
    ),
    Question.PEEK: gettext_lazy("In secret, and in the same order back onto the draw pile."),
    Question.EXECUTION: gettext_lazy(
        "Whoever is executed says no more, votes no more and holds no office."
    ),
    Question.VICTIM_IS_HITLER: gettext_lazy(
        "Only this must be said truly. Role and party stay hidden otherwise."
    ),
    Question.OVER: gettext_lazy("Now everybody may show their secret role."),
}


def sentence(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    """Return the question in one sentence."""
    observation = table.observation
    names = {"president": name_of(players, observation.president)}
    if observation.chancellor is not None:
        names["chancellor"] = name_of(players, observation.chancellor)
    match table.question:
        case Question.FIRST_CANDIDATE:
            return _("Who is the first presidential candidate?")
        case Question.CHANCELLOR_IS_HITLER:
            return _("Is Chancellor %(chancellor)s Hitler?") % names
        case Question.SESSION if not observation.veto_refused:
            return (
                _("Legislative session: President %(president)s, Chancellor %(chancellor)s.")
                % names
            )
        case Question.CHAOS_POLICY:
            return _("Chaos: turn the top policy of the draw pile face up. Which one is it?")
        case Question.VICTIM_IS_HITLER:
            assert observation.current_round is not None
            assert observation.current_round.target is not None
            target = name_of(players, observation.current_round.target)
            return _("Was %(name)s Hitler?") % {"name": target}
        case _:
            return present_phase_sentence(observation, players).sentence


def hint(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    """Return a short note on the rules, or an empty text."""
    observation = table.observation
    match table.question:
        case Question.ELECTION:
            needed = sum(observation.alive) // 2 + 1
            text = _("Everybody living votes, all at once. Ja! needed: %(count)d. A tie is lost.")
            return text % {"count": needed}
        case Question.SESSION if observation.veto_refused:
            return _("The Chancellor cannot ask again in this session.")
        case Question.SPECIAL_ELECTION:
            following = {"name": _next_name(table, players)}
            text = _("Term limits do not matter here. The candidate after that round: %(name)s.")
            return text % following
        case _:
            return str(HINTS.get(table.question, ""))


def answers(table: PhysicalTable) -> tuple[tuple[ReportKind, str], ...]:
    """Return the possible answers where no player is named."""
    president = table.observation.president
    policies = (
        (ReportKind.LIBERAL_ENACTED, phrases.name_of(Policy.LIBERAL)),
        (ReportKind.FASCIST_ENACTED, phrases.name_of(Policy.FASCIST)),
    )
    match table.question:
        case Question.ELECTION:
            return (
                (ReportKind.ELECTED, pgettext("companion", "Elected")),
                (ReportKind.REJECTED, pgettext("companion", "Rejected")),
            )
        case Question.CHANCELLOR_IS_HITLER | Question.VICTIM_IS_HITLER:
            return (
                (ReportKind.WAS_NOT_HITLER, pgettext("companion", "Not Hitler")),
                (ReportKind.WAS_HITLER, pgettext("companion", "Hitler")),
            )
        case Question.CHAOS_POLICY:
            return policies
        case Question.SESSION if table.may_ask_for_veto:
            veto = phrases.action_name(RequestVeto(seat=president))
            return (*policies, (ReportKind.VETO_REQUESTED, veto))
        case Question.SESSION:
            return policies
        case Question.VETO:
            grant = AnswerVeto(seat=president, grant=True)
            refuse = AnswerVeto(seat=president, grant=False)
            return (
                (ReportKind.VETO_GRANTED, phrases.action_name(grant)),
                (ReportKind.VETO_REFUSED, phrases.action_name(refuse)),
            )
        case Question.PEEK:
            look = phrases.action_name(PeekAtPolicies(seat=president))
            return ((ReportKind.PEEKED, look),)
        case _:
            return ()


def notices(table: PhysicalTable) -> tuple[str, ...]:
    """Return what to do with the cards after the last report."""
    due = []
    for event in table.steps[-1] if len(table.steps) > 1 else ():
        if isinstance(event, PolicyDeckShuffled):
            text = _(
                "Shuffle what is left of the draw pile together with the discard pile: the new"
                " draw pile holds %(count)d policies."
            )
            due.append(text % {"count": event.draw_pile_count})
        if isinstance(event, PolicyEnacted) and event.policy is Policy.FASCIST:
            rules, count = table.observation.ruleset, table.observation.fascist_policies
            if event.chancellor is None and rules.power_of(count) is not None:
                due.append(_("Nobody uses the power of this space: chaos brings none."))
            if count == rules.veto_at and table.observation.phase is not Phase.GAME_OVER:
                due.append(_("From the next session on there is the veto power."))
    return tuple(due)


def _next_name(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    return "" if table.next_president is None else name_of(players, table.next_president)


def next_candidate(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    """Return the candidate after this round; None before a special election names one."""
    if table.next_president is None or table.question is Question.SPECIAL_ELECTION:
        return ""
    return _("Next presidential candidate: %(name)s.") % {"name": _next_name(table, players)}
