"""AgreementRequest: what a person proposes to the table, or answers; made by forms."""

from dataclasses import dataclass
from enum import StrEnum

from games.values.timing import Motion


class AgreementAction(StrEnum):
    """What a person does about a motion: proposes one, answers it, or ends a pause."""

    PAUSE = "propose_pause"
    STAND_IN = "propose_stand_in"
    ABANDON = "propose_abandon"
    AGREE = "agree"
    DECLINE = "decline"
    GO_ON = "go_on"


PROPOSED = {
    AgreementAction.PAUSE: Motion.PAUSE,
    AgreementAction.STAND_IN: Motion.STAND_IN,
    AgreementAction.ABANDON: Motion.ABANDON,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRequest:
    """A person's action on the motion with this number: a late click cannot answer a later motion."""

    action: AgreementAction
    number: int
