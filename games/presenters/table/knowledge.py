"""The viewer's private knowledge: the secret role with team-mates, and what the seat was shown."""

from typing import ClassVar, TypeAlias, assert_never

from games.engine.events import DiscardChosen, HandShown, PartyMembershipShown, PeekShown
from games.engine.observation import Observation
from games.engine.vocabulary import Policy, Role, SeatNumber
from games.presenters.players import Player, name_of
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _
from games.words.spoken_language import pgettext

SMALLER_HAND = 2
"""The number of policies a Chancellor receives; a President draws more."""

Shown: TypeAlias = HandShown | DiscardChosen | PartyMembershipShown | PeekShown
"""The memories that show a seat something after the opening, own ballots aside."""


@view_model
class AllyView(View):
    """Somebody whose role the opening has shown to the viewer."""

    name: str
    face: str
    place: int
    """The seat, counted from 1."""


@view_model
class SecretRoleView(View):
    """The viewer's own secret role, party membership and known team-mates."""

    template: ClassVar[str] = "games/table/_secret_role.html"
    id: str = "secret-role"
    name: str
    place: int
    role: str
    role_name: str
    party: str
    party_name: str
    hitler: AllyView | None
    """Hitler, if the opening showed who that is."""
    fascists: tuple[AllyView, ...]


@view_model
class KnowledgeView(View):
    """One fact that was shown to the viewer, with its round."""

    round: int
    text: str


@view_model
class OwnKnowledgeView(View):
    """Every fact that was shown to the viewer, the newest first."""

    template: ClassVar[str] = "games/table/_own_knowledge.html"
    id: str = "own-knowledge"
    entries: tuple[KnowledgeView, ...]


def present_secret_role(
    observation: Observation, players: tuple[Player, ...]
) -> SecretRoleView | None:
    """Return the own role; None for a spectator."""
    seat = observation.viewer
    role = observation.own_role
    if seat is None or role is None:
        return None
    is_over = observation.victory is not None
    return _secret_role(seat, role, () if is_over else observation.roles, players)


# Cached, as it stays the same from the deal to the end.
@once_per_language(4096)
def _secret_role(
    seat: SeatNumber,
    role: Role,
    roles: tuple[Role | None, ...],
    players: tuple[Player, ...],
) -> SecretRoleView:
    known = enumerate(() if role is Role.LIBERAL else roles)
    allies = [
        (each, AllyView(name=players[other].name, face=players[other].face, place=other + 1))
        for other, each in known
        if other != seat
    ]
    return SecretRoleView(
        name=players[seat].name,
        place=seat + 1,
        role=role.value,
        role_name=phrases.name_of(role),
        party=role.party.value,
        party_name=phrases.name_of(role.party),
        hitler=next((ally for each, ally in allies if each is Role.HITLER), None),
        fascists=tuple(ally for each, ally in allies if each is Role.FASCIST),
    )


def present_own_knowledge(
    observation: Observation, players: tuple[Player, ...]
) -> OwnKnowledgeView | None:
    """Return what the seat was shown; None for a spectator."""
    if observation.viewer is None:
        return None
    return OwnKnowledgeView(
        entries=tuple(
            [
                KnowledgeView(round=memory.round, text=shown_text(memory.event, players))
                for memory in reversed(observation.memories)
                if isinstance(memory.event, Shown)
            ]
        )
    )


def shown_text(event: Shown, players: tuple[Player, ...]) -> str:
    """Return what the viewer was shown, as a sentence to the viewer."""
    name = name_of(players, event.target) if isinstance(event, PartyMembershipShown) else ""
    return _shown_text(event, name)


@once_per_language(4096)
def _shown_text(event: Shown, name: str) -> str:
    match event:
        case HandShown(policies=policies):
            values = {"policies": names_of_policies(policies)}
            if len(policies) > SMALLER_HAND:
                return _("You drew: %(policies)s.") % values
            return _("You received: %(policies)s.") % values
        case DiscardChosen():
            return _("You discarded: %(policy)s.") % {"policy": names_of_policies((event.policy,))}
        case PeekShown():
            values = {"policies": names_of_policies(event.policies)}
            return _("You saw on top of the draw pile, the next one first: %(policies)s.") % values
        case PartyMembershipShown():
            values = {"name": name, "party": phrases.name_of(event.party)}
            return _("You saw the party membership of %(name)s: %(party)s.") % values
        case _:
            assert_never(event)


def names_of_policies(policies: tuple[Policy, ...]) -> str:
    """Return a list of policies as a value for a sentence."""
    return ", ".join(
        pgettext("policy card", "Liberal")
        if policy is Policy.LIBERAL
        else pgettext("policy card", "Fascist")
        for policy in policies
    )
