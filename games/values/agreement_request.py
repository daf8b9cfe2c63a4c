"""AgreementRequest: what a person proposes to the table, or answers; made by forms."""

from dataclasses import dataclass
from enum import StrEnum

from games.values.timing import Motion


class Word(StrEnum):
    """What a person can say about a motion, or to end a pause."""

    PAUSE = "propose_pause"
    STAND_IN = "propose_stand_in"
    ABANDON = "propose_abandon"
    AGREE = "agree"
    DECLINE = "decline"
    GO_ON = "go_on"


PROPOSED = {
    Word.PAUSE: Motion.PAUSE,
    Word.STAND_IN: Motion.STAND_IN,
    Word.ABANDON: Motion.ABANDON,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRequest:
    """One word about the motion with this number, so that a late click cannot answer a later motion."""

    word: Word
    number: int
