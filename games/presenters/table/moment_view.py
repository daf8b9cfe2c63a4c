"""What the stage shows in one moment, ready for its template."""

from dataclasses import replace
from typing import ClassVar

from games.engine.vocabulary import SeatNumber
from games.presenters.table.plates import PlateView, RemarkView
from games.presenters.view import View, view_model
from games.values.moments import MomentKind

_HEARD = frozenset({MomentKind.ELECTED, MomentKind.REJECTED, MomentKind.EXECUTED})

# Of what the stage is made in a moment: paper, black, or a party's colour.
PAPER, NIGHT = "paper", "night"

_HEADLINE, _KICKER = "\ue000", "\ue001"
_FIRST_REMARK = 0xE002


@view_model
class TrackerStep(View):
    """One step of the election tracker, and whether it stands there."""

    is_here: bool
    is_chaos: bool


@view_model
class TurnedBallotView(View):
    """One ballot as it is turned over."""

    vote: str
    """ja or nein."""
    number: int
    """The number of its seat, as the table shows it."""
    slow: int = 0
    """Its place among the last ballots of a close vote, which turn one by one; 0 if it is none."""


@view_model
class MomentView(View):
    """One moment, ready to be shown."""

    kind: str
    headline: str
    """A whole sentence with the names of those it is about."""
    kicker: str = ""
    """A word or two above the headline."""
    aside: str = ""
    """What follows from it."""
    stamp: str = ""
    """One word, stamped across the stage."""
    symbol: str = ""
    tone: str = PAPER
    """paper, night, liberal or fascist."""
    cards: tuple[str, ...] = ()
    """Policies to be seen, L or F."""
    ballots: tuple[TurnedBallotView, ...] = ()
    """The ballots of the living, by seat, as they are turned over."""
    plates: tuple[PlateView, ...] = ()
    """Who steps forward."""
    tracker: tuple[TrackerStep, ...] = ()
    """The election tracker when it moves, else nothing."""
    remarks: tuple[RemarkView, ...] = ()
    """What the rules have to say about it."""
    power: str = ""
    """The name of the power that an enacted policy grants."""
    count: str = ""
    """How many policies of a party are enacted now, and how many it needs."""
    weight: int = 0
    """How heavily it falls: 1 where Hitler may win, 2 where the veto is unlocked, 3 where the game ends."""
    is_asked: bool = False
    """Whether it asks who is Hitler, holds, then answers: until then a yes and a no look alike."""
    is_grave: bool = False
    """Whether the table stays without colour until it is over or answered."""
    is_private: bool = False
    """Whether only this viewer sees it; it stays until the viewer puts it away."""
    milliseconds: int = 0
    seats: tuple[SeatNumber, ...] = ()
    """Whom it is about: they read it in words of their own."""

    @property
    def picture(self) -> "MomentView":
        """The same without its readers: with a place for every text that names people or speaks to one of them.

        Moments of many games and readers have the same picture. `words` says what belongs into the places.
        """
        remarks = [
            RemarkView(text=chr(_FIRST_REMARK + place), symbol=remark.symbol)
            for place, remark in enumerate(self.remarks)
        ]
        return replace(
            self,
            headline=_HEADLINE,
            kicker=self.kicker and _KICKER,
            remarks=tuple(remarks),
            seats=(),
        )

    @property
    def words(self) -> dict[str, str]:
        """What belongs into the places of its picture."""
        remarks = {
            chr(_FIRST_REMARK + place): remark.text for place, remark in enumerate(self.remarks)
        }
        return {_HEADLINE: self.headline, _KICKER: self.kicker, **remarks}

    @property
    def says_aside(self) -> bool:
        """Whether the aside is read out too: it tells what no line of the log beside it does."""
        return self.kind == MomentKind.EXECUTED

    @property
    def has_small_cards(self) -> bool:
        """Whether its cards lie in a row too small for their words."""
        return len(self.cards) > 1 and not self.is_private

    @property
    def is_card(self) -> bool:
        """Whether it shows a card that goes to its board."""
        return self.kind in {MomentKind.ENACTED, MomentKind.CHAOS}

    @property
    def sound(self) -> str:
        """What is heard with it (static/js/sounds.js); most are silent."""
        if self.is_card:
            return self.tone
        return self.kind if self.kind in _HEARD else ""


@view_model
class MomentsView(View):
    """The moments since the last frame."""

    template: ClassVar[str] = "games/table/_moments.html"
    id: str = "moments"
    moments: tuple[MomentView, ...]
