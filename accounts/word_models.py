"""The table of listed words, which no name or talk may hold. Staff write it in the admin; accounts.word_lists reads it."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.listed_words import (
    Word,
    compile_words,
    contains_listed,
    skeleton_of,
    split_words,
)
from accounts.names import RESERVED_NAMES


class ListedWord(models.Model):
    """A word that is refused in names or in talk. Kept by staff in the admin, read by accounts.word_lists."""

    SHORTEST = 3
    SHORTEST_INSIDE = 4
    """Of words that count inside others too, and of codes in digits."""

    word = models.CharField(
        _("word"),
        max_length=40,
        help_text=_(
            "Or several words. Spellings with digits, accents, repeated or parted letters are found as well."
        ),
    )
    # One sign may stand for up to 18 letters.
    skeleton = models.CharField(max_length=800, unique=True, editable=False)
    language = models.CharField(
        _("language"),
        max_length=10,
        default="all",
        help_text=_("To find it again in this list: a word counts whatever language people read."),
    )
    in_names = models.BooleanField(_("in names"), default=True)
    in_talk = models.BooleanField(_("in talk"), default=True)
    is_anywhere = models.BooleanField(
        _("also inside other words"),
        default=False,
        help_text=_("Only for words that are in no ordinary word and in nobody’s name."),
    )
    fine = models.TextField(
        _("words that are fine"),
        blank=True,
        default="",
        help_text=_("Ordinary words or names that contain it, separated by commas."),
    )

    class Meta:
        verbose_name = _("listed word")
        verbose_name_plural = _("listed words")
        ordering: ClassVar = ["language", "word"]

    def __str__(self) -> str:
        return self.word

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Update the skeleton."""
        self.skeleton = skeleton_of(self.word)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Refuse a word that says nothing, is found too often, is listed already, or that the game needs."""
        skeleton, matcher = (
            skeleton_of(self.word),
            compile_words([Word(self.word, self.is_anywhere)]),
        )
        is_inside = self.is_anywhere or skeleton.isdigit()
        if not skeleton:
            raise ValidationError({"word": _("Write a word with letters or digits.")})
        if len(skeleton) < (self.SHORTEST_INSIDE if is_inside else self.SHORTEST):
            sentence = _(
                "This is too short: it would be found too often. A word has three letters or more,"
                " one inside other words four, a code four digits."
            )
            raise ValidationError({"word": sentence})
        if not self.in_names and not self.in_talk:
            raise ValidationError({"in_names": _("Choose names, talk, or both.")})
        if ListedWord.objects.filter(skeleton=skeleton).exclude(pk=self.pk).exists():
            raise ValidationError(
                {"word": _("This word is in the list, maybe in another spelling.")}
            )
        if self.in_talk and any(
            contains_listed(said, matcher, is_name=False) for said in RESERVED_NAMES
        ):
            raise ValidationError({"word": _("The game itself needs this word.")})
        for word in split_words(self.fine):
            if not contains_listed(word, matcher, is_name=True):
                sentence = _("The listed word is not in “%(word)s”, so nothing refuses it.")
                raise ValidationError({"fine": ValidationError(sentence, params={"word": word})})
