"""The sentences of notices between friends."""

from django.utils.translation import gettext_lazy as _

from accounts.notices import register_sentence


def register_sentences() -> None:
    """Register them, when the app is ready."""
    register_sentence("friend_asks", _("%(name)s asks to be your friend."))
    register_sentence("friend_accepts", _("%(name)s is your friend now."))
