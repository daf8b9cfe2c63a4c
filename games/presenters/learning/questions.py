"""Questions that come up at the table: each answered in two sentences, with the rule behind it.

The help shows them by subject, marked up for search engines (templates/games/help/_questions.html).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question and its answer."""

    anchor: str
    """Its place on the page, the same in every language."""
    question: "Phrase"
    answer: "Phrase"
    rulings: str
    """The rules and scenarios of RULES.md that settle it, such as "E-18 R-030"."""
    rule: str
    """The anchor in the rule help of the rule behind it."""


SET_UP = (
    TableQuestion(
        "q-table-size",
        _("Can four people play, or eleven?"),
        _(
            "No: roles, boards and powers are made for five to ten. Eleven or more play at two"
            " tables."
        ),
        rulings="E-02 R-001",
        rule="set-up",
    ),
    TableQuestion(
        "q-first-president",
        _("Who is the first President?"),
        _(
            "Nobody is, at first: the first presidential candidate is drawn at random and needs a"
            " won vote like any other. Before the first round the placard does not move."
        ),
        rulings="E-01 R-007",
        rule="set-up",
    ),
    TableQuestion(
        "q-hitler-knows",
        _("Does Hitler know the Fascists?"),
        _(
            "With five or six players, yes: Hitler and the one Fascist know each other. With"
            " seven or more, no: the Fascists know who Hitler is, but Hitler knows nobody."
        ),
        rulings="E-03 E-04 R-010 R-011",
        rule="knowledge",
    ),
    TableQuestion(
        "q-two-cards",
        _("Why does everybody get two cards?"),
        _(
            "The secret role says who you are; the party membership says only which party you"
            " belong to, and that is what an investigation shows. So Hitler can be investigated"
            " and looks like any Fascist."
        ),
        rulings="R-004 E-49",
        rule="box",
    ),
    TableQuestion(
        "q-board-stays",
        _("Somebody was executed. Do we change to the Fascist board for fewer players?"),
        _(
            "No, the board depends on how many began the game. It stays until the end, with its"
            " powers."
        ),
        rulings="R-006",
        rule="set-up",
    ),
)
NOMINATION = (
    TableQuestion(
        "q-first-round-limits",
        _("Who is term-limited in the first round?"),
        _(
            "Nobody, for no government has been elected yet. The candidate may nominate any other"
            " player."
        ),
        rulings="E-07 R-021",
        rule="term-limits",
    ),
    TableQuestion(
        "q-lost-pair",
        _("Does a lost vote limit the two who were proposed?"),
        _(
            "No, they may be nominated again in the very next round. Only those who were elected"
            " are limited."
        ),
        rulings="E-12 R-021",
        rule="term-limits",
    ),
    TableQuestion(
        "q-limited-candidate",
        _("May the last Chancellor be presidential candidate?"),
        _(
            "Yes: the candidacy goes round the table and bars nobody. Term limits concern the"
            " Chancellor’s office only."
        ),
        rulings="E-13 R-014 R-023",
        rule="term-limits",
    ),
    TableQuestion(
        "q-few-living",
        _("Five or fewer are living. Who is term-limited?"),
        _("Only the last Chancellor is. The last President may be nominated again at once."),
        rulings="E-10 E-17 R-022",
        rule="term-limits",
    ),
    TableQuestion(
        "q-six-become-five",
        _("Six are living and one is executed. May the last President be nominated now?"),
        _(
            "Yes, at once: the living are counted at the nomination, and there are five. The last"
            " Chancellor still may not."
        ),
        rulings="E-11 R-022",
        rule="term-limits",
    ),
    TableQuestion(
        "q-executed-chancellor",
        _(
            "May a President execute the Chancellor of the same government, and who is limited"
            " then?"
        ),
        _(
            "Yes, that is allowed. Then the President alone is limited, if more than five are"
            " living; the dead Chancellor’s limit passes to nobody."
        ),
        rulings="E-15 E-67 R-025",
        rule="term-limits",
    ),
    TableQuestion(
        "q-waiting",
        _("Do term limits end after one round?"),
        _(
            "No, they last until another government is elected or chaos strikes. Lost votes in"
            " between change nothing."
        ),
        rulings="E-16 R-024",
        rule="term-limits",
    ),
    TableQuestion(
        "q-only-hitler",
        _("The only player who may be nominated is Hitler. Is the game lost?"),
        _(
            "No: the nomination is forced, but the vote is not. If the vote is lost, the game"
            " goes on."
        ),
        rulings="E-83 R-027",
        rule="nomination",
    ),
    TableQuestion(
        "q-take-back",
        _("May I nominate myself, or take a nomination back?"),
        _(
            "Neither: you nominate another living player, and the choice is final. Talk it over"
            " before you make it."
        ),
        rulings="E-08 E-22 R-020",
        rule="nomination",
    ),
)
VOTE = (
    TableQuestion(
        "q-tie",
        _("Is a tie a won vote?"),
        _(
            "No, the government needs more Ja! than Nein! votes. With four living, two are not"
            " enough."
        ),
        rulings="E-18 E-84 R-030",
        rule="vote",
    ),
    TableQuestion(
        "q-majority",
        _("How many Ja! votes does a government need?"),
        _(
            "More than half of the living: three of five, four of six or seven, five of eight or"
            " nine, six of ten. Every execution changes the number."
        ),
        rulings="E-19 R-030",
        rule="vote",
    ),
    TableQuestion(
        "q-abstain",
        _("May I abstain?"),
        _(
            "No, every living player votes, both candidates included. Only the executed do not"
            " vote."
        ),
        rulings="E-20 R-028",
        rule="vote",
    ),
    TableQuestion(
        "q-change-vote",
        _("May I change my vote?"),
        _(
            "Yes, until the last ballot is in. The others see that you have voted, but not how,"
            " and not that you changed it."
        ),
        rulings="E-21 R-029",
        rule="vote",
    ),
)
HITLER = (
    TableQuestion(
        "q-third-policy",
        _("Hitler as Chancellor enacts the third Fascist policy. Is the game over?"),
        _(
            "No: what counts is how many lay there when Hitler was elected, and those were two."
            " The game goes on with the power of that space."
        ),
        rulings="E-43 R-034",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-elected",
        _(
            "Three Fascist policies lie there and Hitler is elected Chancellor. Does the"
            " government still draw?"
        ),
        _(
            "No, the Fascists win at once, before a card is drawn. What the policies would have"
            " been does not matter any more."
        ),
        rulings="E-44 R-033",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-as-president",
        _("Hitler is elected President. What happens?"),
        _("Nothing special, at any time. Hitler ends the game by an election only as Chancellor."),
        rulings="E-46 R-035",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-only-nominated",
        _("Hitler is nominated and the vote is lost. Must Hitler say so?"),
        _("No, nothing is revealed. Only an elected Chancellor is checked."),
        rulings="E-47 R-033",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-must-say",
        _("When must a Chancellor say whether they are Hitler?"),
        _(
            "After every won vote with three or more Fascist policies on the board. Before the"
            " third nobody has to, and a denial proves nothing."
        ),
        rulings="E-45 E-48 R-033 R-101",
        rule="talk",
    ),
    TableQuestion(
        "q-checked-again",
        _("A Chancellor was not Hitler. Is the check made again at the next election?"),
        _("Yes, at every election of a Chancellor. But whoever was not Hitler once never is."),
        rulings="R-033",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-not-hitler",
        _("Somebody is proven not to be Hitler. Is that a Liberal?"),
        _(
            "Perhaps: every ordinary Fascist is not Hitler either. Party and role stay hidden"
            " until the end, even after an execution."
        ),
        rulings="E-63 R-078 R-033",
        rule="powers-execute",
    ),
)
TRACKER = (
    TableQuestion(
        "q-won-vote",
        _("Does a won election move the tracker back?"),
        _(
            "No, only a policy turned face up does. If that government’s veto is granted, the"
            " tracker moves on from where it stood."
        ),
        rulings="E-30 E-31 R-044",
        rule="tracker",
    ),
    TableQuestion(
        "q-veto-and-votes",
        _("Do lost votes and vetoes count together?"),
        _(
            "Yes: each lost vote and each granted veto is one step, in any order. The third step"
            " is chaos."
        ),
        rulings="E-76 R-040 R-041",
        rule="tracker",
    ),
    TableQuestion(
        "q-chaos-power",
        _("Chaos brings a Fascist policy onto a power. Who uses it?"),
        _("Nobody, ever: the power is lost. The next Fascist policy lies on the next space."),
        rulings="E-24 R-042",
        rule="tracker",
    ),
    TableQuestion(
        "q-chaos-end",
        _("Can chaos end the game?"),
        _(
            "Yes: the fifth Liberal policy or the sixth Fascist one wins, wherever it comes from."
            " Chaos can also open the danger zone or unlock the veto."
        ),
        rulings="E-25 E-26 R-045",
        rule="tracker",
    ),
    TableQuestion(
        "q-chaos-zone",
        _("Chaos enacts the third Fascist policy. Does electing Hitler lose the game now?"),
        _("Yes, from the next election on. It makes no difference that no government enacted it."),
        rulings="E-27 R-045 R-033",
        rule="hitler-zone",
    ),
    TableQuestion(
        "q-limits-after-chaos",
        _("Who is term-limited after chaos?"),
        _(
            "Nobody, and it stays so over further lost votes. The next elected government is"
            " limited again."
        ),
        rulings="E-23 E-29 R-043",
        rule="tracker",
    ),
    TableQuestion(
        "q-peek-then-chaos",
        _("After a peek the votes are lost until chaos. Which policy comes?"),
        _("The first one of the peek. Nothing has been drawn or shuffled since."),
        rulings="E-62 R-064 R-077",
        rule="powers-peek",
    ),
)
SESSION = (
    TableQuestion(
        "q-silence",
        _("May President and Chancellor speak or make signs during the session?"),
        _(
            "No, neither to each other nor to the table, until the policy lies face up. Only the"
            " words of the veto are allowed."
        ),
        rulings="R-053 R-050",
        rule="session",
    ),
    TableQuestion(
        "q-by-chance",
        _("May the President shuffle the two policies, or let chance choose?"),
        _(
            "No, both choices are made on purpose and in secret. The two policies are handed over"
            " together, and the Chancellor chooses one."
        ),
        rulings="R-052",
        rule="session",
    ),
    TableQuestion(
        "q-show-discard",
        _("May I show a discarded policy to prove that I told the truth?"),
        _(
            "No, discarded policies stay face down until the end. You may say what it was, and"
            " nobody has to believe you."
        ),
        rulings="E-42 R-054",
        rule="session",
    ),
    TableQuestion(
        "q-liberal-power",
        _("Does a Liberal policy ever grant a power?"),
        _(
            "No, never. Only a Fascist policy on a space with a power does, and only if a"
            " government enacted it."
        ),
        rulings="E-41 R-056",
        rule="session",
    ),
    TableQuestion(
        "q-shuffle-when",
        _(
            "Fewer than three policies are left while the government chooses. Is it time to"
            " shuffle?"
        ),
        _(
            "Not yet: wait until the policy lies face up. Then the piles are shuffled, before any"
            " power is used."
        ),
        rulings="E-36 E-37 R-062",
        rule="deck",
    ),
    TableQuestion(
        "q-left-over",
        _("One or two policies are left in the draw pile. Are they drawn first?"),
        _(
            "No, they are shuffled together with the discard pile. Nobody looks at them, and they"
            " do not go on top."
        ),
        rulings="R-061",
        rule="deck",
    ),
    TableQuestion(
        "q-counting",
        _("May I count the policies?"),
        _(
            "Yes, the sizes of both piles and every reshuffle are public. Only what was discarded"
            " stays secret."
        ),
        rulings="R-065",
        rule="deck",
    ),
)
POWERS = (
    TableQuestion(
        "q-decline",
        _("May a power be saved or declined?"),
        _(
            "Neither: the President uses it now, before the next round begins. Whether the"
            " President wants it makes no difference."
        ),
        rulings="E-66 R-070 R-071",
        rule="powers",
    ),
    TableQuestion(
        "q-oneself",
        _("May Presidents use a power on themselves?"),
        _(
            "No, it is always another living player. That holds for an investigation, a special"
            " election and an execution alike."
        ),
        rulings="E-51 E-58 E-65",
        rule="powers",
    ),
    TableQuestion(
        "q-investigated-twice",
        _("May one player be investigated twice?"),
        _(
            "No. Whoever was investigated once cannot be investigated again in this game, by any"
            " President."
        ),
        rulings="E-50 R-073",
        rule="powers-investigate",
    ),
    TableQuestion(
        "q-investigate-hitler",
        _("What does an investigation of Hitler show?"),
        _(
            "The Fascist party, as with every Fascist. The role is never shown, so nobody can"
            " find Hitler that way."
        ),
        rulings="E-49 R-073",
        rule="powers-investigate",
    ),
    TableQuestion(
        "q-special-limited",
        _("May a special election name somebody with a term limit?"),
        _(
            "Yes: term limits bar from the Chancellor’s office, not from being presidential"
            " candidate. In the vote everything is as in any other round."
        ),
        rulings="E-52 R-074",
        rule="powers-special-election",
    ),
    TableQuestion(
        "q-special-neighbour",
        _(
            "A special election names the player on the President’s left. Does that player get"
            " two turns?"
        ),
        _(
            "Yes, two in a row. After the special election the order goes on from the President"
            " who called it."
        ),
        rulings="E-53 R-075",
        rule="powers-special-election",
    ),
    TableQuestion(
        "q-special-next",
        _("Who is presidential candidate after a special election?"),
        _(
            "The living player to the left of the President who called it. It makes no difference"
            " whether its vote was won or lost."
        ),
        rulings="E-54 E-55 R-075",
        rule="powers-special-election",
    ),
    TableQuestion(
        "q-special-dead",
        _("The President who called a special election has been executed. Who is next?"),
        _(
            "The first living player to the left of that seat. If the left neighbour is dead,"
            " too, it is the one after."
        ),
        rulings="E-56 E-57 R-076",
        rule="powers-special-election",
    ),
    TableQuestion(
        "q-special-limits",
        _("Which government do the term limits name after a special election?"),
        _(
            "The one elected in it, as after any other round. If its vote was lost, the limits"
            " stay as they were, unless it brought chaos."
        ),
        rulings="E-59 R-032 R-021",
        rule="term-limits",
    ),
    TableQuestion(
        "q-peek-order",
        _("May the President change the order after a peek?"),
        _(
            "No, the three policies stay where they are, in the same order. What the President"
            " says about them may be true or not."
        ),
        rulings="E-60 R-077",
        rule="powers-peek",
    ),
    TableQuestion(
        "q-peek-shuffle",
        _("A peek is due and fewer than three policies are left. What does the President see?"),
        _(
            "The top three of the new draw pile. The piles are shuffled first, as a session has"
            " just ended."
        ),
        rulings="E-61 R-062",
        rule="deck",
    ),
    TableQuestion(
        "q-next-is-dead",
        _("The executed player would have been the next presidential candidate. What now?"),
        _("The next living player on the left is. The executed are skipped, here and everywhere."),
        rulings="E-68 R-016",
        rule="round",
    ),
)
VETO = (
    TableQuestion(
        "q-unlocking-session",
        _("May the veto be asked for in the session that unlocks it?"),
        _(
            "No, only from the next session on. Five Fascist policies must lie there when the"
            " session begins."
        ),
        rulings="E-70 E-71 R-080",
        rule="veto",
    ),
    TableQuestion(
        "q-chaos-veto",
        _("Chaos enacts the fifth Fascist policy. Is there a veto now?"),
        _("Yes, from the next session on. The execution of that space is lost, though."),
        rulings="E-28 R-080",
        rule="veto",
    ),
    TableQuestion(
        "q-who-asks",
        _("May the President propose a veto?"),
        _(
            "No, only the Chancellor can ask for one, after the President has discarded. The"
            " President only grants or refuses it."
        ),
        rulings="E-71 E-85 R-082",
        rule="veto",
    ),
    TableQuestion(
        "q-ask-again",
        _("The President refuses the veto. May the Chancellor ask once more?"),
        _(
            "Not in this session: now one of the two policies must be enacted. In a later session"
            " it may be asked for again."
        ),
        rulings="E-73 R-085",
        rule="veto",
    ),
    TableQuestion(
        "q-vetoed-limits",
        _("Is a government with a granted veto term-limited?"),
        _("Yes, for it was elected. Only if the veto brings chaos are all limits forgotten."),
        rulings="E-72 R-084",
        rule="veto",
    ),
    TableQuestion(
        "q-veto-chaos",
        _("A veto is granted while the tracker stands at two. What happens?"),
        _(
            "That is the third step: chaos, and the top policy is enacted. If fewer than three"
            " are left, the piles are shuffled first."
        ),
        rulings="E-74 E-75 R-063 R-086",
        rule="veto",
    ),
    TableQuestion(
        "q-vetoed-cards",
        _("Are the two vetoed policies shown?"),
        _(
            "No, both are discarded face down. Only President and Chancellor know them, and"
            " either may lie about them."
        ),
        rulings="E-79 R-084",
        rule="veto",
    ),
)
END = (
    TableQuestion(
        "q-by-numbers",
        _("The last ordinary Fascist is dead. Have the Liberals won?"),
        _(
            "No, no team wins by numbers. As long as Hitler lives, the game goes on until one of"
            " its four ends."
        ),
        rulings="E-82 R-094",
        rule="end",
    ),
    TableQuestion(
        "q-dead-win",
        _("I was executed. Can I still win?"),
        _(
            "Yes, with your team: all of it wins or loses together. You only have no part in it"
            " any more."
        ),
        rulings="R-095",
        rule="goal",
    ),
    TableQuestion(
        "q-dead-talk",
        _("May an executed player still talk?"),
        _(
            "Not to the living, in words or signs, and not about the own role. Whether it was"
            " Hitler is said once, at the execution."
        ),
        rulings="R-102",
        rule="silence",
    ),
    TableQuestion(
        "q-may-liberals-lie",
        _("May Liberals lie?"),
        _(
            "Yes, anybody may lie about hidden things at any time. It rarely helps Liberals, for"
            " every lie makes the true stories harder to find."
        ),
        rulings="R-100",
        rule="talk",
    ),
    TableQuestion(
        "q-secret-signs",
        _("May Fascists give each other secret signs?"),
        _(
            "No, there is no secret channel between them. They speak where everybody hears it,"
            " and hide there what they mean."
        ),
        rulings="R-103",
        rule="silence",
    ),
    TableQuestion(
        "q-other-table",
        _("The game is over. May we play the round to its end?"),
        _(
            "No, the game ends at once, and nothing more is drawn, used or voted on. Now all"
            " roles are shown."
        ),
        rulings="E-81 R-096",
        rule="end",
    ),
)
