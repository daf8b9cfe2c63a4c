"""How players of either party tend to treat policies: what bots expect of others.

Policies in hand are counted by their Liberals: a draw of three holds 0 to 3, two passed hold 0 to 2.
"""

from functools import cache, lru_cache
from math import comb

from games.engine.ruleset import Ruleset

LIBERAL_SLIP = 0.03
"""People misread and misclick; nothing a player does is ever quite proof."""


@cache
def _draw_chances(liberal: int, fascist: int) -> tuple[float, ...]:
    """How likely three policies out of these hold 0, 1, 2 or 3 Liberals."""
    ways = comb(liberal + fascist, 3)
    return tuple(comb(liberal, held) * comb(fascist, 3 - held) / ways for held in range(4))


def unseen_draw(rules: Ruleset, liberal_policies: int, fascist_policies: int) -> tuple[float, ...]:
    """What a draw is likely to hold, going by the boards alone."""
    return _draw_chances(
        rules.liberal_policies - liberal_policies, rules.fascist_policies - fascist_policies
    )


def boldness(liberal_policies: int, fascist_policies: int) -> float:
    """How readily a fascist shows his colours: the fuller the boards, the less is left to hide."""
    return min(0.95, 0.6 + 0.1 * (liberal_policies + fascist_policies))


def chance_passed(drawn: int, passed: int, *, fascist: bool, bold: float) -> float:
    """How likely a President who drew so many Liberals passes so many of them."""
    if drawn in (0, 3):
        return 1.0 if passed == min(drawn, 2) else 0.0
    # Out of two Liberals a fascist can drop one without leaving a trace.
    drops_liberal = (bold if drawn == 1 else 0.9) if fascist else LIBERAL_SLIP
    if passed == drawn - 1:
        return drops_liberal
    return 1.0 - drops_liberal if passed == drawn else 0.0


def chance_fascist_enacted(passed: int, *, fascist: bool, bold: float) -> float:
    """How likely a Chancellor who was passed so many Liberals enacts a Fascist policy."""
    if passed == 1:
        return bold if fascist else LIBERAL_SLIP
    return 1.0 if passed == 0 else 0.0


@lru_cache(maxsize=4096)
def chance_fascist_policy(
    draw: tuple[float, ...], *, president: bool, chancellor: bool, bold: float
) -> float:
    """How likely a government enacts a Fascist policy; the flags say who of it is a fascist."""
    return sum(
        chance
        * chance_passed(drawn, passed, fascist=president, bold=bold)
        * chance_fascist_enacted(passed, fascist=chancellor, bold=bold)
        for drawn, chance in enumerate(draw)
        for passed in range(3)
    )
