"""The way of one reader through the tour: what they chose where the story leaves them the choice."""

import re
from dataclasses import dataclass

from games.engine.vocabulary import Policy, SeatNumber, Vote

_CODE = re.compile(r"([jn])([13456])([fl])([jn])", re.ASCII)
_HITLER: SeatNumber = 4
_OTHER_FASCIST: SeatNumber = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TourWay:
    """The reader's choices; those still to come are as most would choose."""

    first_vote: Vote = Vote.JA
    chancellor: SeatNumber = 6
    """The player whom the reader nominates."""
    discarded: Policy = Policy.FASCIST
    second_vote: Vote = Vote.NEIN

    @property
    def hitler(self) -> SeatNumber:
        """Who is Hitler: never the one nominated, as the game would be over."""
        return _OTHER_FASCIST if self.chancellor == _HITLER else _HITLER

    @property
    def fascist(self) -> SeatNumber:
        """The second Fascist."""
        return _HITLER if self.chancellor == _HITLER else _OTHER_FASCIST

    @property
    def code(self) -> str:
        """The choices as an address carries them."""
        votes = {Vote.JA: "j", Vote.NEIN: "n"}
        policy = "f" if self.discarded is Policy.FASCIST else "l"
        return f"{votes[self.first_vote]}{self.chancellor}{policy}{votes[self.second_vote]}"


def way_of(code: str) -> TourWay:
    """Return the way with this code; for any other text the usual one."""
    found = _CODE.fullmatch(code)
    if found is None:
        return TourWay()
    first, chancellor, discarded, second = found.groups()
    votes = {"j": Vote.JA, "n": Vote.NEIN}
    return TourWay(
        first_vote=votes[first],
        chancellor=int(chancellor),
        discarded=Policy.FASCIST if discarded == "f" else Policy.LIBERAL,
        second_vote=votes[second],
    )
