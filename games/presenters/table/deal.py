"""The deal: a player's role on the whole screen, once, before the first round.

Role and team-mates are those that the opening has shown to the viewer (R-010, R-011).
"""

from datetime import datetime
from typing import ClassVar

from django.utils.translation import ngettext

from games.engine.observation import Observation
from games.engine.vocabulary import Phase, Role
from games.presenters.players import Player
from games.presenters.table.knowledge import SecretRoleView, present_secret_role
from games.presenters.view import View, view_model
from games.words.spoken_language import gettext as _


@view_model
class DealView(View):
    """A player's own role, and advice for it."""

    template: ClassVar[str] = "games/table/_deal.html"
    id: str = "deal"
    secret_role: SecretRoleView
    headline: str
    aim: str
    """How this player wins."""
    advice: str
    """What this player knows, and what follows from it."""
    begins_at: datetime | None
    """Until when roles are read and nobody has to do anything; None once somebody has."""


def present_deal(
    observation: Observation, players: tuple[Player, ...], begins_at: datetime | None = None
) -> DealView | None:
    """Return the deal for this player; None for spectators, and after the first vote."""
    secret_role = present_secret_role(observation, players)
    role = observation.own_role
    record = observation.current_round
    has_begun = observation.round > 1 or (record is not None and bool(record.votes))
    if secret_role is None or role is None or has_begun:
        return None
    headline, aim, advice = _words(
        role, observation.ruleset.hitler_zone_at, len(secret_role.fascists)
    )
    return DealView(
        secret_role=secret_role,
        headline=headline,
        aim=aim,
        advice=advice,
        begins_at=begins_at if observation.phase is Phase.NOMINATE else None,
    )


def _words(role: Role, zone: int, known: int) -> tuple[str, str, str]:
    match role:
        case Role.LIBERAL:
            return (
                _("You are a Liberal"),
                _("Liberals win with five Liberal policies, or by executing Hitler."),
                _("You know nobody else. Listen, vote, and find out whom to trust."),
            )
        case Role.FASCIST:
            return (
                _("You are a Fascist"),
                ngettext(
                    "Fascists win with six Fascist policies, or by electing Hitler Chancellor"
                    " once %(count)d is enacted.",
                    "Fascists win with six Fascist policies, or by electing Hitler Chancellor"
                    " once %(count)d are enacted.",
                    zone,
                )
                % {"count": zone},
                _("Seem Liberal, and help Hitler without anybody noticing."),
            )
        case Role.HITLER:
            aim = ngettext(
                "You win with the Fascists: above all, be elected Chancellor once %(count)d"
                " Fascist policy is enacted.",
                "You win with the Fascists: above all, be elected Chancellor once %(count)d"
                " Fascist policies are enacted.",
                zone,
            ) % {"count": zone}
            if known:
                return (
                    _("You are Hitler"),
                    aim,
                    ngettext(
                        "Seem Liberal, and be trusted. You and your Fascist know each other.",
                        "Seem Liberal, and be trusted. You and your Fascists know each other.",
                        known,
                    ),
                )
            return (
                _("You are Hitler"),
                aim,
                _(
                    "Seem Liberal, and be trusted. The Fascists know you, but you do not know them."
                ),
            )
