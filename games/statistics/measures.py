"""The measures, each with its exact definition.

A measure is a pair (successes, instances) of one seat in one game, kept by role and table size, so
every rate can be shown by team, role or size. A custom board is a game of its own, not one of its
size, see ON_CUSTOM_BOARDS.

Words used below. *Own*: decided by the person in the seat; a stand-in's decisions count for no
one. *Won*: the team won and the person is no leaver (a leaver has lost a ranked game, whatever the
team did). *Left*: a leaver in the result of a ranked game; in other games, a seat whose last
decision a stand-in took. In a void game a leaver has FINISHED and WON, and the others have
nothing. *Danger zone*: three or more Fascist policies are on the board when the vote begins, or as
many as a custom board says. A
*final* ballot is the one that counted, after all changes. Definitions name the instances first,
the successes after the slash.
"""

from enum import StrEnum
from typing import Final

MILLION: Final = 1_000_000
"""Chances are added in whole millionths, so that sums do not depend on the order of games."""

SLOWEST_SECONDS: Final = 600
"""The longest time that counts for a decision: a player may have left the room, and one such case
would hide all others."""


ON_CUSTOM_BOARDS: Final = 0
"""Stands for the table size of games on custom boards: they count in the totals, and in no size's rate."""


class Measure(StrEnum):
    """The measures of one seat in one game."""

    FINISHED = "finished"
    """Games / of these, not left."""

    WON = "won"
    """Games / won."""

    EXPECTED = "expected"
    """Games that had a prediction / the chance the own team had before them, in millionths."""

    WON_PREDICTED = "won_predicted"
    """Games that had a prediction / won. Less EXPECTED: the wins over expectation."""

    DANGER_VOTES = "danger_votes"
    """Own final ballots as a liberal in the danger zone / the right ones: Ja when both candidates
    are liberals, Nein when President or Chancellor candidate is of the Fascist team."""

    ELECTED_HITLER = "elected_hitler"
    """Own final ballots as a liberal in the danger zone while Hitler was the Chancellor candidate /
    of these, Ja in a vote that was won: a Ja that elected Hitler and lost the game."""

    PASSED_LIBERAL = "passed_liberal"
    """Own discards as a liberal President who drew both kinds / of these, a Fascist policy was
    discarded, so that every Liberal one was passed on. One kind alone is no choice."""

    ENACTED_LIBERAL = "enacted_liberal"
    """Policies enacted by own choice as Chancellor with both kinds in hand / Liberal ones. A hand
    discarded by a granted veto is not counted."""

    HONEST_CLAIMS = "honest_claims"
    """Policies drawn, received or peeked at of which the player claimed something / of these,
    nothing claimed was untrue. An act counts once however often it is spoken of; "no comment" is
    no claim; a peek must be told in its order. Who decided in that act does not matter: the claim
    is always the person's own."""

    HONEST_INVESTIGATIONS = "honest_investigations"
    """The same for party memberships seen in an investigation and announced."""

    SHOTS = "shots"
    """Executions by own choice / of a player of the other team (Hitler is on the Fascist one)."""

    TRUSTED_PRESIDENT = "trusted_president"
    """Own nominations / of these, the government was elected."""

    TRUSTED_CHANCELLOR = "trusted_chancellor"
    """Votes in which one stood as Chancellor candidate and cast the own final ballot oneself /
    of these, the government was elected."""

    SURVIVED = "survived"
    """Games that were not left / of these, living at the end."""

    HITLER_ELECTED = "hitler_elected"
    """Games as Hitler that were not left / of these, ended with Hitler elected Chancellor."""

    HITLER_SHOT = "hitler_shot"
    """Games as Hitler that were not left / of these, ended with Hitler executed."""

    PACE = "pace"
    """Own decisions / milliseconds from the moment the table began to wait for it to the moment
    it was made (the first own mark on a ballot), ten minutes at most each."""

    TIMED_OUT = "timed_out"
    """Decisions that fell to this seat / of these, taken by a stand-in: the time had run out, or
    the player had left. A ballot is whose its final mark is."""


OF_RATINGS: Final = frozenset({Measure.EXPECTED, Measure.WON_PREDICTED})
"""Known only from the rating's predictions, so counted anew when the ratings are."""
