"""Evidence: how well each possible fascist team explains one finished round.

A team is a bit mask of seats. The evidence is never certain, as habits are only habits.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

from games.bots.habits import (
    boldness,
    chance_drew_claimed,
    chance_fascist_enacted,
    chance_passed,
    chance_received_claimed,
    unseen_draw,
)
from games.bots.hearing import UNTOLD, Opinion, SessionTold
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
HEARSAY = 0.15
OWN_EYES = 0.5
OPINION = 0.2
"""How much a wholly trusted player's opinion of another one counts: it rests on what everybody saw."""

# How likely a President claims to have seen the Fascist party, by whether the President and the
# investigated player are fascists.
_INVESTIGATION_CLAIMS = {
    (False, False): 0.03,
    (False, True): 0.97,
    (True, False): 0.5,
    (True, True): 0.1,
}


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
    told: SessionTold = UNTOLD,
    keenness: float = 1.0,
) -> tuple[float, ...]:
    """Return how well each possible team explains this round; boards are those at its beginning.

    `told` is what the government claims; `keenness` multiplies the weight that evidence has.
    """
    government = _government_tells(rules, record, liberal_policies, fascist_policies, seen, told)
    ja_voters = _outsiders(record, Vote.JA)
    nein_voters = _outsiders(record, Vote.NEIN)
    president = 1 << record.president
    chancellor = 0 if record.chancellor is None else 1 << record.chancellor
    target = 0 if record.target is None else 1 << record.target
    trust = keenness * (HEARSAY if seen == UNSEEN else OWN_EYES)
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
    told: SessionTold,
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
            * _chance_told(told, record.enacted, drawn, passed, by_fascist, with_fascist)
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


def _chance_told(
    told: SessionTold,
    enacted: Policy | None,
    drawn: int,
    passed: int,
    by_fascist: bool,
    with_fascist: bool,
) -> float:
    """Return how likely the government claims this; a word counts as much as its speaker is trusted."""
    chance = 1.0
    if told.drew is not None:
        likely = chance_drew_claimed(
            told.drew, drawn, passed, enacted, fascist=by_fascist, covers=with_fascist
        )
        chance *= told.trust[0] * likely + (1 - told.trust[0]) / 4
    if told.received is not None:
        likely = chance_received_claimed(told.received, passed, enacted, fascist=with_fascist)
        chance *= told.trust[1] * likely + (1 - told.trust[1]) / 3
    return chance


@lru_cache(maxsize=4096)
def opinions_explain(
    rules: Ruleset, opinions: tuple[Opinion, ...], crowd: float
) -> tuple[float, ...]:
    """Return how well each possible team explains what players say about each other.

    `crowd` multiplies the weight that mere opinions have.
    """
    teams = possible_teams(rules.players, rules.fascists + 1)
    weights: list[float] = [1.0] * len(teams)
    for opinion in opinions:
        tells = []
        for kind in range(4):
            tell = _opinion_tell(opinion, is_fascist=kind > 1, about_fascist=bool(kind & 1))
            tells.append(tell if opinion.investigated else tell**crowd)
        speaker, about = opinion.speaker, opinion.about
        weights = [
            weight * tells[(team >> speaker & 1) << 1 | team >> about & 1]
            for weight, team in zip(weights, teams, strict=True)
        ]
    return tuple(weights)


def _opinion_tell(opinion: Opinion, *, is_fascist: bool, about_fascist: bool) -> float:
    """Return how likely this is said: liberals say what they know or guess, fascists cover their own."""
    if opinion.investigated:
        says_so = _INVESTIGATION_CLAIMS[is_fascist, about_fascist]
        likely = says_so if opinion.against else 1 - says_so
        return opinion.trust * likely + (1 - opinion.trust) / 2
    fits = opinion.against is about_fascist
    strength = OPINION * opinion.trust
    if is_fascist:
        # A fascist also blends in, so what fascists say is half as telling, and the other way round.
        strength /= -2
    return 1 + strength if fits else 1 - strength


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
