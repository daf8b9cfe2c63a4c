"""Habits: how players of either party usually treat policies.

A number of Liberals describes a hand: a draw of three holds 0 to 3, two passed policies hold 0 to
2.
"""

from functools import cache, lru_cache
from math import comb

from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Policy

LIBERAL_SLIP = 0.03
"""The chance of a slip: people misread and misclick, so no move proves a role."""

COVERS = 0.95
"""The chance that a fascist who has something to hide claims what hides it; others find that the truth is safer."""


@cache
def _draw_chances(liberal: int, fascist: int) -> tuple[float, ...]:
    """Return the chances that three of these policies hold 0, 1, 2 or 3 Liberals."""
    ways = comb(liberal + fascist, 3)
    return tuple(comb(liberal, held) * comb(fascist, 3 - held) / ways for held in range(4))


def unseen_draw(rules: Ruleset, liberal_policies: int, fascist_policies: int) -> tuple[float, ...]:
    """Return the chances of 0 to 3 Liberals in a draw, from the boards alone."""
    return _draw_chances(
        rules.liberal_policies - liberal_policies, rules.fascist_policies - fascist_policies
    )


def boldness(liberal_policies: int, fascist_policies: int) -> float:
    """Return how openly a fascist plays: the fuller the boards, the less is left to hide."""
    return min(0.95, 0.6 + 0.1 * (liberal_policies + fascist_policies))


def chance_passed(drawn: int, passed: int, *, fascist: bool, bold: float) -> float:
    """Return the chance that a President who drew so many Liberals passes so many."""
    if drawn in (0, 3):
        return 1.0 if passed == min(drawn, 2) else 0.0
    # With two Liberals a fascist can discard one unnoticed.
    drops_liberal = (bold if drawn == 1 else 0.9) if fascist else LIBERAL_SLIP
    if passed == drawn - 1:
        return drops_liberal
    return 1.0 - drops_liberal if passed == drawn else 0.0


def chance_fascist_enacted(passed: int, *, fascist: bool, bold: float) -> float:
    """Return the chance that a Chancellor who was passed so many Liberals enacts a Fascist policy."""
    if passed == 1:
        return bold if fascist else LIBERAL_SLIP
    return 1.0 if passed == 0 else 0.0


@lru_cache(maxsize=4096)
def chance_fascist_policy(
    draw: tuple[float, ...], *, president: bool, chancellor: bool, bold: float
) -> float:
    """Return the chance that a government enacts a Fascist policy; the flags say who in it is a fascist."""
    return sum(
        chance
        * chance_passed(drawn, passed, fascist=president, bold=bold)
        * chance_fascist_enacted(passed, fascist=chancellor, bold=bold)
        for drawn, chance in enumerate(draw)
        for passed in range(3)
    )


def cover_of_draw(drawn: int, passed: int | None, enacted: Policy | None, *, covers: bool) -> int:
    """Return the Liberals that a fascist President admits to have drawn.

    None that disappeared by the own hand, nor, if the President `covers` the Chancellor, by theirs.
    """
    admitted = drawn if passed is None or passed >= min(drawn, 2) else passed
    return 0 if covers and enacted is Policy.FASCIST else admitted


def cover_of_passed(passed: int, enacted: Policy | None) -> int:
    """Return the Liberals that a fascist Chancellor admits to have received: no choice was theirs."""
    return 0 if enacted is Policy.FASCIST else passed


def chance_drew_claimed(
    claimed: int,
    drawn: int,
    passed: int,
    enacted: Policy | None,
    *,
    fascist: bool,
    covers: bool,
) -> float:
    """Return the chance that a President who drew so many Liberals claims so many."""
    cover = cover_of_draw(drawn, passed, enacted, covers=covers) if fascist else drawn
    return _chance_claimed(claimed, drawn, cover, others=3)


def chance_received_claimed(
    claimed: int, passed: int, enacted: Policy | None, *, fascist: bool
) -> float:
    """Return the chance that a Chancellor who was passed so many Liberals claims so many."""
    return _chance_claimed(
        claimed, passed, cover_of_passed(passed, enacted) if fascist else passed, others=2
    )


def _chance_claimed(claimed: int, truth: int, cover: int, *, others: int) -> float:
    chance = LIBERAL_SLIP / others if claimed != truth else 0.0
    if claimed == truth:
        chance += (1 - LIBERAL_SLIP) * (1.0 if cover == truth else 1 - COVERS)
    elif claimed == cover:
        chance += (1 - LIBERAL_SLIP) * COVERS
    return chance
