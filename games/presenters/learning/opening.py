"""The opening as the narrator speaks it at a table with real cards (R-010 to R-012).

Every listener hears the same words, so they reveal no role.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One sentence of the narrator, with the silence after it."""

    text: str
    pause: str = "short"
    """The silence after it: "short" to obey, "long" to look around."""


def opening_script(rules: Ruleset) -> tuple[ScriptLine, ...]:
    """Return the narrator's lines for a table of these rules, in the active language."""
    if rules.hitler_knows_fascists and rules.fascists == 1:
        return (
            ScriptLine(_("Everybody, close your eyes.")),
            ScriptLine(_("Fascist and Hitler, open your eyes and find each other."), "long"),
            ScriptLine(_("Everybody, close your eyes again.")),
            ScriptLine(_("Everybody, open your eyes. If anything was unclear, say so now.")),
        )
    return (
        ScriptLine(_("Everybody, close your eyes and hold out a fist.")),
        *_finding_each_other(rules),
        ScriptLine(_("Everybody, close your eyes and lower your hands.")),
        ScriptLine(_("Everybody, open your eyes. If anything was unclear, say so now.")),
    )


def _finding_each_other(rules: Ruleset) -> tuple[ScriptLine, ...]:
    if rules.hitler_knows_fascists:
        return (
            ScriptLine(_("Fascists and Hitler, open your eyes and find each other.")),
            ScriptLine(_("Hitler, raise a thumb.")),
            ScriptLine(_("Fascists, remember whose thumb it is: that is Hitler."), "long"),
        )
    if rules.fascists == 1:
        return (
            ScriptLine(_("Fascist, but not Hitler: open your eyes.")),
            ScriptLine(_("Hitler, keep your eyes closed and raise a thumb.")),
            ScriptLine(_("Fascist, remember whose thumb it is: that is Hitler."), "long"),
        )
    return (
        ScriptLine(_("Fascists, but not Hitler: open your eyes and find each other.")),
        ScriptLine(_("Hitler, keep your eyes closed and raise a thumb.")),
        ScriptLine(_("Fascists, remember whose thumb it is: that is Hitler."), "long"),
    )
