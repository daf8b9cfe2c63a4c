"""Which names and texts a club may have. Raises ValidationError, by the form's field."""

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.names import (
    base_letter,
    name_key,
    name_skeleton,
    normalise_name,
    validate_name,
    validate_not_reserved,
)
from accounts.word_lists import is_listed_talk, refuse_listed_name
from games.clubs.models import Club
from games.clubs.values import CLUB_NAME_MAX_LENGTH

# Addresses below /clubs/ that are pages of their own.
_TAKEN_SLUGS = frozenset({"new", "moderate"})
_SLUG_LENGTH = 48


def clean_club_name(name: str, *, besides: int | None = None) -> str:
    """Return the name as it is stored; `besides` is the club whose name it may already be."""
    name = normalise_name(name)
    try:
        validate_name(name, longest=CLUB_NAME_MAX_LENGTH)
        validate_not_reserved(name)
        refuse_listed_name(name)
    except ValidationError as error:
        raise ValidationError({"name": error}) from None
    if _looks_like(name).exclude(pk=besides or 0).exists():
        raise name_taken()
    return name


def _looks_like(name: str) -> QuerySet[Club]:
    """Return the open clubs whose names look or read like this one."""
    alike = Q(name_skeleton=name_skeleton(name)) | Q(name_key=name_key(name))
    return Club.objects.filter(alike, closed_at=None)


def name_taken() -> ValidationError:
    """Return the fault of a name that another club has."""
    return ValidationError({"name": _("Another club has this name, or one that looks like it.")})


def clean_text(field: str, text: str) -> str:
    """Return the text with plain line breaks and no blanks around it."""
    text = text.replace("\r\n", "\n").strip()
    if is_listed_talk(text):
        sentence = _("This contains a word that is not welcome here. Please write it differently.")
        raise ValidationError({field: ValidationError(sentence, code="listed_word")})
    return text


def free_slug(name: str) -> str:
    """Return an address for a club with this name that no club has or had."""
    latin = "".join(map(base_letter, name))
    slug = slugify(latin)[:_SLUG_LENGTH].strip("-") or "club"
    taken = {
        *_TAKEN_SLUGS,
        *Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True),
    }
    number = 1
    while (found := slug if number == 1 else f"{slug}-{number}") in taken:
        number += 1
    return found
