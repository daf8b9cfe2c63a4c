"""The lists of words as staff keep them: which names they refuse, and what changes when the list does."""

import re

import pytest
from babel.messages.pofile import read_po
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import word_lists
from accounts.listed_words import skeleton_of
from accounts.models import User
from accounts.names import RESERVED_NAMES, normalise_name, validate_name
from accounts.services import create_guest, register_guest, rename
from accounts.word_lists import forget_words, is_listed_talk, refuse_listed_name
from accounts.word_models import ListedWord
from accounts.words import first_words
from config.catalogues import LANGUAGES, LOCALE
from games.services.bot_names import BOT_NAMES
from games.services.table_names import TABLE_NAMES
from tests.accounts.listed_names import UNWELCOME, WELCOME, names_in
from tests.factories import a_person, with_factor

pytestmark = pytest.mark.django_db

ADD = "/admin/accounts/listedword/add/"


def is_refused(name: str) -> bool:
    try:
        refuse_listed_name(normalise_name(name))
    except ValidationError as refusal:
        return refusal.code == "name_listed"
    return False


@pytest.fixture
def staff() -> Client:
    person = a_person("Olga", is_guest=False, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(content_type__model="listedword"))
    client = Client()
    client.force_login(with_factor(person))
    return client


def add(staff: Client, word: str, **fields: str) -> str:
    """Send the form; return what it complains of."""
    form = {"word": word, "language": "all", "in_names": "on", "in_talk": "on"} | fields
    answer = staff.post(ADD, {name: value for name, value in form.items() if value})
    forget_words()
    if answer.status_code == 302:
        return ""
    return " ".join(str(each) for errors in answer.context["errors"] for each in errors)


def test_200_names_of_people_pass() -> None:
    names = names_in(WELCOME)
    assert len(set(names)) >= 200
    assert [name for name in names if is_refused(name)] == []
    for name in names:
        validate_name(normalise_name(name))


def test_200_names_do_not_pass_although_people_can_write_them() -> None:
    names = names_in(UNWELCOME)
    assert len(set(names)) >= 200
    assert [name for name in names if not is_refused(name)] == []
    for name in names:
        validate_name(normalise_name(name))


def test_bots_and_tables_have_names_that_people_may_have() -> None:
    assert [str(name) for name in (*BOT_NAMES, *TABLE_NAMES) if is_refused(str(name))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_site_may_be_said(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        texts = [
            re.sub("<[^>]*>|%\\([a-z_]+\\)[sd]", " ", text)
            for message in read_po(file)
            for text in (message.id, message.string)
            if isinstance(text, str)
        ]
    assert len(texts) > 3000
    assert [text for text in texts if is_listed_talk(text)] == []


@pytest.mark.parametrize(
    "word", [*RESERVED_NAMES, "Hitler!", "fascists", "you are Hitler", "NEIN!!!", "nazi"]
)
def test_words_of_the_game_may_be_said(word: str) -> None:
    assert not is_listed_talk(word)


@pytest.mark.parametrize(
    "text",
    [
        "you n1gg3r", "what a f@ggot", "h!jo de put@", "sporco ebreo", "d z i w k a", "kankerj00d", "heil h*tler",
        "sieg heil", "k.y.s", "ты зиг хайль",
    ],
)  # fmt: skip
def test_words_of_hate_may_not_be_said(text: str) -> None:
    assert is_listed_talk(text)


def test_swearwords_in_passing_may_be_said_and_be_nobodys_name() -> None:
    for text in ("what the fuck", "joder, qué mierda", "che cazzo", "o kurwa", "klote"):
        assert not is_listed_talk(text)
        assert is_refused(text) is (text != "joder")


def test_list_of_each_language_is_neither_empty_nor_endless() -> None:
    for language in ("all", "en", "es", "it", "pl", "nl"):
        assert 40 < ListedWord.objects.filter(language=language).count() < 120
    assert ListedWord.objects.count() == len(list(first_words()))
    for row in ListedWord.objects.all():
        assert row.skeleton == skeleton_of(row.word)
        row.full_clean()


def test_guests_and_members_are_refused_in_words_that_do_not_repeat_it() -> None:
    guest = create_guest(name="Ana")
    for call in (
        lambda: create_guest(name="Kurw4 2"),
        lambda: register_guest(user=guest, email="a@b.example", password="x", name="Kurw4 2"),
        lambda: rename(user=guest, name="Kurw4 2"),
    ):
        with pytest.raises(ValidationError) as refusal:
            call()
        assert refusal.value.messages == [
            "This name contains a word that is not welcome here. Please choose another one."
        ]


def test_name_typed_on_the_first_page_is_refused(client: Client) -> None:
    for address in ("/quick-seat/", "/tour/table/", "/accounts/guest/"):
        page = client.post(
            address, {"name": "Kurwa", "guest-name": "Kurwa"}, follow=True
        ).content.decode()
        assert "a word that is not welcome here" in page, address
    assert not User.objects.exists()


def test_staff_add_change_and_remove_a_word(staff: Client) -> None:
    assert not is_refused("Grumble 7")
    assert not is_listed_talk("you gr-umble")
    assert add(staff, "Grumble", in_talk="") == ""
    assert is_refused("GRUMB1E")
    assert not is_listed_talk("you gr-umble")
    row = ListedWord.objects.get(word="Grumble")
    assert row.skeleton == "grumble"
    page = f"/admin/accounts/listedword/{row.pk}/"
    changed = {"word": "grumble", "language": "en", "in_talk": "on", "fine": "grumbled"}
    assert staff.post(f"{page}change/", changed | {"is_anywhere": "on"}).status_code == 302
    forget_words()
    assert not is_refused("Grumble")
    assert is_listed_talk("you gr-umble, grumbler")
    assert not is_listed_talk("he grumbled")
    assert staff.post(f"{page}delete/", {"post": "yes"}).status_code == 302
    forget_words()
    assert not is_listed_talk("you grumble")


@pytest.mark.parametrize(
    ("word", "fields", "complaint"),
    [
        ("---", {}, "Write a word with letters or digits."),
        ("ab", {}, "too short"),
        ("abc", {"is_anywhere": "on"}, "too short"),
        ("123", {}, "too short"),
        ("grumble", {"in_names": "", "in_talk": ""}, "Choose names, talk, or both."),
        ("F_á_g_g_0_t", {}, "in the list, maybe in another spelling"),
        ("Hitler", {}, "The game itself needs this word."),
        ("fasc", {"is_anywhere": "on"}, "The game itself needs this word."),
        ("grumble", {"fine": "grumbler, rumble"}, "“grumbler”"),
        ("grumble", {"is_anywhere": "on", "fine": "grumbler, rumble"}, "“rumble”"),
    ],
)
def test_word_that_would_be_wrong_is_not_added(
    staff: Client, word: str, fields: dict[str, str], complaint: str
) -> None:
    assert complaint in add(staff, word, **fields)
    assert not ListedWord.objects.filter(word=word).exists()


def test_hitler_may_be_listed_for_names_only(staff: Client) -> None:
    assert add(staff, "Hitler", in_talk="") == ""


def test_process_asks_the_database_once_in_five_seconds(
    django_assert_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(word_lists, "monotonic", lambda: now)
    with django_assert_num_queries(1):  # type: ignore[operator]
        for line in ("one", "two", "grumble"):
            assert not is_listed_talk(line)
    ListedWord(word="grumble").save()
    assert not is_listed_talk("grumble")
    now += word_lists.KNOWN_FOR_SECONDS + 0.1
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert is_listed_talk("grumble")
