"""Agreements at a table: the open motion with its answers, and the motions that the viewer may propose.

All of it is public, the answers included; only the buttons differ by viewer. Knows no role.
"""

from typing import ClassVar

from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player, names_of
from games.presenters.view import View, view_model
from games.values.agreement import Agreement
from games.values.agreement_request import AgreementAction
from games.values.timing import Hold, Motion
from games.words.spoken_language import gettext as _


@view_model
class AgreementButtonView(View):
    """One button."""

    action: str
    label: str
    is_main: bool = False


@view_model
class AgreementView(View):
    """The open motion, its answers, and the viewer's buttons."""

    template: ClassVar[str] = "games/table/_agreement.html"
    id: str = "agreement"
    url: str = ""
    number: int = 0
    sentences: tuple[str, ...] = ()
    buttons: tuple[AgreementButtonView, ...] = ()
    rematch_url: str = ""
    is_paused: bool = False


@view_model
class ProposalsView(View):
    """The motions that this viewer may propose."""

    template: ClassVar[str] = "games/table/_proposals.html"
    id: str = "proposals"
    url: str = ""
    number: int = 0
    may_pause: bool = False
    may_abandon: bool = False
    may_ask_for_stand_in: bool = False


def present_agreement(
    facts: Agreement,
    players: tuple[Player, ...],
    viewer: SeatNumber | None,
    *,
    url: str = "",
    rematch_url: str = "",
) -> AgreementView:
    """Return the open motion or hold; empty if there is none."""
    if facts.is_abandoned:
        return AgreementView(
            sentences=(
                _("Everybody agreed to abandon this game. Nobody wins, and nothing is rated."),
                _("Secret roles and cards stay closed."),
            ),
            rematch_url="" if viewer is None else rematch_url,
        )
    sentences = (*_course(facts, players), *_question(facts, players))
    if not sentences:
        return AgreementView()
    buttons = _buttons(facts, viewer) if viewer in facts.voters else ()
    return AgreementView(
        url=url if buttons else "",
        number=facts.number,
        sentences=sentences,
        buttons=buttons,
        is_paused=facts.hold is Hold.PAUSED,
    )


def present_proposals(
    facts: Agreement, viewer: SeatNumber | None, *, url: str = ""
) -> ProposalsView:
    """Return the possible motions; empty for viewers who may propose none.

    It names no player, so it stays the same from one decision to the next.
    """
    is_asked = viewer is not None and viewer in facts.voters
    may_pause, may_abandon = (
        is_asked and each in facts.motions for each in (Motion.PAUSE, Motion.ABANDON)
    )
    may_ask = viewer in facts.askers and Motion.STAND_IN in facts.motions
    # A waiting table has this button beside the sentence that says so.
    may_ask = may_ask and facts.hold is Hold.NONE
    if not may_pause and not may_abandon and not may_ask:
        return ProposalsView()
    return ProposalsView(
        url=url,
        number=facts.number,
        may_pause=may_pause,
        may_abandon=may_abandon,
        may_ask_for_stand_in=may_ask,
    )


def _list(players: tuple[Player, ...], seats: tuple[SeatNumber, ...]) -> str:
    return ", ".join(names_of(players, seats))


def _course(facts: Agreement, players: tuple[Player, ...]) -> tuple[str, ...]:
    """Return the sentence about a hold, if there is one."""
    names = {"names": _list(players, facts.absent)}
    match facts.hold:
        case Hold.PAUSED:
            return (
                _(
                    "The game is paused: no time runs, and bots wait. Decisions can still be made."
                    " Anybody who plays can end the pause; it ends by itself after a day, at a slow"
                    " pace after a week."
                ),
            )
        case Hold.WAITING:
            return (_("The time is up. The table waits for: %(names)s.") % names,)
        case Hold.VOTING:
            return (
                _(
                    "The time is up for: %(names)s. If everybody else agrees, the game is abandoned;"
                    " otherwise a stand-in decides."
                )
                % names,
            )
        case Hold.NONE:
            return ()


def _question(facts: Agreement, players: tuple[Player, ...]) -> tuple[str, ...]:
    if facts.motion is Motion.NONE:
        return ()
    if facts.declined_by is not None:
        name = {"name": _list(players, (facts.declined_by,))}
        return (_("Not agreed: %(name)s is against it.") % name,)
    question = {
        Motion.PAUSE: _(
            "Shall the game pause? It does if everybody agrees before this decision is made."
        ),
        Motion.STAND_IN: _(
            "Shall a stand-in decide for %(names)s? It does as soon as everybody who is asked agrees,"
            " or when the time shown is up and nobody is against it."
        )
        % {"names": _list(players, facts.absent)},
        Motion.ABANDON: _(
            "Shall the game be abandoned? It is if everybody agrees before this decision is made:"
            " nobody wins."
        ),
    }[facts.motion]
    missing = tuple(seat for seat in facts.voters if seat not in facts.agreeing)
    said = []
    if facts.agreeing:
        said.append(_("Agreed: %(names)s.") % {"names": _list(players, facts.agreeing)})
    if missing:
        said.append(_("Still asked: %(names)s.") % {"names": _list(players, missing)})
    return (question, *said)


def _buttons(facts: Agreement, viewer: SeatNumber | None) -> tuple[AgreementButtonView, ...]:
    """Return the viewer's buttons. A viewer who has agreed may do so again, as the last voter left."""
    buttons: list[AgreementButtonView] = []
    if facts.motion is not Motion.NONE and facts.declined_by is None:
        if viewer not in facts.agreeing or set(facts.agreeing) == set(facts.voters):
            buttons.append(
                AgreementButtonView(
                    action=AgreementAction.AGREE.value, label=_("I agree"), is_main=True
                )
            )
        buttons.append(
            AgreementButtonView(action=AgreementAction.DECLINE.value, label=_("I am against it"))
        )
    if facts.hold is Hold.PAUSED:
        buttons.append(
            AgreementButtonView(
                action=AgreementAction.GO_ON.value, label=_("Go on with the game"), is_main=True
            )
        )
    if facts.hold is Hold.WAITING and Motion.STAND_IN in facts.motions:
        label = _("Propose that a stand-in decides")
        buttons.append(
            AgreementButtonView(action=AgreementAction.STAND_IN.value, label=label, is_main=True)
        )
    return tuple(buttons)
