"""Questions about a government's work and the end: the session, powers, the veto, talk."""

from django.utils.translation import gettext_lazy as _

from games.presenters.learning.questions import TableQuestion

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
