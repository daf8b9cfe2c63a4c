"""What a person is told about a decision, in their own language; the moderator may change it."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from games.moderation.models import Decision


def text_for(decision: Decision, person: User) -> str:
    """Return the usual text about a decision, in the person's language; empty for none."""
    with override(language_of(person)):
        return _text(decision)


def language_of(person: User) -> str:
    """Return the language in which a person is written to."""
    return person.preferences.language or settings.LANGUAGE_CODE


def text_for_all(decision: Decision, person: User) -> str:
    """Return the usual text of a decision about many guests of one address, in the language of this one."""
    with override(language_of(person)):
        return _text_for_all(decision)


def _text_for_all(decision: Decision) -> str:
    match decision:
        case Decision.MUTE:
            return _(
                "Several guests from your internet connection have disturbed others, so none of them can write for a"
                " while. You may play, and your claims are still heard. If you had nothing to do with it, you can appeal."
            )
        case Decision.SUSPENSION:
            return _(
                "Several guests from your internet connection have disturbed others, so none of them can play or write"
                " here for a while. A game that you are playing now may be finished. If you had nothing to do with it,"
                " you can appeal."
            )
        case _other:
            return _(
                "Several guests from your internet connection have disturbed others, so none of them can play or write"
                " here any more. You may read the site, and finish a game that you are playing now. If you had nothing"
                " to do with it, you can appeal."
            )


def _text(decision: Decision) -> str:
    match decision:
        case Decision.NOTHING:
            return ""
        case Decision.WARNING:
            return _(
                "Other players have reported how you behaved. We have read what was written, and ask you to be kind at"
                " the table. The next time you may lose the right to write or to play for a while."
            )
        case Decision.RENAME:
            return _(
                "Your name does not fit a site for everybody, so we have given you another one. It stays with your"
                " games and your account."
            )
        case Decision.MUTE:
            return _(
                "Other players have reported what you wrote. You cannot write for a while. You may play, and your"
                " claims are still heard."
            )
        case Decision.NO_RANKED:
            return _(
                "You cannot play ranked games for a while, because of how you played or left ranked games. Casual games"
                " stay open to you."
            )
        case Decision.SUSPENSION:
            return _(
                "You cannot play or write here for a while, because of how you treated others. A game that you are"
                " playing now may be finished."
            )
        case Decision.BAN:
            return _(
                "You can no longer play or write here, because of how you treated others. You may read the site, and"
                " finish a game that you are playing now."
            )
