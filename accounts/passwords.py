"""A password validator of Django's with a sentence that every language of the site has."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's validator with our own sentence: its Italian and Dutch catalogues lack the new wording."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short: it needs at least %(count)s character.",
            "This password is too short: it needs at least %(count)s characters.",
            self.min_length,
        ) % {"count": self.min_length}
