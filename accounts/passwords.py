"""What a password must be, where Django's own sentence is not known in all languages of the site."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's validator; its Italian and Dutch catalogues lack the new wording of its answer."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short: %(count)s character is the least.",
            "This password is too short: %(count)s characters are the least.",
            self.min_length,
        ) % {"count": self.min_length}
