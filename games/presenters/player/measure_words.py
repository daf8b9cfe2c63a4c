"""The name and the exact definition of each measure, in the reader's language.

They say in plain words what `games.statistics.measures` says for programmers; the two change
together.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.statistics import Measure

if TYPE_CHECKING:
    from games.words.phrases import Phrase

MEASURE_NAMES: "dict[Measure, Phrase]" = {
    Measure.FINISHED: _("Games played to the end"),
    Measure.WON: _("Games won"),
    Measure.EXPECTED: _("Expected wins"),
    Measure.WON_PREDICTED: _("Wins over expectation"),
    Measure.DANGER_VOTES: _("Right votes in the danger zone, as a liberal"),
    Measure.ELECTED_HITLER: _("Elected Hitler, as a liberal"),
    Measure.PASSED_LIBERAL: _("Kept every Liberal policy, as a liberal President"),
    Measure.ENACTED_LIBERAL: _("As Chancellor: a Liberal policy chosen"),
    Measure.HONEST_CLAIMS: _("True claims about policies"),
    Measure.HONEST_INVESTIGATIONS: _("True reports of investigations"),
    Measure.SHOTS: _("Executions that hit the other team"),
    Measure.TRUSTED_PRESIDENT: _("Own nominations that were elected"),
    Measure.TRUSTED_CHANCELLOR: _("Elected when standing as Chancellor"),
    Measure.SURVIVED: _("Living at the end"),
    Measure.HITLER_ELECTED: _("As Hitler: elected Chancellor for the win"),
    Measure.HITLER_SHOT: _("As Hitler: executed"),
    Measure.PACE: _("Time for a decision"),
    Measure.TIMED_OUT: _("Decisions left to a stand-in"),
}

DEFINITIONS: "dict[Measure, Phrase]" = {
    Measure.FINISHED: _(
        "All games that count, and how many of them the player did not leave. Left is a game in "
        "which stand-ins took the player's last two decisions. Annulled games do not count; a void "
        "game counts only for whoever left it."
    ),
    Measure.WON: _(
        "Games won by the player's team. Whoever left a ranked game for good has lost it, whatever "
        "the team made of it."
    ),
    Measure.EXPECTED: _(
        "Before each ranked game the ratings give the team a chance to win. Added up, these "
        "chances are the wins to be expected."
    ),
    Measure.WON_PREDICTED: _(
        "Games won, less the wins to be expected from the chances the ratings gave before each "
        "ranked game. Above zero: more wins than teams like these usually have."
    ),
    Measure.DANGER_VOTES: _(
        "Votes as a liberal while three or more Fascist policies are enacted. A vote is right if "
        "it is a Ja to two liberals, or a Nein when the President or the Chancellor candidate is "
        "of the Fascist team. The last mark on the ballot counts."
    ),
    Measure.ELECTED_HITLER: _(
        "Votes as a liberal while three or more Fascist policies are enacted and Hitler stands as "
        "Chancellor. Counted are those with a Ja in a vote that was won: the election that lost "
        "the game. The fewer, the better."
    ),
    Measure.PASSED_LIBERAL: _(
        "As a liberal President with both kinds of policies in hand: how often a Fascist policy "
        "was discarded, so that every Liberal one went on to the Chancellor. Hands of one kind are "
        "no choice and do not count."
    ),
    Measure.ENACTED_LIBERAL: _(
        "As Chancellor with one policy of each kind in hand: how often the Liberal one was "
        "enacted. Two policies of one kind are no choice and do not count; nor do vetoes."
    ),
    Measure.HONEST_CLAIMS: _(
        "Policies drawn, received or peeked at of which the player claimed something. An act "
        "counts once, as true if nothing the player ever claimed of it was untrue. Saying nothing "
        "is no claim. Fascists are expected to lie, so look at each team by itself."
    ),
    Measure.HONEST_INVESTIGATIONS: _(
        "Investigations whose result the player announced. Each counts once, as true if nothing "
        "ever announced of it was untrue."
    ),
    Measure.SHOTS: _(
        "Executions this player ordered, and how many of them hit somebody of the other team. "
        "Hitler is of the Fascist team."
    ),
    Measure.TRUSTED_PRESIDENT: _(
        "Governments this player proposed as a presidential candidate, and how many of them the "
        "table elected."
    ),
    Measure.TRUSTED_CHANCELLOR: _(
        "Votes in which this player stood as Chancellor, and how many of them were won."
    ),
    Measure.SURVIVED: _(
        "Games in which this player was not executed. Games that the player left do not count."
    ),
    Measure.HITLER_ELECTED: _(
        "Games as Hitler that the Fascists won because Hitler was elected Chancellor after the "
        "third Fascist policy. Games that the player left do not count."
    ),
    Measure.HITLER_SHOT: _(
        "Games as Hitler that the liberals won by executing Hitler. Games that the player left do "
        "not count."
    ),
    Measure.PACE: _(
        "The mean time from the moment the table waits for a decision to the moment the player "
        "takes it; for a vote, to the first mark on the ballot. No decision counts for more than "
        "ten minutes."
    ),
    Measure.TIMED_OUT: _(
        "Decisions that fell to this player and were taken by a stand-in, because the time had run "
        "out or the player had left. What a stand-in decides counts in no other number here."
    ),
}
