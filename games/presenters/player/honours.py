"""The honours of a player, each with its rule: those earned, the latest first, and those still to earn."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.presenters.view import view_model
from games.values.honours import Honour, HonourEarned

if TYPE_CHECKING:
    from games.words.phrases import Phrase

# What each is called, its rule, and its symbol in symbols.svg.
_HONOURS: "Final[dict[Honour, tuple[Phrase, Phrase, str]]]" = {
    Honour.HONEST: (
        pgettext_lazy("honour", "Not one false word"),
        gettext_lazy("As a liberal, at least three claims in one game, and all of them true."),
        "dove",
    ),
    Honour.SURE_VOTES: (
        pgettext_lazy("honour", "Never fooled"),
        gettext_lazy(
            "As a liberal, at least three votes with three or more Fascist policies on the board:"
            " Ja! only for two liberals, Nein! for all others."
        ),
        "voted",
    ),
    Honour.DETECTIVE: (
        pgettext_lazy("honour", "Good nose"),
        gettext_lazy("As a liberal, find a fascist by an investigation, say so truly, and win."),
        "power-investigate",
    ),
    Honour.EXECUTED_HITLER: (
        pgettext_lazy("honour", "One shot"),
        gettext_lazy("As a liberal President, execute Hitler."),
        "power-execute",
    ),
    Honour.LAST_LIBERAL: (
        pgettext_lazy("honour", "The fifth policy"),
        gettext_lazy("As a liberal Chancellor, enact the fifth Liberal policy."),
        "liberal",
    ),
    Honour.CLEAN_BOARD: (
        pgettext_lazy("honour", "Clean hands"),
        gettext_lazy(
            "As a liberal, win by five Liberal policies while at most two Fascist ones are enacted."
        ),
        "check",
    ),
    Honour.FROM_THE_BRINK: (
        pgettext_lazy("honour", "Back from the brink"),
        gettext_lazy("As a liberal, win after five Fascist policies are enacted."),
        "tracker",
    ),
    Honour.WISE_VETO: (
        pgettext_lazy("honour", "Wise veto"),
        gettext_lazy(
            "As a liberal Chancellor with two Fascist policies in hand, ask for a veto, be granted it,"
            " and win."
        ),
        "veto",
    ),
    Honour.GAVE_LIFE: (
        pgettext_lazy("honour", "Not in vain"),
        gettext_lazy("As a liberal, be executed, and still win."),
        "dead",
    ),
    Honour.KINGMAKER: (
        pgettext_lazy("honour", "Kingmaker"),
        gettext_lazy(
            "As a fascist President, nominate Hitler in the election that wins the game."
        ),
        "president",
    ),
    Honour.BLUFF: (
        pgettext_lazy("honour", "Cold blood"),
        gettext_lazy("On the Fascist team, lie about an investigation, and win."),
        "chat",
    ),
    Honour.LAST_FASCIST: (
        pgettext_lazy("honour", "The sixth policy"),
        gettext_lazy("On the Fascist team, enact the sixth Fascist policy as Chancellor."),
        "fascist",
    ),
    Honour.TURNED_AROUND: (
        pgettext_lazy("honour", "At the last moment"),
        gettext_lazy("On the Fascist team, win after four Liberal policies are enacted."),
        "clock",
    ),
    Honour.LONG_WAY: (
        pgettext_lazy("honour", "The long way"),
        gettext_lazy("As Hitler, win by six Fascist policies."),
        "hitler",
    ),
    Honour.AGAINST_THE_ODDS: (
        pgettext_lazy("honour", "Against the odds"),
        gettext_lazy("Win a ranked game that your team had a chance of 35% or less to win."),
        "chaos",
    ),
    Honour.FIVE_IN_A_ROW: (
        pgettext_lazy("honour", "Five in a row"),
        gettext_lazy("Win five games of one kind, ranked or not, one after the other."),
        "victory",
    ),
    Honour.TEN_TO_THE_END: (
        pgettext_lazy("honour", "Word kept"),
        gettext_lazy("Play ten games to their end."),
        "person",
    ),
    Honour.HUNDRED_TO_THE_END: (
        pgettext_lazy("honour", "A hundred to the end"),
        gettext_lazy("Play a hundred games to their end."),
        "host",
    ),
    Honour.EVERY_SIZE: (
        pgettext_lazy("honour", "At every table"),
        gettext_lazy("Win at tables of five, six, seven, eight, nine and ten."),
        "spectator",
    ),
    Honour.EVERY_ROLE: (
        pgettext_lazy("honour", "Three faces"),
        gettext_lazy("Win ten games as a liberal, ten as a fascist, and ten as Hitler."),
        "you",
    ),
    Honour.BOTH_SIDES: (
        pgettext_lazy("honour", "Both sides"),
        gettext_lazy("Win 25 games as a liberal, and 25 on the Fascist team."),
        "wolf",
    ),
    Honour.FIFTY_PEOPLE: (
        pgettext_lazy("honour", "Fifty people"),
        gettext_lazy("Play with fifty different people."),
        "link",
    ),
}


@view_model
class PlayerHonourView:
    """An honour and its rule."""

    key: str
    name: "Phrase"
    rule: "Phrase"
    symbol: str
    earned_at: datetime | None = None
    """When the game that earned it ended; None: still to earn."""
    url: str = ""
    """That game: what decided it, and its replay; empty if the reader may not watch it."""


@view_model
class HonoursView:
    """All honours, as one player's page shows them."""

    earned: tuple[PlayerHonourView, ...]
    """The latest first."""
    open: tuple[PlayerHonourView, ...]

    @property
    def latest(self) -> tuple[PlayerHonourView, ...]:
        """The few that stand in the head of the page."""
        return self.earned[:_LATEST]


_LATEST: Final = 5


def present_honours(found: Iterable[HonourEarned]) -> HonoursView:
    """Return what is earned, in this order, and what is still to earn."""
    earned = tuple(
        _view(
            each.honour,
            earned_at=each.earned_at,
            url=reverse("games:replay", args=[each.code]) if each.code else "",
        )
        for each in found
    )
    have = {view.key for view in earned}
    return HonoursView(
        earned=earned, open=tuple(_view(each) for each in Honour if each.value not in have)
    )


def _view(honour: Honour, *, earned_at: datetime | None = None, url: str = "") -> PlayerHonourView:
    name, rule, symbol = _HONOURS[honour]
    return PlayerHonourView(
        key=honour.value, name=name, rule=rule, symbol=symbol, earned_at=earned_at, url=url
    )
