"""Ready-made sentences of talk, translated, so that players of all languages can play together.

A stored key never changes meaning. Names are values; a translation may set them apart ("Trusted:
%(name)s") where its grammar would inflect them.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.values.chat import SlowMode
from games.words.phrases import name_of
from games.words.spoken_language import gettext

if TYPE_CHECKING:
    from games.words.phrases import Phrase

ABOUT_A_PLAYER: "dict[str, Phrase]" = {
    "trust": _("I trust %(name)s."),
    "distrust": _("I do not trust %(name)s."),
    "liberal": _("I think %(name)s is Liberal."),
    "fascist": _("I think %(name)s is Fascist."),
    "hitler": _("I think %(name)s is Hitler."),
    "not_hitler": _("I think %(name)s is not Hitler."),
    "lying": _("I think %(name)s is lying."),
    "truthful": _("I think %(name)s is telling the truth."),
    "unsure_about": _("I am not sure about %(name)s."),
    "nominate": _("Nominate %(name)s."),
    "do_not_nominate": _("Do not nominate %(name)s."),
    "investigate": _("Investigate %(name)s."),
    "special_election": _("Call a special election for %(name)s."),
    "execute": _("Execute %(name)s."),
    "spare": _("Do not execute %(name)s."),
    "explain": _("%(name)s, please explain what happened."),
    "what_drawn": _("%(name)s, what did you draw?"),
    "what_received": _("%(name)s, what did you receive?"),
    "whom_trust": _("%(name)s, whom do you trust?"),
    "agree_with": _("I agree with %(name)s."),
    "disagree_with": _("I do not agree with %(name)s."),
    "conflict": _("%(name)s and I contradict each other: one of us is Fascist."),
    "thanks_to": _("Thank you, %(name)s."),
}

ABOUT_THE_VOTE: "dict[str, Phrase]" = {
    "vote_ja": _("Vote Ja."),
    "vote_nein": _("Vote Nein."),
    "voting_ja": _("I am voting Ja."),
    "voting_nein": _("I am voting Nein."),
    "no_chaos": _("We cannot let chaos decide."),
    "let_it_fail": _("Let this government fail."),
    "hitler_zone": _("Careful: if Hitler is elected Chancellor now, the Fascists win."),
    "veto": _("Use the veto."),
}

ABOUT_ONESELF: "dict[str, Phrase]" = {
    "i_am_liberal": _("I am Liberal."),
    "i_am_not_hitler": _("I am not Hitler."),
    "no_choice": _("I had no choice."),
    "bad_luck": _("That was bad luck with the policies."),
    "trust_me": _("Trust me."),
    "it_is_a_lie": _("That is not true."),
    "i_was_wrong": _("I was wrong."),
}

SHORT: "dict[str, Phrase]" = {
    "yes": pgettext_lazy("table talk", "Yes."),
    "no": pgettext_lazy("table talk", "No."),
    "maybe": pgettext_lazy("table talk", "Perhaps."),
    "hello": pgettext_lazy("table talk", "Hello, everybody."),
    "wait": pgettext_lazy("table talk", "Let me think for a moment."),
    "hurry": pgettext_lazy("table talk", "Please decide."),
    "interesting": pgettext_lazy("table talk", "Interesting."),
    "well_played": pgettext_lazy("table talk", "Well played."),
    "sorry": pgettext_lazy("table talk", "Sorry."),
    "good_game": pgettext_lazy("table talk", "Good game, thank you."),
}

PHRASE_GROUPS: "tuple[tuple[Phrase, dict[str, Phrase]], ...]" = (
    (pgettext_lazy("group of sentences", "About a player"), ABOUT_A_PLAYER),
    (pgettext_lazy("group of sentences", "About the vote"), ABOUT_THE_VOTE),
    (pgettext_lazy("group of sentences", "About myself"), ABOUT_ONESELF),
    (pgettext_lazy("group of sentences", "In short"), SHORT),
)

BEFORE_THE_GAME: "dict[str, Phrase]" = {
    "ready": _("I am ready."),
    "start": _("Let us start."),
    "wait_for_more": _("Let us wait for more players."),
    "back_soon": _("I will be back in a moment."),
    "let_guests_write": _("May guests write freely, please?"),
}

LOBBY_PHRASE_GROUPS: "tuple[tuple[Phrase, dict[str, Phrase]], ...]" = (
    (pgettext_lazy("group of sentences", "Before the game"), BEFORE_THE_GAME),
    (pgettext_lazy("group of sentences", "In short"), SHORT),
)

PHRASES: "dict[str, Phrase]" = {
    key: text
    for _group, phrases in (*PHRASE_GROUPS, *LOBBY_PHRASE_GROUPS)
    for key, text in phrases.items()
}


def needs_name(phrase: str) -> bool:
    """Whether this sentence names a player."""
    return phrase in ABOUT_A_PLAYER


def phrase_text(phrase: str, name: str) -> str:
    """Return the sentence in the reader's language. Raises KeyError for an unknown key."""
    text = str(PHRASES[phrase])
    return text % {"name": name} if needs_name(phrase) else text


def slow_mode_sentence(slow_mode: SlowMode) -> str:
    """Return what slow mode asks of everybody at a table; empty without it."""
    if slow_mode is SlowMode.OFF:
        return ""
    return gettext("Slow mode: %(time)s between two sentences.") % {"time": name_of(slow_mode)}
