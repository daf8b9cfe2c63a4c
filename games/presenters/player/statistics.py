"""One person's statistics: measures with rates, expectations, pace, streaks, pairings.

Values only, for one kind of game; templates format the numbers. rates.py decides which rates are
shown.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.engine.vocabulary import Party, Role
from games.presenters.player.measure_words import DEFINITIONS, MEASURE_NAMES
from games.presenters.player.rates import Grade, RateView, grade_of, present_rate
from games.presenters.view import view_model
from games.statistics import (
    MILLION,
    Measure,
    Numbers,
    Pairing,
    Streak,
    Tally,
)
from games.statistics.numbers import ROLES_OF
from games.words.phrases import GAME_KIND_NAMES, ROLE_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@view_model
class RowView:
    """A rate, and what it is about: a team, a role, a table size, or all games."""

    label: "Phrase | str"
    rate: RateView
    expected: RateView | None = None
    """The share that the ratings predicted; ranked games only."""


@view_model
class MeasureView:
    """A measure with its definition and its rows; the first row covers all games."""

    key: str
    name: "Phrase"
    definition: "Phrase"
    rows: tuple[RowView, ...]


@view_model
class ExpectationView:
    """Wins beside the wins that the ratings predicted."""

    name: "Phrase"
    definition: "Phrase"
    games: int
    wins: int
    expected_wins: float
    over: float
    grade: Grade


@view_model
class PaceView:
    """The mean time for a decision."""

    name: "Phrase"
    definition: "Phrase"
    seconds: float | None
    decisions: int
    grade: Grade


@view_model
class StreakView:
    """Wins or losses in a row."""

    won_now: int
    lost_now: int
    longest_won: int
    longest_lost: int


@view_model
class PairingView:
    """Another person, on the same side and on the opposite one."""

    other: str
    other_id: int
    same: RateView
    opposite: RateView
    address: str = ""


@view_model
class WinRowView:
    """A role, at each table size that was played."""

    label: "Phrase"
    cells: tuple[RateView, ...]


@view_model
class StatisticsView:
    """All statistics of one person in one kind of game."""

    kind: str
    kind_name: "Phrase"
    games: int
    finished: MeasureView
    wins: MeasureView
    sizes: tuple[int, ...]
    win_table: tuple[WinRowView, ...]
    expectation: ExpectationView | None
    decisions: tuple[MeasureView, ...]
    """Measures of decisions: votes, policies, claims, shots, trust."""
    fates: tuple[MeasureView, ...]
    """Measures of outcomes: survival, and as Hitler."""
    pace: PaceView
    timed_out: MeasureView
    streak: StreakView
    pairings: tuple[PairingView, ...]


_BY_TEAM: Final = (
    Measure.ENACTED_LIBERAL,
    Measure.HONEST_CLAIMS,
    Measure.HONEST_INVESTIGATIONS,
    Measure.SHOTS,
    Measure.TRUSTED_PRESIDENT,
    Measure.TRUSTED_CHANCELLOR,
)
_AS_LIBERAL: Final = (Measure.DANGER_VOTES, Measure.ELECTED_HITLER, Measure.PASSED_LIBERAL)
_ALL: Final = pgettext_lazy("statistics", "All")
_TEAMS: "dict[Party, Phrase]" = {
    Party.LIBERAL: _("On the Liberal team"),
    Party.FASCIST: _("On the Fascist team"),
}
_ROLES: "dict[Role, Phrase]" = {
    Role.FASCIST: _("As a fascist"),
    Role.HITLER: _("As Hitler"),
}


def present_statistics(numbers: Numbers) -> StatisticsView:
    """One person's statistics in one kind of game."""
    return StatisticsView(
        kind=numbers.kind.value,
        kind_name=GAME_KIND_NAMES[numbers.kind],
        games=numbers.total(Measure.WON).instances,
        finished=_measure(numbers, Measure.FINISHED),
        wins=MeasureView(
            key=Measure.WON.value,
            name=MEASURE_NAMES[Measure.WON],
            definition=DEFINITIONS[Measure.WON],
            rows=tuple(_win_rows(numbers)),
        ),
        sizes=numbers.sizes,
        win_table=tuple(
            WinRowView(
                label=ROLE_NAMES[role],
                cells=tuple(
                    present_rate(numbers.total(Measure.WON, (role,), size))
                    for size in numbers.sizes
                ),
            )
            for role in Role
        ),
        expectation=_expectation(numbers),
        decisions=(
            *(_measure(numbers, each) for each in _AS_LIBERAL),
            *(_measure(numbers, each, by_team=True) for each in _BY_TEAM),
        ),
        fates=(
            _measure(numbers, Measure.SURVIVED, by_team=True),
            _measure(numbers, Measure.HITLER_ELECTED),
            _measure(numbers, Measure.HITLER_SHOT),
        ),
        pace=_pace(numbers),
        timed_out=_measure(numbers, Measure.TIMED_OUT),
        streak=_streak(numbers.streak),
        pairings=tuple(_pairing(each) for each in numbers.pairings),
    )


def _measure(numbers: Numbers, measure: Measure, *, by_team: bool = False) -> MeasureView:
    rows = [RowView(label=_ALL, rate=present_rate(numbers.total(measure)))]
    if by_team:
        rows += [
            RowView(label=_TEAMS[party], rate=present_rate(numbers.total(measure, roles)))
            for party, roles in ROLES_OF.items()
        ]
    return MeasureView(
        key=measure.value,
        name=MEASURE_NAMES[measure],
        definition=DEFINITIONS[measure],
        rows=tuple(rows),
    )


def _win_rows(numbers: Numbers) -> Iterator[RowView]:
    yield _win_row(numbers, _ALL)
    for party, roles in ROLES_OF.items():
        yield _win_row(numbers, _TEAMS[party], roles)
    for role in (Role.FASCIST, Role.HITLER):
        # For liberals, role and team are the same.
        yield _win_row(numbers, _ROLES[role], (role,))
    for size in numbers.sizes:
        label = ngettext_lazy("%(count)d player", "%(count)d players", size) % {"count": size}
        yield _win_row(numbers, label, size=size)


def _win_row(
    numbers: Numbers,
    label: "Phrase | str",
    roles: tuple[Role, ...] = tuple(Role),
    size: int | None = None,
) -> RowView:
    expected = numbers.total(Measure.EXPECTED, roles, size)
    return RowView(
        label=label,
        rate=present_rate(numbers.total(Measure.WON, roles, size)),
        expected=_expected_rate(expected) if expected.instances else None,
    )


def _expected_rate(expected: Tally) -> RateView:
    """Return a mean of chances: it has no interval, but needs as many games."""
    grade = grade_of(expected.instances)
    mean = expected.successes / MILLION / expected.instances
    return RateView(
        successes=round(expected.successes / MILLION),
        instances=expected.instances,
        grade=grade,
        percent=None if grade is Grade.HIDDEN else 100 * mean,
    )


def _expectation(numbers: Numbers) -> ExpectationView | None:
    expected, won = numbers.total(Measure.EXPECTED), numbers.total(Measure.WON_PREDICTED)
    if not expected.instances:
        return None
    wins = expected.successes / MILLION
    return ExpectationView(
        name=MEASURE_NAMES[Measure.WON_PREDICTED],
        definition=DEFINITIONS[Measure.WON_PREDICTED],
        games=expected.instances,
        wins=won.successes,
        expected_wins=wins,
        over=won.successes - wins,
        grade=grade_of(expected.instances),
    )


def _pace(numbers: Numbers) -> PaceView:
    total = numbers.total(Measure.PACE)
    grade = grade_of(total.instances)
    mean = None if grade is Grade.HIDDEN else total.successes / 1000 / total.instances
    return PaceView(
        name=MEASURE_NAMES[Measure.PACE],
        definition=DEFINITIONS[Measure.PACE],
        seconds=mean,
        decisions=total.instances,
        grade=grade,
    )


def _streak(streak: Streak) -> StreakView:
    return StreakView(
        won_now=max(streak.current, 0),
        lost_now=max(-streak.current, 0),
        longest_won=streak.longest_won,
        longest_lost=streak.longest_lost,
    )


def _pairing(pairing: Pairing) -> PairingView:
    return PairingView(
        other=pairing.other,
        other_id=pairing.other_id,
        same=present_rate(pairing.same),
        opposite=present_rate(pairing.opposite),
        address=pairing.address,
    )
