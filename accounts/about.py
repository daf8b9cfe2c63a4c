"""The line that a player writes about themselves, for their public page. The only writer of User.about.

A refusal is a ValidationError in the person's language.
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import ABOUT_MAX_LENGTH, User
from accounts.plain_text import clean_text
from accounts.sanctions import bar_to_write
from accounts.word_lists import is_listed_talk


def save_about(*, user: User, about: str) -> None:
    """Show this line on the public page from now on; empty: none.

    What cannot be seen is left out. Raises ValidationError for a guest, for somebody whom a sanction keeps from writing,
    and for a line that is too long or contains a listed word.
    """
    about = clean_text(about)
    if about and user.is_guest:
        raise ValidationError(_("Keep your account first."), code="guest")
    if about and bar_to_write(user.pk):
        raise ValidationError(
            _("The moderators have decided that you cannot write for now."), code="muted"
        )
    if len(about) > ABOUT_MAX_LENGTH:
        raise ValidationError(_("This line is too long."), code="too_long")
    if is_listed_talk(about):
        raise ValidationError(
            _("This line contains a word that is not welcome here."), code="listed"
        )
    user.about = about
    User.objects.filter(pk=user.pk, closed_at=None).update(about=about)


def clear_about(user: User) -> None:
    """Take the line away, because staff have decided so."""
    user.about = ""
    User.objects.filter(pk=user.pk).update(about="")
