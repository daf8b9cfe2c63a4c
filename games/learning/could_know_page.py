"""What the table could know, or one seat: a table of all players and rounds that is also the picture of it.

Finished games and imported records only, in which nothing is secret.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.vocabulary import Party, Role, SeatNumber
from games.learning.could_know import Chances
from games.learning.likelihood import CLAIMS_THE_TRUTH, GIVES_UP_LIBERAL, VOTES_FOR_FASCISTS
from games.presenters.player import numbers
from games.presenters.players import Player, name_of
from games.presenters.replay.step_link import StepLink
from games.words import phrases

# From which chance on a cell has which ground: shares of the chance before the first round, and one in percent.
_UNLIKELY, _EVEN, _LIKELY, _NEARLY_SURE = 0.15, 0.75, 1.3, 85


@dataclass(frozen=True, slots=True, kw_only=True)
class EyesChoice:
    """Whose eyes one can look through."""

    value: str
    """The seat, as an address has it; empty for the table."""
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnView:
    """One round."""

    round: int
    link: StepLink | None
    """The end of this round in the replay; None before the first one."""
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One player after one round."""

    round: int
    percent: int
    look: str
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRowView:
    """One player."""

    name: str
    role: str
    """What the player really was; empty where a record does not say it."""
    party: str
    is_own: bool
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridView:
    """All players and all rounds."""

    caption: str
    rows: tuple[KnownRowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CouldKnowView:
    """The page, or the part of it beside a replay."""

    code: str
    name: str
    record: str
    """An imported record itself, which travels with every step as it is not stored."""
    heading: str
    explained: str
    eyes: tuple[EyesChoice, ...]
    columns: tuple[ColumnView, ...]
    fascist: GridView
    hitler: GridView
    reckoning: tuple[str, ...]
    """How the chances come about, sentence by sentence."""
    back: StepLink


def present_could_know(
    chances: Sequence[Chances],
    players: tuple[Player, ...],
    roles: Sequence[Role | None],
    links: dict[int, StepLink],
    *,
    eyes: SeatNumber | None,
    now: int,
    back: StepLink,
    code: str,
    name: str,
    record: str = "",
) -> CouldKnowView:
    """Return the page; `links` has the end of each round in the replay, `now` is the round that is looked at."""
    seats = range(len(players))
    return CouldKnowView(
        code=code,
        name=name,
        record=record,
        heading=_("What the table could know")
        if eyes is None
        else _("What %(name)s could know") % {"name": name_of(players, eyes)},
        explained=_(
            "How likely each player was to be a Fascist, judging by what everybody could see and by the claims. Hitler counts as one."
        )
        if eyes is None
        else _(
            "How likely each player was to be a Fascist, judging by all that this player saw and by the claims. Hitler counts as one."
        ),
        eyes=(
            EyesChoice(
                value="", name=pgettext("whose eyes", "The table"), is_chosen=eyes is None
            ),
            *(
                EyesChoice(value=str(seat), name=players[seat].name, is_chosen=seat == eyes)
                for seat in seats
            ),
        ),
        columns=tuple(
            ColumnView(
                round=each.round, link=links.get(each.round), is_now=each.round == now
            )
            for each in chances
        ),
        fascist=GridView(
            caption=_("Chance of being a Fascist after each round, in percent"),
            rows=tuple(
                _row(
                    [(each.round, each.fascist[seat]) for each in chances],
                    players[seat], roles[seat], now=now, is_own=seat == eyes,
                )
                for seat in seats
            ),
        ),
        hitler=GridView(
            caption=_("Chance of being Hitler after each round, in percent"),
            rows=tuple(
                _row(
                    [(each.round, each.hitler[seat]) for each in chances],
                    players[seat], roles[seat], now=now, is_own=seat == eyes,
                )
                for seat in seats
            ),
        ),
        reckoning=_reckoning(),
        back=back,
    )  # fmt: skip


def _row(
    chances: Sequence[tuple[int, float]],
    player: Player,
    role: Role | None,
    *,
    now: int,
    is_own: bool,
) -> KnownRowView:
    percents = [(round_, _percent(chance)) for round_, chance in chances]
    at_start = percents[0][1]
    cells = (
        CellView(
            round=round_, percent=percent, look=_look(percent, at_start), is_now=round_ == now
        )
        for round_, percent in percents
    )
    return KnownRowView(
        name=player.name,
        role="" if role is None else phrases.name_of(role),
        party="" if role is None else role.party.value,
        is_own=is_own,
        cells=tuple(cells),
    )


def _percent(chance: float) -> int:
    """Return whole percents; 0 and 100 are for what is certain."""
    nothing = 1e-9
    if nothing < chance < 1 - nothing:
        return min(99, max(1, round(100 * chance)))
    return round(chance) * 100


def _look(percent: int, at_start: int) -> str:
    """Return the name of a cell's shade: how far this chance is from the one before the first round."""
    if percent >= _NEARLY_SURE:
        return "sure"
    if percent <= _UNLIKELY * at_start:
        return "clear"
    if percent < _EVEN * at_start:
        return "unlikely"
    return "even" if percent < _LIKELY * at_start else "likely"


def _reckoning() -> tuple[str, ...]:
    shares = {
        "slip": numbers.percent(100 * GIVES_UP_LIBERAL[Party.LIBERAL]),
        "discards": numbers.percent(100 * GIVES_UP_LIBERAL[Party.FASCIST]),
        "true": numbers.percent(100 * CLAIMS_THE_TRUTH[Party.LIBERAL]),
        "half": numbers.percent(100 * CLAIMS_THE_TRUTH[Party.FASCIST]),
        "votes": numbers.percent(100 * VOTES_FOR_FASCISTS),
    }
    return (
        _("Every team that the rules allow is tried; at the start all are equally likely."),
        _(
            "Certain facts rule teams out: the own role, a party membership card, a Chancellor who is certainly not Hitler."
        ),
        _(
            "The policy deck is counted: every hand that a government can have drawn weighs as much as it was likely."
        ),
        _(
            "Whoever could keep a Liberal policy discards it in %(slip)s of cases as a Liberal, in %(discards)s as a Fascist."
        )
        % shares,
        _(
            "A claim is true in %(true)s of cases from a Liberal, in %(half)s from a Fascist. It counts from the round that it is about; silence says nothing."
        )
        % shares,
        _(
            "Votes count for little: a Fascist outside the government votes in %(votes)s of cases for one with a Fascist, and against one without. Liberals vote either way equally often."
        )
        % shares,
        _(
            "Whom a President investigates, calls or executes, and everything else that people say, does not count."
        ),
        _(
            "These shares are rough and the same for everybody: the chances show what a careful player might believe, not what was true."
        ),
    )
