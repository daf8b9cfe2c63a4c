"""Evidence: how well each possible fascist team explains one finished round.

A team is a bit mask of seats. The evidence is never certain, as habits are only habits.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

from games.bots.habits import boldness, chance_fascist_enacted, chance_passed, unseen_draw
from games.engine.ruleset import Ruleset
from games.engine.state import RoundRecord
from games.engine.vocabulary import Policy, PresidentialPower, Veto, Vote

Team: TypeAlias = int

# How much likelier than a liberal a fascist outside the government casts this vote, by whether a
# team-mate is in that government.
_VOTE_TELLS = {
    (Vote.JA, True): 1.05,
    (Vote.NEIN, True): 0.87,
    (Vote.JA, False): 0.96,
    (Vote.NEIN, False): 1.1,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSeen:
    """What this viewer knows of a legislative session: Liberals drawn and passed, where known."""

    drawn: int | None = None
    passed: int | None = None


UNSEEN = SessionSeen()

# How much a session's evidence counts. A careful player does not bet on habits, and trusts the
# cards in hand more than what the table shows.
HEARSAY = 0.35
OWN_EYES = 0.8


@cache
def possible_teams(players: int, size: int) -> tuple[Team, ...]:
    """Return every fascist team of this size, Hitler included, in a fixed order."""
    return tuple(sum(1 << seat for seat in seats) for seats in combinations(range(players), size))


@lru_cache(maxsize=4096)
def explains(
    rules: Ruleset,
    record: RoundRecord,
    liberal_policies: int,
    fascist_policies: int,
    seen: SessionSeen,
) -> tuple[float, ...]:
    """Return how well each possible team explains this round; boards are those at its beginning."""
    government = _government_tells(rules, record, liberal_policies, fascist_policies, seen)
    ja_voters = _outsiders(record, Vote.JA)
    nein_voters = _outsiders(record, Vote.NEIN)
    president = 1 << record.president
    chancellor = 0 if record.chancellor is None else 1 << record.chancellor
    target = 0 if record.target is None else 1 << record.target
    trust = HEARSAY if seen == UNSEEN else OWN_EYES
    weights = []
    for team in possible_teams(rules.players, rules.fascists + 1):
        by_fascist, with_fascist = bool(team & president), bool(team & chancellor)
        shady = by_fascist or with_fascist
        weight = government[by_fascist, with_fascist] ** trust
        weight *= _VOTE_TELLS[Vote.JA, shady] ** (team & ja_voters).bit_count()
        weight *= _VOTE_TELLS[Vote.NEIN, shady] ** (team & nein_voters).bit_count()
        if target and by_fascist:
            weight *= _power_tell(record.power, on_own=bool(team & target))
        weights.append(weight)
    return tuple(weights)


def _outsiders(record: RoundRecord, vote: Vote) -> int:
    """Seats with this vote, without the two candidates."""
    return sum(
        1 << seat
        for seat, cast in enumerate(record.votes)
        if cast is vote and seat not in (record.president, record.chancellor)
    )


def _government_tells(
    rules: Ruleset,
    record: RoundRecord,
    liberal_policies: int,
    fascist_policies: int,
    seen: SessionSeen,
) -> dict[tuple[bool, bool], float]:
    """Return how likely this session is, by whether President and Chancellor are fascists."""
    kinds = [(by, with_) for by in (False, True) for with_ in (False, True)]
    if not record.elected:
        return dict.fromkeys(kinds, 1.0)
    bold = boldness(liberal_policies, fascist_policies)
    draw = unseen_draw(rules, liberal_policies, fascist_policies)
    if seen.drawn is not None:
        draw = tuple(float(held == seen.drawn) for held in range(4))
    counts = range(3) if seen.passed is None else (seen.passed,)
    tells = {}
    for by_fascist, with_fascist in kinds:
        likely = sum(
            chance
            * chance_passed(drawn, passed, fascist=by_fascist, bold=bold)
            * _chance_enacted(record.enacted, passed, fascist=with_fascist, bold=bold)
            for drawn, chance in enumerate(draw)
            for passed in counts
        )
        tells[by_fascist, with_fascist] = max(likely, 1e-6) * _veto_tell(
            record.veto, by_fascist=by_fascist, with_fascist=with_fascist
        )
    return tells


def _chance_enacted(enacted: Policy | None, passed: int, *, fascist: bool, bold: float) -> float:
    if enacted is None:
        return 1.0
    chance = chance_fascist_enacted(passed, fascist=fascist, bold=bold)
    return chance if enacted is Policy.FASCIST else 1.0 - chance


def _veto_tell(veto: Veto | None, *, by_fascist: bool, with_fascist: bool) -> float:
    """Return how likely this veto is: honest players ask for and grant one more readily than fascists."""
    if veto is None:
        return 1.0
    tell = 0.5 if with_fascist else 1.0
    if by_fascist:
        tell *= 1.3 if veto is Veto.REFUSED else 0.7
    return tell


def _power_tell(power: PresidentialPower | None, *, on_own: bool) -> float:
    """Return how likely this use of a power is: fascists spare their own and promote them."""
    match power:
        case PresidentialPower.EXECUTION:
            return 0.3 if on_own else 1.0
        case PresidentialPower.SPECIAL_ELECTION:
            return 1.3 if on_own else 0.85
        case _:
            return 1.0
