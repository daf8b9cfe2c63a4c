"""The sentences of notices about tables: invitations, and friends who sit down."""

from django.utils.translation import gettext_lazy as _

from accounts.notices import register_sentence

INVITED, FRIEND_AT_TABLE = "invited", "friend_at_table"


def register_sentences() -> None:
    """Register them, when the app is ready."""
    register_sentence(INVITED, _("%(name)s invites you to the table “%(table)s”."))
    register_sentence(
        FRIEND_AT_TABLE,
        _("%(name)s sits at the table “%(table)s”, where a seat is free."),
    )
