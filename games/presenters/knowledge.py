"""What only this viewer knows: the secret role with the team-mates, and what the seat was shown."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.events import DiscardChosen, HandShown, PartyMembershipShown, PeekShown
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.state import Memory
from games.engine.vocabulary import Role
from games.presenters.players import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRoleView:
    """The viewer's own secret role, party membership and known team-mates."""

    template: ClassVar[str] = "games/table/_secret_role.html"
    id: str = "secret-role"
    name: str
    place: int
    role: str
    party: str
    hitler: str
    """The name of Hitler, if the opening told it."""
    fascists: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeView:
    """One thing the viewer was shown."""

    round: int
    kind: str
    """drew, received, discarded, investigated or peeked."""
    policies: tuple[str, ...] = ()
    name: str = ""
    party: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnKnowledgeView:
    """Everything the viewer was shown, the newest first."""

    template: ClassVar[str] = "games/table/_own_knowledge.html"
    id: str = "own-knowledge"
    entries: tuple[KnowledgeView, ...]


def present_secret_role(
    observation: Observation, players: tuple[Player, ...]
) -> SecretRoleView | None:
    """The own role; None for a spectator."""
    seat = observation.viewer
    role = observation.own_role
    if seat is None or role is None:
        return None
    hitler = ""
    fascists = []
    if role is not Role.LIBERAL and observation.victory is None:
        for other, known in enumerate(observation.roles):
            if other == seat or known is None:
                continue
            if known is Role.HITLER:
                hitler = players[other].name
            elif known is Role.FASCIST:
                fascists.append(players[other].name)
    return SecretRoleView(
        name=players[seat].name,
        place=seat + 1,
        role=role.value,
        party=role.party.value,
        hitler=hitler,
        fascists=tuple(fascists),
    )


def present_own_knowledge(
    observation: Observation, players: tuple[Player, ...]
) -> OwnKnowledgeView | None:
    """What the seat was shown; None for a spectator."""
    if observation.viewer is None:
        return None
    rules = observation.ruleset
    entries = [_entry(memory, players, rules) for memory in reversed(observation.memories)]
    return OwnKnowledgeView(entries=tuple(entry for entry in entries if entry is not None))


def _entry(memory: Memory, players: tuple[Player, ...], rules: Ruleset) -> KnowledgeView | None:
    match memory.event:
        case HandShown(policies=policies):
            kind = "drew" if len(policies) == rules.hand_size else "received"
            shown = tuple(policy.value for policy in policies)
            return KnowledgeView(round=memory.round, kind=kind, policies=shown)
        case DiscardChosen(policy=policy):
            return KnowledgeView(
                round=memory.round, kind="discarded", policies=(policy.value,)
            )
        case PeekShown(policies=policies):
            shown = tuple(policy.value for policy in policies)
            return KnowledgeView(round=memory.round, kind="peeked", policies=shown)
        case PartyMembershipShown(target=target, party=party):
            return KnowledgeView(
                round=memory.round,
                kind="investigated",
                name=players[target].name,
                party=party.value,
            )
        case _:
            return None
