"""Questions about the set-up and the way to a government: nomination, vote, Hitler in office, tracker."""

from django.utils.translation import gettext_lazy as _

from games.presenters.learning.questions import TableQuestion

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
        _("Does a won vote move the tracker back?"),
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
