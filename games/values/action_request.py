"""ActionRequest: an action that a person asks for, made by forms and judged by the service."""

from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action
from games.engine.codec import decode_action
from games.engine.vocabulary import SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRequest:
    """An action that a person asks for. The session says who that is, not the form."""

    type: str
    values: tuple[tuple[str, Any], ...]
    decision: str
    action_id: str

    def by(self, seat: SeatNumber) -> Action:
        """Return the action, asked for by this seat."""
        return decode_action({"type": self.type, "by": seat, **dict(self.values)})
