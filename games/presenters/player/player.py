"""The head of a player's page: who this is, how strong, in what form; and the tabs below.

Finished games only, so there are no secrets here.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine.vocabulary import Party
from games.presenters.player.charts import RatingChartView, present_rating_chart
from games.presenters.player.past_games import FormMarkView, form_mark
from games.presenters.player.rates import RateView, present_rate
from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.statistics import Measure, Numbers, Pairing
from games.statistics.numbers import ROLES_OF
from games.statistics.rating import AVERAGE
from games.values.game_kind import GameKind
from games.values.player import (
    Counts,
    Outcome,
    RatingPoint,
    Standing,
)
from games.words.phrases import GAME_KIND_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase

SIDE_NAMES: "dict[Party, Phrase]" = {
    Party.LIBERAL: gettext_lazy("As a liberal"),
    Party.FASCIST: gettext_lazy("On the Fascist team"),
}
# The bar of a side ends so many points from the average.
_BAR_POINTS: Final = 300


@view_model
class KindChoice:
    """A kind of game that the statistics can show."""

    value: str
    name: "Phrase"
    games: int
    is_chosen: bool


class Tab(StrEnum):
    """What a player's page shows below its head."""

    GAMES = "games"
    STATISTICS = "statistics"
    RATING = "rating"
    HONOURS = "honours"
    TOGETHER = "together"


@view_model
class TabView:
    """A tab, and whether it is open."""

    key: str
    name: "Phrase | str"
    is_chosen: bool


@view_model
class SideView:
    """How strong a player is on one side: the rating as far as there is one, and the games won."""

    key: str
    name: "Phrase"
    rating: float | None
    uncertainty: float | None
    won: RateView
    low: int
    high: int
    at: int
    """Both ends of the rating's band and the rating itself, on a bar from 0 to 100; 1500 is at 50."""


@view_model
class FactView:
    """Something worth telling of somebody's games."""

    name: "Phrase | str"
    value: "Phrase | str"


@view_model
class SharedGamesView:
    """This player's games with the reader."""

    games: int
    same: RateView
    opposite: RateView


@view_model
class PlayerView:
    """The head of a player's page."""

    name: str
    is_self: bool
    standing: Standing | None
    percentile: float | None
    """The share of players with a settled rating who stand lower, in per cent."""
    place: int | None
    """The place on the leaderboard, counted from 1."""
    chart: RatingChartView | None
    kinds: tuple[KindChoice, ...]
    games: int
    form: tuple[FormMarkView, ...]
    """The latest results, the newest last; empty if the list of games is hidden."""
    form_title: str
    """Over which games: ranked ones, or all for somebody without any."""
    sides: tuple[SideView, ...]
    """As a liberal and on the Fascist team; empty before the first game of this kind."""
    facts: tuple[FactView, ...]
    """What is worth telling of these games; only what there is."""
    scope: str
    """The games that the sides and the facts are about."""
    missing: int
    """How many ranked games are missing to the leaderboard."""
    ranked_games: int
    wanted_games: int
    """How many ranked games the leaderboard asks for."""
    first_rating: int
    """What everybody begins with."""
    people: int
    """How many people are on the leaderboard; 0 if this player is not."""
    tabs: tuple[TabView, ...]
    tab: str
    shared_games: SharedGamesView | None
    summary: str
    """One sentence for previews of links to this page."""


def present_player(
    name: str,
    *,
    is_self: bool,
    standing: Standing | None,
    percentile: float | None,
    place: int | None,
    points: Sequence[RatingPoint],
    counts: Counts,
    chosen: str,
    numbers: Numbers,
    ranked_form: Sequence[Outcome],
    form: Sequence[Outcome],
    missing: int,
    people: int,
    tab: str,
    shared_games: Pairing | None,
) -> PlayerView:
    """Return the head of the page and its tabs; `numbers` are those that the head shows.

    `ranked_form` has the latest ranked results, the newest last; without any the `form` of all games stands for it.

    A tab that there is nothing for is left out; the first one stands for an unknown `tab`.
    """
    games, ranked = sum(counts.values()), standing.games if standing else 0
    tabs = _tabs(has_games=games > 0, is_rated=standing is not None, met=shared_games)
    tab = tab if tab in tabs else Tab.GAMES
    form = ranked_form or form
    return PlayerView(
        name=name,
        is_self=is_self,
        standing=standing,
        percentile=None if percentile is None else 100 * percentile,
        place=place,
        chart=present_rating_chart(points),
        kinds=tuple(
            KindChoice(
                value=kind.value,
                name=kind_name,
                games=counts.get(kind.value, 0),
                is_chosen=kind.value == chosen,
            )
            for kind, kind_name in GAME_KIND_NAMES.items()
        ),
        games=games,
        form=tuple(form_mark(outcome) for outcome in form),
        form_title=_form_title(len(form), is_ranked=bool(ranked_form)),
        sides=_sides(standing, numbers),
        facts=tuple(_facts(numbers)),
        scope=_scope(numbers),
        missing=missing,
        ranked_games=ranked,
        wanted_games=ranked + missing,
        first_rating=round(AVERAGE),
        people=people,
        tabs=tuple(
            TabView(key=key.value, name=label, is_chosen=key == tab) for key, label in tabs.items()
        ),
        tab=tab,
        shared_games=None if shared_games is None else present_shared_games(shared_games),
        summary=_player_summary(name, standing, games),
    )


def _form_title(games: int, *, is_ranked: bool) -> str:
    if is_ranked:
        text = ngettext(
            "Form: the last %(count)d ranked game", "Form: the last %(count)d ranked games", games
        )
    else:
        text = ngettext("The last game", "The last %(count)d games, none of them ranked", games)
    return text % {"count": games}


def _scope(numbers: Numbers) -> str:
    """Return over which games, and how many, the numbers were counted."""
    games = numbers.total(Measure.WON).instances
    match numbers.kind:
        case GameKind.RANKED:
            text = ngettext("%(count)d ranked game", "%(count)d ranked games", games)
        case GameKind.CASUAL:
            text = ngettext("%(count)d casual game", "%(count)d casual games", games)
        case GameKind.BOTS:
            text = ngettext("%(count)d game with bots", "%(count)d games with bots", games)
    return text % {"count": games}


def _tabs(*, has_games: bool, is_rated: bool, met: Pairing | None) -> "dict[Tab, Phrase | str]":
    tabs: dict[Tab, Phrase | str] = {Tab.GAMES: pgettext("tab", "Last games")}
    if has_games:
        tabs[Tab.STATISTICS] = pgettext("tab", "Statistics")
    if is_rated:
        tabs[Tab.RATING] = pgettext("tab", "Rating")
    if has_games:
        tabs[Tab.HONOURS] = pgettext("tab", "Honours")
    if met is not None:
        tabs[Tab.TOGETHER] = pgettext("tab", "With you")
    return tabs


def _sides(standing: Standing | None, numbers: Numbers) -> tuple[SideView, ...]:
    if not numbers.total(Measure.WON).instances:
        return ()
    rated = standing if numbers.kind is GameKind.RANKED else None
    if rated is None:
        return (_side(Party.LIBERAL, numbers), _side(Party.FASCIST, numbers))
    return (
        _side(Party.LIBERAL, numbers, rated.liberal, rated.liberal_uncertainty),
        _side(Party.FASCIST, numbers, rated.fascist, rated.fascist_uncertainty),
    )


def _side(
    party: Party,
    numbers: Numbers,
    rating: float | None = None,
    uncertainty: float | None = None,
) -> SideView:
    middle, doubt = rating or AVERAGE, uncertainty or 0.0

    def place(points: float) -> int:
        return round(min(max(50 + (points - AVERAGE) * 50 / _BAR_POINTS, 0), 100))

    return SideView(
        key=party.value,
        name=SIDE_NAMES[party],
        rating=rating,
        uncertainty=uncertainty,
        won=present_rate(numbers.total(Measure.WON, ROLES_OF[party])),
        low=place(middle - doubt),
        high=place(middle + doubt),
        at=place(middle),
    )


def _facts(numbers: Numbers) -> Iterator[FactView]:
    """What somebody did well or often; nothing that did not happen."""
    longest = numbers.streak.longest_won
    if longest > 1:
        yield FactView(name=_("Longest winning streak"), value=str(longest))
    offices = (Measure.TRUSTED_PRESIDENT, Measure.TRUSTED_CHANCELLOR)
    counted = {
        _("Elected to office"): sum(numbers.total(each).successes for each in offices),
        _("Opponents executed"): numbers.total(Measure.SHOTS).successes,
        _("Elected Chancellor as Hitler"): numbers.total(Measure.HITLER_ELECTED).successes,
    }
    for name, count in counted.items():
        if count:
            text = ngettext("%(count)d time", "%(count)d times", count)
            yield FactView(name=name, value=text % {"count": count})


def present_shared_games(pairing: Pairing) -> SharedGamesView:
    """Return how a player fared in the games with the reader."""
    return SharedGamesView(
        games=pairing.same.instances + pairing.opposite.instances,
        same=present_rate(pairing.same),
        opposite=present_rate(pairing.opposite),
    )


def _player_summary(name: str, standing: Standing | None, games: int) -> str:
    """Return the rating in one sentence, or without one how many games were played."""
    shown = in_a_sentence(name)
    if standing is None:
        text = ngettext(
            "%(name)s has finished %(count)d game of Secret Hitler here.",
            "%(name)s has finished %(count)d games of Secret Hitler here.",
            games,
        )
        return text % {"name": shown, "count": games}
    return _("%(name)s: rating %(rating)d ± %(uncertainty)d. Ranked games: %(games)d.") % {
        "name": shown,
        "rating": round(standing.rating),
        "uncertainty": round(standing.uncertainty),
        "games": standing.games,
    }
