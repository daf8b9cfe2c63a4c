"""The standing of a night and its honours, from who sat where and who won. PURE: computed anew whenever it is shown.

A win counts 1. Ties are decided by wins over expectation (what the ratings did not foresee), then by the wins of all
whom one has met.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LIBERAL, FASCIST, WINNER = "liberal", "fascist", "winner"
MOST_SHARING = 3
"""An honour that more people would share is nobody's, except the victory."""
SAME = 1e-9
"""Chances are sums of floats: less than this is a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One person at one table whose game counts."""

    person: int
    table: int
    won: bool
    expected: float
    """The chance of the person's side before the deal, 0 to 1."""
    team: str
    """LIBERAL, or FASCIST with Hitler."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightStanding:
    """One line of the standing."""

    person: int
    rank: int
    """Shared by people whom nothing tells apart."""
    games: int
    wins: int
    over: float
    """Wins over expectation."""
    opponents: int
    """The wins of everybody met, counted again for each meeting."""
    met: int
    """Different people met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """An honour: its kind, as in NightHonour.Kind, for whom, and the number behind it."""

    kind: str
    person: int
    value: float


def standing(played: Iterable[Played], people: Iterable[int] = ()) -> list[NightStanding]:
    """Return the standing, the best first; `people` are in it even without a game that counts."""
    rows = list(played)
    games: dict[int, list[Played]] = {person: [] for person in people}
    tables: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        games.setdefault(row.person, []).append(row)
        tables[row.table].append(row.person)
    wins = {person: sum(row.won for row in own) for person, own in games.items()}
    unranked = [_line(person, own, wins, tables) for person, own in games.items()]
    ordered = sorted(unranked, key=lambda line: (*_merit(line), -line.person), reverse=True)
    ranked: list[NightStanding] = []
    for place, line in enumerate(ordered, start=1):
        is_tied = bool(ranked) and _merit(ranked[-1]) == _merit(line)
        rank = ranked[-1].rank if is_tied else place
        ranked.append(
            NightStanding(
                person=line.person,
                rank=rank,
                games=line.games,
                wins=line.wins,
                over=line.over,
                opponents=line.opponents,
                met=line.met,
            )
        )
    return ranked


def _line(
    person: int,
    own: Sequence[Played],
    wins: Mapping[int, int],
    tables: Mapping[int, Sequence[int]],
) -> NightStanding:
    others = [each for row in own for each in tables[row.table] if each != person]
    return NightStanding(
        person=person,
        rank=0,
        games=len(own),
        wins=wins[person],
        over=sum(row.won - row.expected for row in own),
        opponents=sum(wins[each] for each in others),
        met=len(set(others)),
    )


def _merit(line: NightStanding) -> tuple[int, int, int]:
    return line.wins, round(line.over / SAME), line.opponents


def honours(played: Sequence[Played]) -> list[Earned]:
    """Return who has earned what at a night; a few people may share an honour, and without games there is none."""
    lines = standing(played)
    earned = [
        Earned(kind=WINNER, person=line.person, value=line.wins)
        for line in lines
        if line.rank == 1 and line.wins
    ]
    for team in (LIBERAL, FASCIST):
        own = standing([row for row in played if row.team == team])
        best = max(((line.wins, _merit(line)[1]) for line in own), default=(0, 0))
        earned += [
            Earned(kind=team, person=line.person, value=line.wins)
            for line in own
            if line.wins and (line.wins, _merit(line)[1]) == best
        ]
    most_over = max((_merit(line)[1] for line in lines), default=0)
    met = [line.met for line in lines]
    # Where everybody has met as many, as after one round, it is no honour.
    most_met = max(met) if len(set(met)) > 1 else 0
    for line in lines:
        if most_over > 0 and _merit(line)[1] == most_over:
            earned.append(Earned(kind="odds", person=line.person, value=line.over))
        if most_met and line.met == most_met:
            earned.append(Earned(kind="met", person=line.person, value=line.met))
    sharing = Counter(each.kind for each in earned)
    return [each for each in earned if each.kind == WINNER or sharing[each.kind] <= MOST_SHARING]
