"""Names: which are allowed, in any script, and when two look the same.

Pure text, no database: UserQuerySet.named_like knows whether a name is taken.
"""

import re
import string
import unicodedata
from functools import cache
from itertools import groupby, pairwise

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

NAME_MIN_LENGTH = 2
NAME_MAX_LENGTH = 24
HANDLE_LENGTH = 14

# Joints connect the parts of a name ("Anne-Marie", "O'Neill", "J. Doe"). A name neither begins nor
# ends with one, and two names may not differ by joints alone.
JOINTS = " -_.'"
APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "＇": "'", "‐": "-", "‑": "-"})

# More marks on a letter than any living script needs would leave their line.
MOST_MARKS_IN_A_ROW = 4

# "Me" is reserved, "Mé" and "M3" are not: accents and digits count as they are in names this
# short.
MOST_LETTERS_READ_AS_THEY_STAND = 3

# Scripts that are commonly written together. Any other mixture can only deceive ("highly
# restrictive" in Unicode's security mechanisms, UTS 39).
NEUTRAL_SCRIPTS = {"COMMON", "INHERITED"}
SCRIPTS_WRITTEN_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)

# No name contains one of these words.
STAFF_WORDS = (
    *("staff", "support", "helpdesk", "sysadmin", "superadmin", "webadmin", "siteadmin", "sysop"),
    *("superuser", "webmaster", "gamemaster", "official", "oficial", "ufficiale", "soporte"),
    *("assistenza", "wsparcie", "ondersteuning", "klantenservice", "obsługa", "beheerder"),
    *("beheerders", "moderación", "moderazione", "moderacja", "moderatie", "moderation"),
    *("поддержка", "модерация", "υποστήριξη"),
)
# Nor a word that begins like one of these.
STAFF_STEMS = (
    *("admin", "amministra", "moderator", "moderador", "moderatric", "hitler", "führer"),
    *("админ", "модератор", "гитлер", "διαχειριστ", "συντονιστ", "χίτλερ"),
)
# Allowed beside other words ("Team Rocket"); alone or with each other they would speak for the
# site.
STAFF_COMPANIONS = (
    *("team", "crew", "mod", "mods", "owner", "system", "server", "equipo", "squadra"),
)
FILLERS = (
    *("the", "site", "website", "game", "secret", "of", "el", "il", "la", "de", "del", "het"),
    *("sitio", "sito", "strona", "strony", "zespół", "and", "our", "this"),
)

RESERVED_NAMES = (
    # staff
    *("admin", "administrator", "administrador", "administradora", "amministratore"),
    *("amministratrice", "beheerder", "moderator", "moderador", "moderadora", "moderatore"),
    *("moderatrice", "mod", "staff", "team", "equipo", "obsługa", "support", "soporte"),
    *("assistenza", "wsparcie", "root", "superuser", "sysadmin", "webmaster", "owner", "official"),
    # not a person
    *("system", "sistema", "systeem", "server", "bot", "robot", "anonymous", "anonymousUser"),
    *("guest", "invitado", "invitada", "ospite", "gość", "gast", "spectator", "everyone", "here"),
    *("null", "undefined", "none", "unknown", "nobody", "narrator", "secret hitler"),
    *("deleted player", "jugador eliminado", "jugador borrado", "giocatore eliminato"),
    *("giocatore cancellato", "usunięty gracz", "gracz usunięty", "verwijderde speler"),
    *("cuenta eliminada", "account eliminato", "konto usunięte"),
    *("deleted", "player", "jugador", "giocatore", "gracz", "speler", "you", "me"),
    # an office, a party or a secret role, which would confuse the log
    *("president", "presidente", "prezydent", "chancellor", "canciller", "cancelliere"),
    *("kanclerz", "kanselier", "kanzler", "hitler", "adolf hitler", "führer", "fuehrer"),
    *("liberal", "liberale", "liberał", "liberaal", "liberals"),
    *("fascist", "fascista", "faszysta", "fascists", "ja", "nein"),
)

# These are allowed with a number: many guests are called "Guest 12".
FINE_WITH_A_NUMBER = (
    *("guest", "invitado", "invitada", "ospite", "gość", "gast"),
    *("player", "jugador", "giocatore", "gracz", "speler", "you", "none", "here"),
)
# With a number these name a seat, a bot, an office or a role, not a person.
NUMBERED_NAMES = (
    *("seat", "chair", "place", "asiento", "puesto", "silla", "plaza", "posto", "sedia"),
    *("miejsce", "krzesło", "plaats", "zitplaats", "stoel", "zetel", "sitz", "platz"),
    *("место", "θέση"),
    *(name for name in RESERVED_NAMES if name not in FINE_WITH_A_NUMBER),
)
NUMBER_WORDS = ("no", "nr", "num", "number", "número", "numero", "numer", "nummer")


def normalise_name(raw: str) -> str:
    """Return one spelling for one name: NFKC, plain apostrophes, single spaces."""
    text = unicodedata.normalize("NFKC", raw).translate(APOSTROPHES)
    return re.sub(r" +", " ", text).strip(" ")


def guest_handle() -> str:
    """Return a random handle, the unique part of a guest: used in addresses, never typed."""
    return f"guest-{get_random_string(HANDLE_LENGTH, string.ascii_lowercase)}"


def numbered(name: str, number: int) -> str:
    """Return the name with a number behind it, cut to the length a name may have."""
    behind = f" {number}"
    return f"{name[: NAME_MAX_LENGTH - len(behind)].rstrip(JOINTS)}{behind}"


def name_key(name: str) -> str:
    """Return the name in lower case; people log in by it."""
    return unicodedata.normalize("NFKC", normalise_name(name).casefold())


@cache
def prototype(character: str) -> str:
    """Return the character that all its look-alikes stand for: "а" (Cyrillic) gives "a", "I" gives "l"."""
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
    """Return how the name looks: look-alikes, capitals and joints count as the same (UTS 39)."""
    letters = unicodedata.normalize("NFD", normalise_name(name))
    shape = "".join(prototype(letter) for letter in letters if letter not in JOINTS)
    return unicodedata.normalize("NFD", shape.casefold())


def are_alike(one: str, other: str) -> bool:
    """Whether two names read or look alike, by the rule of UserQuerySet.named_like."""
    return name_key(one) == name_key(other) or name_skeleton(one) == name_skeleton(other)


def validate_name(name: str, *, longest: int = NAME_MAX_LENGTH) -> None:
    """Raise ValidationError for a name that cannot be read, typed or told apart at a table."""
    if not NAME_MIN_LENGTH <= len(name) <= longest:
        raise ValidationError(
            _("A name has between %(minimum)s and %(maximum)s characters."),
            code="name_length",
            params={"minimum": NAME_MIN_LENGTH, "maximum": longest},
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
        or re.search(r"\.(?! |$)", name)  # "J. Doe", but no "j.doe": a link in mails
    ):
        raise ValidationError(
            _(
                "A name begins with a letter or a digit and has no long row of spaces, hyphens, stops or accents;"
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
    """Raise ValidationError for a name that sounds like the site, an office or a secret role."""
    is_reserved = bool(_readings(_joined(name)) & _shapes_of(RESERVED_NAMES))
    if is_reserved or _is_staff(name) or _is_numbered(name):
        raise ValidationError(
            _("This name is reserved. Please choose another one."), code="name_reserved"
        )


def _shapes(name: str) -> set[str]:
    """Return the skeletons of a name in lower case, in capitals and as written."""
    return {name_skeleton(spelling) for spelling in (name, name.lower(), name.upper())}


@cache
def _shapes_of(names: tuple[str, ...]) -> frozenset[str]:
    spellings = {*names, *map(_plain, names)}
    return frozenset(shape for name in spellings for shape in _shapes(name))


@cache
def base_letter(character: str) -> str:
    """Return the plain letter below a stroke or hook that Unicode does not decompose: "đ" gives "d"."""
    found = re.fullmatch(
        r"LATIN (SMALL|CAPITAL) LETTER (?:[A-Z]{2,} )*([A-Z])(?: WITH .+)?",
        unicodedata.name(character, ""),
    )
    if found is None:
        return character
    size, letter = found.groups()
    return letter if size == "CAPITAL" else letter.lower()


def _plain(name: str) -> str:
    """Remove accents and strokes."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(base_letter(each) for each in letters if unicodedata.category(each) != "Mn")


# Digits read as letters; "0" and "1" are look-alikes already.
LETTERS_OF_DIGITS = str.maketrans("345789", "eastbg")


def _readings(text: str) -> set[str]:
    """Return the shapes in which a name or a word may be read: accents removed, digits as letters."""
    plain = _plain(text)
    if len(plain) <= MOST_LETTERS_READ_AS_THEY_STAND:
        return _shapes(text)
    spellings = {text, plain, plain.translate(LETTERS_OF_DIGITS)}
    return {shape for spelling in spellings for shape in _shapes(spelling)}


def _words(name: str) -> list[str]:
    """Split a name into words and numbers; "SiteAdmin" is two words, "Seat4" a word and a number."""
    parted = "".join(
        f" {letter}" if letter.isupper() and before.islower() else letter
        for before, letter in pairwise(f" {name}")
    )
    words = re.split(f"[{re.escape(JOINTS)}]+", parted.strip(JOINTS))
    # Digits inside a word count as letters ("m0d").
    return [part for word in words for part in re.findall(r"^\d+|\D(?:.*\D)?|\d+$", word)]


def _is_staff(name: str) -> bool:
    """Whether one of its words, or all together, make it look like a name of the staff."""
    staff, stems = _shapes_of(STAFF_WORDS), tuple(_shapes_of(STAFF_STEMS))
    # Try both splits: digits may be letters ("4dmin").
    words = {*_words(name), *re.split(f"[{re.escape(JOINTS)}]+", name), _joined(name)}
    readings = {reading for word in words for reading in _readings(word)}
    if any(reading in staff or reading.startswith(stems) for reading in readings):
        return True
    phrase = "".join(word for word in _words(name) if not word.isdigit())
    return any(_staff_phrase().fullmatch(reading) for reading in _readings(phrase))


@cache
def _staff_phrase() -> re.Pattern[str]:
    """Return the pattern of a name made of staff's words, at least one of them more than a filler."""
    fillers, words = _shapes_of(FILLERS), _shapes_of(STAFF_COMPANIONS + STAFF_WORDS)
    stems = _shapes_of(("admin", "moderator", "moderador", "hitler"))
    filler, word = ("|".join(map(re.escape, each)) for each in (fillers, words | stems))
    return re.compile(f"(?:{filler}|{word})*(?:{word})(?:{filler}|{word})*")


def _is_numbered(name: str) -> bool:
    """Whether it names a seat, a bot or an office with a number."""
    words = _words(name)
    rest = [
        word
        for word in words
        if not word.isdigit() and not _readings(word) & _shapes_of(NUMBER_WORDS)
    ]
    if len(rest) == len(words):
        return False
    called = _joined("".join(rest))
    return len(called) > 2 and bool(_readings(called) & _shapes_of(NUMBERED_NAMES))


def _joined(name: str) -> str:
    return "".join(letter for letter in name if letter not in JOINTS)


def _kind(character: str) -> str:
    """Return letter, mark, digit or joint; an empty text for a character that names may not hold."""
    if character in JOINTS:
        return "joint"
    category = unicodedata.category(character)
    # Phonetic signs that look like letters; no language is written with them.
    if "LETTER SMALL CAPITAL" in unicodedata.name(character, ""):
        return ""
    # Letters by category that are invisible (Hangul fillers) or mere stretches (tatweel).
    if character in "\u115f\u1160\u3164\uffa0\u0640":
        return ""
    if category in {"Lu", "Ll", "Lt", "Lo", "Lm"}:
        return "letter"
    if category in {"Mn", "Mc"} and not (
        # Invisible marks: grapheme joiner, variation selectors, inherent Khmer vowels.
        character in "\u034f\u17b4\u17b5"
        or "\u180b" <= character <= "\u180f"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    ):
        return "mark"
    return "digit" if category == "Nd" else ""
