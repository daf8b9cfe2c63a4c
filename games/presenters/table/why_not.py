"""Why can't I?: actions the viewer may miss now, each with the rule that forbids it.

From public facts alone, and the same for every secret role (R-112). The table shows a question to press; the
answers are fetched when it is pressed. decision.py explains players who may not be named.
"""

from dataclasses import dataclass
from typing import ClassVar, assert_never

from games.engine.errors import Reason
from games.engine.observation import Observation
from games.engine.vocabulary import Phase, PresidentialPower
from games.presenters.learning.help_anchors import (
    PHASE_ANCHORS,
    POWERS,
    REASON_ANCHORS,
    SILENCE,
    SPECTATORS,
    TALK,
    VETO,
    VOTE,
)
from games.presenters.players import Player, name_of
from games.presenters.table.seats import rounds
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _

IN_SESSION = (Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT, Phase.VETO_ANSWER)


@dataclass(frozen=True, slots=True)
class Answer:
    """A viewer's question, the rule that answers it, and its place in the rule help."""

    question: str
    text: str
    anchor: str


@view_model
class WhyNotView(View):
    """The question, which fetches its answers when it is pressed."""

    template: ClassVar[str] = "games/table/_why_not.html"
    id: str = "why-not"
    url: str = ""
    """The address of the answers; empty for a viewer who can do everything now."""


def present_why_not(observation: Observation, url: str) -> WhyNotView:
    """Return the question for this viewer, with the address of its answers."""
    nominates = observation.phase is Phase.NOMINATE and observation.viewer in observation.actors
    if observation.phase is Phase.GAME_OVER or nominates:
        return WhyNotView()
    return WhyNotView(url=url)


def why_not(observation: Observation, players: tuple[Player, ...]) -> tuple[Answer, ...]:
    """Return what this viewer cannot do now, and why, in the active language."""
    if observation.phase is Phase.GAME_OVER:
        return ()
    if observation.viewer is None:
        return _watching()
    if not observation.is_alive:
        return _executed(observation, players)
    if observation.viewer in observation.actors:
        return _deciding(observation)
    president, chancellor = observation.president, observation.chancellor
    in_session = observation.phase in IN_SESSION
    return _waiting(
        observation.phase,
        name_of(players, president),
        "" if chancellor is None else name_of(players, chancellor),
        in_session and observation.viewer in (president, chancellor),
    )


# The answers for everybody who watches, votes or waits are the same: made once in a language.
@once_per_language(1)
def _watching() -> tuple[Answer, ...]:
    answer = _("Spectators only watch: whoever has no seat makes no decision and casts no ballot.")
    return (Answer(_("Why can't I act or vote?"), answer, SPECTATORS),)


@once_per_language(1)
def _voting() -> tuple[Answer, ...]:
    return (
        Answer(
            _("Why can't I abstain?"),
            phrases.reason_text(Reason.BALLOTS_INCOMPLETE),
            REASON_ANCHORS[Reason.BALLOTS_INCOMPLETE],
        ),
    )


def _executed(observation: Observation, players: tuple[Player, ...]) -> tuple[Answer, ...]:
    answer = phrases.reason_text(Reason.PLAYER_IS_DEAD)
    for record in rounds(observation):
        if record.power is PresidentialPower.EXECUTION and record.target == observation.viewer:
            answer = _(
                "President %(president)s executed you in round %(round)d:"
                " executed players do not vote, decide or hold office."
            ) % {"president": name_of(players, record.president), "round": record.round}
    return (
        Answer(_("Why can't I act or vote?"), answer, REASON_ANCHORS[Reason.PLAYER_IS_DEAD]),
        Answer(
            _("Why can't I speak to the living?"),
            _("Executed players stay silent: the living read only after the end what they write."),
            TALK,
        ),
    )


def _deciding(observation: Observation) -> tuple[Answer, ...]:
    match observation.phase:
        case Phase.NOMINATE:
            return ()
        case Phase.VOTE:
            return _voting()
        case Phase.PRESIDENT_DISCARD:
            return (*_no_veto_for_the_president(observation), _silence())
        case Phase.CHANCELLOR_ENACT:
            return (*_no_veto(observation), _silence())
        case Phase.VETO_ANSWER:
            return (_silence(),)
        case Phase.INVESTIGATE | Phase.SPECIAL_ELECTION | Phase.PEEK | Phase.EXECUTE:
            return (
                Answer(
                    _("Why can't I leave the power unused?"),
                    _("The President must use the power before the next round begins."),
                    POWERS,
                ),
            )
        case Phase.GAME_OVER:
            return ()
        case _:
            assert_never(observation.phase)


def _no_veto_for_the_president(observation: Observation) -> tuple[Answer, ...]:
    if not observation.veto_in_force:
        return ()
    return (
        Answer(
            _("Why can't I ask for a veto?"),
            _("Only the Chancellor may ask for a veto, once the President has discarded."),
            VETO,
        ),
    )


def _no_veto(observation: Observation) -> tuple[Answer, ...]:
    reason = observation.veto_barred
    if reason is None:
        return ()
    question = _("Why can't I ask for a veto?")
    return (Answer(question, phrases.reason_text(reason), REASON_ANCHORS[reason]),)


def _silence() -> Answer:
    return Answer(
        _("Why can't I speak?"),
        _(
            "From the draw until the policy lies face up,"
            " President and Chancellor may not speak with anybody."
        ),
        SILENCE,
    )


@once_per_language(1024)
def _waiting(phase: Phase, president: str, chancellor: str, is_silent: bool) -> tuple[Answer, ...]:
    answers = [
        Answer(
            _("Why can't I act now?"),
            _whose_decision(phase, president, chancellor),
            PHASE_ANCHORS[phase],
        ),
        Answer(_("Why can't I vote now?"), _next_vote(phase), VOTE),
    ]
    if is_silent:
        answers.append(_silence())
    return tuple(answers)


def _whose_decision(phase: Phase, president: str, chancellor: str) -> str:
    match phase:
        case Phase.NOMINATE:
            text = _("Only %(name)s nominates a Chancellor now, as the presidential candidate.")
            return text % {"name": president}
        case Phase.PRESIDENT_DISCARD:
            return _("Only the President draws and discards: %(name)s.") % {"name": president}
        case Phase.CHANCELLOR_ENACT:
            return _("Only the Chancellor enacts a policy: %(name)s.") % {"name": chancellor}
        case Phase.VETO_ANSWER:
            return _("Only the President answers a veto: %(name)s.") % {"name": president}
        case Phase.INVESTIGATE | Phase.SPECIAL_ELECTION | Phase.PEEK | Phase.EXECUTE:
            return _("Only the President uses the power: %(name)s.") % {"name": president}
        case Phase.VOTE | Phase.GAME_OVER:
            # Every living player votes, and after the end no player waits.
            raise ValueError(phase)
        case _:
            assert_never(phase)


def _next_vote(phase: Phase) -> str:
    if phase is Phase.NOMINATE:
        return _("The vote begins once a Chancellor is nominated.")
    return _("The ballots of this round are counted; the next nomination brings the next vote.")
