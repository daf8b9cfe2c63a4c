"""Names: what a person may be called, in any script, and when two names look the same.

Doors: normalise_name, name_key, name_skeleton, validate_name, validate_not_reserved.
Pure text: knows no table; whether a name is taken is asked of UserQuerySet.named_like.
"""

import re
import unicodedata
from functools import cache
from itertools import groupby

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_MIN_LENGTH = 2
NAME_MAX_LENGTH = 24

# Joints hold a name together ("Anne-Marie", "O'Neill", "J. Doe"); they never start it, end it, or
# make the difference between two names.
JOINTS = " -_.'"
APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "＇": "'", "‐": "-", "‑": "-"})

# Letters that pile up more marks than any living script needs would climb out of their line.
MOST_MARKS_IN_A_ROW = 4

# Scripts that are written together every day; any other mixture only serves to deceive
# ("highly restrictive" in Unicode's security mechanisms, UTS 39).
NEUTRAL_SCRIPTS = {"COMMON", "INHERITED"}
SCRIPTS_WRITTEN_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)

RESERVED_NAMES = (
    # who runs the place
    *("admin", "administrator", "administrador", "administradora", "amministratore"),
    *("amministratrice", "beheerder", "moderator", "moderador", "moderadora", "moderatore"),
    *("moderatrice", "mod", "staff", "team", "equipo", "obsługa", "support", "soporte"),
    *("assistenza", "wsparcie", "root", "superuser", "sysadmin", "webmaster", "owner", "official"),
    # what is not a person
    *("system", "sistema", "systeem", "server", "bot", "robot", "anonymous", "anonymousUser"),
    *("guest", "invitado", "invitada", "ospite", "gość", "gast", "spectator", "everyone", "here"),
    *("null", "undefined", "none", "unknown", "nobody", "narrator", "secret hitler"),
    *("deleted player", "jugador eliminado", "jugador borrado", "giocatore eliminato"),
    *("giocatore cancellato", "usunięty gracz", "gracz usunięty", "verwijderde speler"),
    *("deleted", "player", "jugador", "giocatore", "gracz", "speler", "you", "me"),
    # what the log would read as somebody's office, party or secret role
    *("president", "presidente", "prezydent", "chancellor", "canciller", "cancelliere"),
    *("kanclerz", "kanselier", "kanzler", "hitler", "adolf hitler", "führer", "fuehrer"),
    *("liberal", "liberale", "liberał", "liberaal", "liberals"),
    *("fascist", "fascista", "faszysta", "fascists", "ja", "nein"),
)


def normalise_name(raw: str) -> str:
    """One spelling for one name: NFKC, plain apostrophes, single spaces."""
    text = unicodedata.normalize("NFKC", raw).translate(APOSTROPHES)
    return re.sub(r" +", " ", text).strip(" ")


def name_key(name: str) -> str:
    """The name without its capitals; people log in by it."""
    return unicodedata.normalize("NFKC", normalise_name(name).casefold())


@cache
def _prototype(character: str) -> str:
    """The character that all its look-alikes are read as: "а" (Cyrillic) as "a", "I" as "l"."""
    look_alikes: list[str] = [
        entry["c"].strip("\u200e") for entry in confusables_data.get(character, ())
    ]
    if len(look_alikes) != 1:
        return character  # it has none, or it is the prototype of several
    (other,) = look_alikes
    if len(other) > 1 or len(confusables_data.get(other, ())) > 1:
        return other
    return min(character, other)  # a pair: the table does not say which one is the prototype


def name_skeleton(name: str) -> str:
    """How the name looks: look-alikes, capitals and joints count as the same (UTS 39)."""
    letters = unicodedata.normalize("NFD", normalise_name(name))
    shape = "".join(_prototype(letter) for letter in letters if letter not in JOINTS)
    return unicodedata.normalize("NFD", shape.casefold())


def _shapes(name: str) -> set[str]:
    """The skeletons of a name in small letters, in capitals and as it stands."""
    return {name_skeleton(spelling) for spelling in (name, name.lower(), name.upper())}


@cache
def _reserved_shapes() -> frozenset[str]:
    return frozenset(shape for name in RESERVED_NAMES for shape in _shapes(name))


def _kind(character: str) -> str:
    """Letter, mark, digit, joint; or nothing for what has no place in a name."""
    if character in JOINTS:
        return "joint"
    category = unicodedata.category(character)
    # Letters by category, but empty on the screen (Hangul fillers) or a mere stretch (tatweel).
    if character in "\u115f\u1160\u3164\uffa0\u0640":
        return ""
    if category in {"Lu", "Ll", "Lt", "Lo", "Lm"}:
        return "letter"
    if category in {"Mn", "Mc"} and not (
        # Grapheme joiner, variation selectors, inherent Khmer vowels: marks nobody can see.
        character in "\u034f\u17b4\u17b5"
        or "\u180b" <= character <= "\u180f"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    ):
        return "mark"
    return "digit" if category == "Nd" else ""


def validate_name(name: str) -> None:
    """Refuse what could not be read, typed or told apart at a table."""
    if not NAME_MIN_LENGTH <= len(name) <= NAME_MAX_LENGTH:
        raise ValidationError(
            _("A name has between %(minimum)s and %(maximum)s characters."),
            code="name_length",
            params={"minimum": NAME_MIN_LENGTH, "maximum": NAME_MAX_LENGTH},
        )
    kinds = [_kind(character) for character in name]
    if "" in kinds or "letter" not in kinds:
        raise ValidationError(
            _(
                "A name is made of letters and digits of any script;"
                " spaces, hyphens, full stops, underscores and apostrophes may join them."
            ),
            code="name_characters",
        )
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    if (
        kinds[0] in {"joint", "mark"}
        or (kinds[-1] == "joint" and name[-1] != ".")
        or any(kind == "mark" and length > MOST_MARKS_IN_A_ROW for kind, length in runs)
        or any(kind == "joint" and length > 2 for kind, length in runs)
        or re.search(r"\.(?! |$)", name)  # "J. Doe", but nothing that mail programs make a link of
    ):
        raise ValidationError(
            _(
                "A name begins with a letter or a digit and has no long row of signs or accents;"
                " after a full stop comes a space."
            ),
            code="name_shape",
        )
    scripts = unique_aliases(name) - NEUTRAL_SCRIPTS
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in SCRIPTS_WRITTEN_TOGETHER):
        raise ValidationError(
            _("Please write the name in one alphabet; this one mixes letters that look alike."),
            code="name_scripts",
        )


def validate_not_reserved(name: str) -> None:
    """Keep names that sound like the site, an office or a secret role out of the public doors."""
    if _shapes(name) & _reserved_shapes():
        raise ValidationError(
            _("This name is reserved. Please choose another one."), code="name_reserved"
        )
