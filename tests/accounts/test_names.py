"""Names: which are allowed, and which count as the same."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from accounts.models import User
from accounts.names import (
    name_key,
    name_skeleton,
    normalise_name,
    validate_name,
    validate_not_reserved,
)
from accounts.services import clean_new_name, create_guest
from games.services.bot_names import BOT_NAMES

ACCEPTED = [
    "Ana", "Zażółć", "José Luis", "O'Neill", "Anne-Marie", "J. Doe", "x_X", "Élodie 2",
    "Μαρία", "Ἀλέξανδρος", "Анна", "Ђорђе", "محمد", "فاطمة", "יוסי", "李小龙", "王芳",
    "さくら", "タロウ太郎", "김철수", "अर्जुन", "नेहा शर्मा", "ครูสมชาย", "தமிழ்", "Երևան", "Tim陳",
]  # fmt: skip

REFUSED = {
    "A": "name_length",
    "": "name_length",
    "x" * 25: "name_length",
    "4711": "name_characters",
    "😀😀": "name_characters",
    "Ana😀": "name_characters",
    "An\u200dna": "name_characters",
    "An\u200bna": "name_characters",
    "\u202eanA": "name_characters",
    "An\u2066na": "name_characters",
    "An\x00na": "name_characters",
    "An\nna": "name_characters",
    "Ana\ufe0f": "name_characters",
    "ㅤㅤㅤ": "name_characters",
    "<b>Ana": "name_characters",
    "ana@home": "name_characters",
    "ʜitler": "name_characters",
    "ᴀdmin": "name_characters",
    "ᴀna": "name_characters",  # a small capital
    "-Ana": "name_shape",
    "Ana-": "name_shape",
    "\u0301Ana": "name_shape",
    "A---na": "name_shape",
    "evil.com": "name_shape",
    "A\u0316\u0317\u0318\u0319\u031ana": "name_shape",
    "pаypal": "name_scripts",  # the first "a" is Cyrillic
    "Αnna": "name_scripts",  # the capital is Greek
}


# Names that sound like the site, a seat, a bot or Hitler, however they are dressed up.
OFFICIAL = [
    "Moderator Team", "Support Team", "site admin", "Seat 4", "bot 1", "Hitlér",
    "moderator_team", "ModeratorTeam", "moderatorteam", "SiteAdmin", "siteadmin", "The Admin",
    "Admin Bob", "AdminBob", "admin2", "4dmin", "Ádmin", "Adm1n 3", "5upport", "5taff",
    "Staff Anna", "Anna Support", "m0d team", "Mod Team", "mods", "Site Team", "Game Server",
    "Secret Hitler Team", "Seat4", "4 seat", "Seat No 4", "seat nr. 4", "Bot2", "b0t 3", "bot-1",
    "Robot 7", "Sitz 3", "Asiento 5", "Puesto 2", "Posto 1", "Miejsce 6", "Plaats 3", "Stoel 4",
    "Krzesło 2", "President 2", "Chancellor 3", "Hitler 2", "H1tl3r", "Hitler Jr",
    "Adolf Hitler Jr", "AdolfHitler", "Führer", "Fuhrer", "Presidénte", "Moderadór",
    "Soporte Técnico", "Moderatore Sito", "Zespół Moderatorów", "Administracja",
    "Administrator Strony", "Wsparcie techniczne", "Obsluga", "Beheerder Team", "Moderatie Team",
    "Equipo de Soporte", "equipo del sitio", "official team", "Старший админ", "Администратор",
    "Модератор", "Гитлер", "Χίτλερ", "Hıtler", "Ħitler", "deleted player 2", "ADMIN",
    "A d m i n", "Adminka", "Sysadmin", "web admin", "Superadmin", "Mоderаtоr",
]  # fmt: skip
# And names that only remind of them.
ORDINARY = [
    "Roberto", "Botond", "Seatle", "Modesta", "Moderato", "Modest", "Teamo", "Team Rocket",
    "Staffan", "Theo", "Badminton", "Supriya", "Adam", "Adamina", "Adriana", "Ada Min", "Ana",
    "Anna Maria", "Ana 2", "Tom 2", "Tom 13", "R2D2", "Mé", "M3", "J4", "Já", "Robin Hood",
    "Robotnik", "Botticelli", "Abbott 3", "Sofía", "Zażółć", "Łukasz", "Małgorzata", "Święta",
    "Hanna Ł", "Ørjan", "Đorđe", "Νίκος", "Μαρία 3", "Σωτήρης", "Анна", "Юлия Ёж", "Борис 7",
    "Ђорђе", "محمد", "فاطمة", "יוסי", "李小龙", "さくら", "김철수", "अर्जुन", "O'Neill", "Anne-Marie",
    "J. Doe", "McDonald", "Oscar", "Hit Girl", "Whitler", "Whitley", "Hitomi", "Placido",
    "Postol", "Platz", "Silla", "Sedia Rossa", "Plaza", "Posto", "Owen", "The Game", "Thelma",
    "Delia", "Gamer 42", "Ospitale", "Gastón", "Gaston 2", "Jan 3 Sobieski", "Jannes", "Neint",
    "Presley", "Presidio", "Liberato", "Fasciana", "Systema", "Modou", "Modi", "Modigliani",
    "Mode", "Crewe", "Serverus", "Severus", "Sito 7", "Ladel", "Nummer Anna", "Mary 3 Ann",
    "Kim 10", "x_X", "Élodie 2", "Ruth", "Meike", "Mea", "Jalil", "Yousef", "Guestav", "Hostess",
    "Nobuhle", "Rooth", "Tim陳", "Herena", "Noneta", "Player 4", "Jugador 1", "Guest 12",
    "Moderata",
]  # fmt: skip


@pytest.mark.parametrize("name", OFFICIAL)
def test_names_that_sound_official_are_refused(name: str) -> None:
    normal = normalise_name(name)
    with pytest.raises(ValidationError) as refusal:
        validate_not_reserved(normal)
    assert refusal.value.code == "name_reserved"


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_names_are_accepted(name: str) -> None:
    normal = normalise_name(name)
    validate_name(normal)
    validate_not_reserved(normal)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_bots_are_called_as_people_may_be(name: str) -> None:
    validate_name(normalise_name(name))
    validate_not_reserved(normalise_name(name))


@pytest.mark.parametrize("name", ACCEPTED)
def test_names_of_any_script_are_accepted(name: str) -> None:
    validate_name(normalise_name(name))


@pytest.mark.parametrize(("name", "code"), REFUSED.items())
def test_unreadable_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_name(normalise_name(name))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "name",
    [
        "admin", "Admin", "ADMIN", "ADM1N", "adm1n", "A d m i n", "Moderator", "m0derator", "bot",
        "System", "Secret_Hitler", "Hitler", "H1tler", "Führer", "deleted player", "Deleted Player",
        "Jugador eliminado", "verwijderde speler", "President", "Presidente", "Kanclerz",
        "Cancelliere", "Fascist", "Ja", "Nein", "аdmin", "gość",
    ],
)  # fmt: skip
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_not_reserved(normalise_name(name))
    assert refusal.value.code == "name_reserved"


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_nobody_is_called_as_a_closed_account_is_in_any_language(language: str) -> None:
    with translation.override(language):
        shown = str(User(closed_at=timezone.now()).display_name)
    for name in (shown, shown.title(), f"{shown} 2"):
        with pytest.raises(ValidationError) as refusal:
            validate_not_reserved(normalise_name(name))
        assert refusal.value.code == "name_reserved"


def test_name_is_stored_in_one_spelling() -> None:
    assert normalise_name("  Ａｎａ   Ｌｉｎ ") == "Ana Lin"
    assert normalise_name("O’Neill") == "O'Neill"
    assert normalise_name("Jose\u0301") == "José"


def test_key_ignores_capitals_in_every_script() -> None:
    assert name_key("ANNA") == name_key("anna")
    assert name_key("АННА") == name_key("анна")
    assert name_key("ΜΑΡΊΑΣ") == name_key("μαρίας")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "paypaI"),
        ("paypal", "paypa1"),
        ("paypal", "раураl"),
        ("Bob", "ВоЬ"),
        ("Ana", "Аnа"),
        ("modern", "rnodern"),
        ("Zoo", "Z00"),
        ("Anne Marie", "Anne-Marie"),
        ("AnneMarie", "Anne_Marie"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Kai", "Kal"), ("Jan", "Ján"), ("Tom", "Tim")])
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


@pytest.mark.parametrize("taken_again", ["Ronaldo", "RONALDO", "rona1do", "RonaIdo", "Ronald0"])
def test_taken_names_and_their_look_alikes_are_refused(db: None, taken_again: str) -> None:
    User.objects.create_user(username="Ronaldo")
    with pytest.raises(ValidationError) as refusal:
        clean_new_name(name=taken_again)
    assert refusal.value.code == "name_taken"


def test_whole_name_in_another_script_is_refused_when_it_looks_the_same(db: None) -> None:
    User.objects.create_user(username="Cacao")
    with pytest.raises(ValidationError) as refusal:
        clean_new_name(name="Сасао")  # all Cyrillic
    assert refusal.value.code == "name_taken"


def test_a_free_name_is_accepted_beside_others(db: None) -> None:
    User.objects.create_user(username="Kai")
    assert create_guest(name="Kal").display_name == "Kal"
    assert User.objects.count() == 2
