"""The log: one line for every telling event.

Takes events that the viewer may read. rounds.py groups the lines by government.
"""

from dataclasses import replace
from typing import assert_never

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
    RolesRevealed,
    SecretRoleDealt,
    SpecialElectionCalled,
    TeammateShown,
    TermLimitsSet,
    Told,
    TopPolicyDiscarded,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.vocabulary import Policy, SeatNumber, Vote
from games.presenters.players import Player, name_of, names_of
from games.presenters.table.knowledge import SMALLER_HAND, Shown, names_of_policies, shown_text
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.spoken_language import gettext as _

# The log's filters; a line that belongs to none of them is always shown.
VOTES, POLICIES, POWERS = "votes", "policies", "powers"
_ABOUT = {
    "voted": VOTES,
    "chancellor": VOTES,
    "president": VOTES,
    "close": VOTES,
    "tracker": VOTES,
    "cleared": VOTES,
    "liberal": POLICIES,
    "fascist": POLICIES,
    "veto": POLICIES,
    "chaos": POLICIES,
    "lock": POLICIES,
    "site": POLICIES,
    "power-investigate": POWERS,
    "power-special_election": POWERS,
    "power-peek": POWERS,
    "power-execute": POWERS,
}


@view_model
class LogLine(View):
    """One line of the log."""

    kind: str
    """The subject of the line, and the name of its symbol."""
    text: str
    private: bool = False
    """Shown to the viewer alone."""
    round: int = 0
    party: str = ""
    """The party whose policy was enacted, or that won."""
    target: SeatNumber | None = None
    """The player the line is about, beside the government."""

    @property
    def about(self) -> str:
        """votes, policies, powers or nothing."""
        return _ABOUT.get(self.kind, "")


def present_log(
    told: Told,
    players: tuple[Player, ...],
    viewer: SeatNumber | None,
    *,
    round: int = 0,  # noqa: A002
) -> tuple[LogLine, ...]:
    """Return the lines of these events; `round` is the round of the first."""
    lines = []
    for place, event in enumerate(told):
        if isinstance(event, PresidencyPassed):
            round = event.round  # noqa: A001
        following = told[place + 1] if place + 1 < len(told) else None
        line = present_line(event, following, players, viewer, round)
        if line is not None:
            lines.append(line)
    return tuple(lines)


def present_line(
    event: Event,
    following: Event | None,
    players: tuple[Player, ...],
    viewer: SeatNumber | None,
    round_: int = 0,
) -> LogLine | None:
    """Return the line of this event, if any; the next event decides how an execution is told."""
    line = _line(event, following, players, viewer, round_)
    target = _target(event)
    return line if line is None or target is None else replace(line, target=target)


def _target(event: Event) -> SeatNumber | None:
    match event:
        case (
            LoyaltyInvestigated()
            | PartyMembershipShown()
            | SpecialElectionCalled()
            | PlayerExecuted()
        ):
            return event.target
        case _:
            return None


def _line(  # noqa: C901
    event: Event,
    following: Event | None,
    players: tuple[Player, ...],
    viewer: SeatNumber | None,
    round_: int,
) -> LogLine | None:
    match event:
        case PresidencyPassed():
            return LogLine(kind="round", text=_round_text(event, players), round=round_)
        case ChancellorNominated():
            text = _("%(president)s nominates %(chancellor)s as Chancellor.") % {
                "president": name_of(players, event.president),
                "chancellor": name_of(players, event.chancellor),
            }
            return LogLine(kind="chancellor", text=text, round=round_)
        case BallotsRevealed():
            return LogLine(kind="voted", text=ballots_text(event, players), round=round_)
        case GovernmentElected():
            text = _("Elected: President %(president)s, Chancellor %(chancellor)s.") % {
                "president": name_of(players, event.president),
                "chancellor": name_of(players, event.chancellor),
            }
            return LogLine(kind="president", text=text, round=round_)
        case GovernmentRejected():
            return LogLine(kind="close", text=_("The government is rejected."), round=round_)
        case ElectionTrackerMoved() if event.tracker:
            text = _("Election tracker: %(tracker)d.") % {"tracker": event.tracker}
            return LogLine(kind="tracker", text=text, round=round_)
        case ChancellorCleared():
            text = _("Not Hitler: Chancellor %(name)s.") % {
                "name": name_of(players, event.chancellor)
            }
            return LogLine(kind="cleared", text=text, round=round_)
        case PolicyEnacted():
            text = _enacted_text(event, players)
            party = event.policy.party.value
            return LogLine(kind=party, text=text, round=round_, party=party)
        case VetoRequested():
            text = _("Chancellor %(name)s asks for a veto.") % {
                "name": name_of(players, event.chancellor)
            }
            return LogLine(kind="veto", text=text, round=round_)
        case VetoGranted():
            text = _("President %(name)s grants the veto: both policies are discarded.") % {
                "name": name_of(players, event.president)
            }
            return LogLine(kind="veto", text=text, round=round_)
        case VetoRefused():
            text = _("President %(name)s refuses the veto.") % {
                "name": name_of(players, event.president)
            }
            return LogLine(kind="veto", text=text, round=round_)
        case TopPolicyDiscarded():
            return LogLine(kind="chaos", text=_discarded_text(event), round=round_)
        case ChaosStruck():
            text = _("Chaos: the top policy is turned over, and all term limits are forgotten.")
            return LogLine(kind="chaos", text=text, round=round_)
        case LoyaltyInvestigated():
            text = _("President %(president)s investigates the loyalty of %(target)s.") % {
                "president": name_of(players, event.president),
                "target": name_of(players, event.target),
            }
            return LogLine(kind="power-investigate", text=text, round=round_)
        case SpecialElectionCalled():
            text = _("President %(president)s calls a special election for %(target)s.") % {
                "president": name_of(players, event.president),
                "target": name_of(players, event.target),
            }
            return LogLine(kind="power-special_election", text=text, round=round_)
        case PoliciesPeeked():
            text = _("President %(name)s looks at the top three policies.") % {
                "name": name_of(players, event.president)
            }
            return LogLine(kind="power-peek", text=text, round=round_)
        case PlayerExecuted():
            return _execution(event, following, players, round_)
        case PowerGranted():
            text = _("Power of President %(name)s: %(power)s.") % {
                "name": name_of(players, event.president),
                "power": phrases.name_of(event.power),
            }
            return LogLine(kind=f"power-{event.power.value}", text=text, round=round_)
        case PolicyDeckShuffled():
            text = _("The policy deck is shuffled. Draw pile: %(count)d.") % {
                "count": event.draw_pile_count
            }
            return LogLine(kind="site", text=text, round=round_)
        case GameStarted():
            text = _("The game begins. Players: %(count)d.") % {"count": event.players}
            return LogLine(kind="site", text=text, round=round_)
        case GameEnded():
            winner = event.victory.winner.value
            text = phrases.name_of(event.victory)
            return LogLine(kind="victory", text=text, round=round_, party=winner)
        case HandShown() | DiscardChosen() | PartyMembershipShown() | PeekShown():
            own = event.seat == viewer
            text = shown_text(event, players) if own else _opened_text(event, players)
            return LogLine(kind=_private_kind(event), text=text, private=own, round=round_)
        case (
            # Told elsewhere: by the line beside it, or by the final reveal.
            ElectionTrackerMoved()
            | TermLimitsSet()
            | BallotCast()
            | BallotMarked()
            | PoliciesDrawn()
            | PolicyDiscarded()
            | SecretRoleDealt()
            | TeammateShown()
            | DrawPileArranged()
            | RolesRevealed()
        ):
            return None
        case _:
            assert_never(event)


def _discarded_text(event: TopPolicyDiscarded) -> str:
    if event.policy is Policy.LIBERAL:
        return _(
            "It is a Liberal policy that would win. On this board chaos wins no game: it is discarded."
        )
    return _(
        "It is a Fascist policy that would win. On this board chaos wins no game: it is discarded."
    )


def _round_text(event: PresidencyPassed, players: tuple[Player, ...]) -> str:
    values = {"round": event.round, "name": name_of(players, event.president)}
    if event.special:
        return _("Round %(round)d. Special election, candidate: %(name)s") % values
    return _("Round %(round)d. Presidential candidate: %(name)s") % values


def ballots_text(event: BallotsRevealed, players: tuple[Player, ...]) -> str:
    """Return how everybody voted, with names."""
    ja = tuple(seat for seat, vote in enumerate(event.votes) if vote is Vote.JA)
    nein = tuple(seat for seat, vote in enumerate(event.votes) if vote is Vote.NEIN)
    values = {
        "ja": len(ja),
        "nein": len(nein),
        "ja_names": ", ".join(names_of(players, ja)),
        "nein_names": ", ".join(names_of(players, nein)),
    }
    if not nein:
        return _("Ja! %(ja)d: %(ja_names)s. Nein! 0.") % values
    if not ja:
        return _("Ja! 0. Nein! %(nein)d: %(nein_names)s.") % values
    return _("Ja! %(ja)d: %(ja_names)s. Nein! %(nein)d: %(nein_names)s.") % values


def _enacted_text(event: PolicyEnacted, players: tuple[Player, ...]) -> str:
    liberal = event.policy is Policy.LIBERAL
    if event.chancellor is None:
        if liberal:
            return _("A Liberal policy is enacted by chaos.")
        return _("A Fascist policy is enacted by chaos.")
    name = {"name": name_of(players, event.chancellor)}
    if liberal:
        return _("Chancellor %(name)s enacts a Liberal policy.") % name
    return _("Chancellor %(name)s enacts a Fascist policy.") % name


def _execution(
    event: PlayerExecuted, following: Event | None, players: tuple[Player, ...], round_: int
) -> LogLine:
    values = {
        "president": name_of(players, event.president),
        "target": name_of(players, event.target),
    }
    if following is None or isinstance(following, GameEnded):
        text = _("President %(president)s executes %(target)s.") % values
    else:
        # The game goes on, so the target was not Hitler.
        text = _("President %(president)s executes %(target)s (not Hitler).") % values
    return LogLine(kind="power-execute", text=text, round=round_)


def _private_kind(event: Shown) -> str:
    match event:
        case PartyMembershipShown():
            return "power-investigate"
        case PeekShown():
            return "power-peek"
        case HandShown() | DiscardChosen():
            return "lock"
        case _:
            assert_never(event)


def _opened_text(event: Shown, players: tuple[Player, ...]) -> str:
    """Return another player's former secret, after the end (R-114)."""
    name = name_of(players, event.seat)
    match event:
        case HandShown(policies=policies):
            values = {"name": name, "policies": names_of_policies(policies)}
            if len(policies) > SMALLER_HAND:
                return _("Opened: %(name)s drew: %(policies)s.") % values
            return _("Opened: %(name)s received: %(policies)s.") % values
        case DiscardChosen():
            values = {"name": name, "policy": names_of_policies((event.policy,))}
            return _("Opened: %(name)s discarded: %(policy)s.") % values
        case PeekShown():
            values = {"name": name, "policies": names_of_policies(event.policies)}
            return _("Opened: %(name)s saw on top of the draw pile: %(policies)s.") % values
        case PartyMembershipShown():
            values = {
                "name": name,
                "target": name_of(players, event.target),
                "party": phrases.name_of(event.party),
            }
            return (
                _("Opened: %(name)s saw the party membership of %(target)s: %(party)s.") % values
            )
        case _:
            assert_never(event)
