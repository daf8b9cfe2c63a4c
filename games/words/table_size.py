"""How many people a table or a power is for, in the reader's language."""

from django.utils.translation import ngettext

from games.words.spoken_language import gettext


def numbers_of_players(fewest: int, most: int) -> str:
    """Return for how many players something is, in words: "7 players", "5 or 6", "7 to 10"."""
    if fewest == most:
        return ngettext("%(count)s player", "%(count)s players", most) % {"count": most}
    numbers = {"fewest": fewest, "most": most}
    if most == fewest + 1:
        return gettext("%(fewest)s or %(most)s players") % numbers
    return gettext("%(fewest)s to %(most)s players") % numbers
