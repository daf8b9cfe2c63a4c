"""Emblems: everybody has one, chooses one, and is told apart by it at a table."""

import re
from collections import Counter
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import translation

from accounts.emblems import (
    ALL,
    EMBLEM_MAX_LENGTH,
    NOBODY,
    Emblem,
    Ground,
    Ink,
    Symbol,
    deal_emblem,
    emblem_of_name,
    numbered_emblem,
    read_emblem,
    told_apart,
    validate_emblem,
)
from accounts.models import User
from accounts.services import close_account, create_guest, save_emblem

PAGE = "/accounts/emblem/"
CHOSEN = {"symbol": "teapot", "ink": "plum", "ground": "ruled"}
TEAPOT = Emblem(Symbol.TEAPOT, Ink.PLUM, Ground.RULED)
STATIC = Path(__file__).parents[2] / "static"
SPRITE = (STATIC / "img" / "emblems.svg").read_text()


def a_worn(symbol: Symbol, ink: Ink = Ink.ROSE, ground: Ground = Ground.PLAIN) -> Emblem:
    return Emblem(symbol, ink, ground)


def apart(*worn: Emblem, bots: frozenset[int] = frozenset()) -> list[Emblem]:
    return [read_emblem(each) for each in told_apart([*map(str, worn)], yielding=bots)]


# Drawings, inks, names


def test_there_are_enough_to_choose_from() -> None:
    assert len(Symbol) >= 48
    assert (len(Ink), len(Ground)) == (12, 3)
    assert max(len(str(numbered_emblem(number))) for number in range(ALL)) <= EMBLEM_MAX_LENGTH


def test_every_symbol_is_drawn_once_and_differently() -> None:
    drawn = re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 48 48">(.+)</symbol>', SPRITE)

    assert sorted(name for name, _ in drawn) == sorted([*Symbol, "nobody"])
    assert len({picture for _, picture in drawn}) == len(drawn)


def test_every_ink_and_ground_has_its_class() -> None:
    sheet, choice = (
        (STATIC / "css" / name).read_text() for name in ("emblems.css", "emblem_choice.css")
    )

    assert set(re.findall(r"^  \.ink-(\w+)", sheet, re.MULTILINE)) == set(Ink)
    assert set(re.findall(r"^  \.ground-(\w+)", sheet, re.MULTILINE)) == set(Ground)
    # While one is chosen the same rules hold by value.
    assert set(re.findall(r'\[value="(\w+)"\]', choice)) == {*Ink, *Ground}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_part_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with translation.override(language):
        for parts in (Symbol, Ink, Ground):
            names = [str(part.label) for part in parts]
            assert all(names)
            assert len({name.casefold() for name in names}) == len(names)


# Kept as text


def test_an_emblem_is_read_as_it_is_written() -> None:
    assert {str(read_emblem(str(numbered_emblem(n)))) for n in range(ALL)} == {
        f"{symbol} {ink} {ground}" for symbol in Symbol for ink in Ink for ground in Ground
    }


@pytest.mark.parametrize("odd", ["", "owl", "owl rose", "wolf rose solid", "owl rose solid x"])
def test_other_texts_are_nobodys(odd: str) -> None:
    assert read_emblem(odd) is NOBODY


@pytest.mark.parametrize("odd", ["owl", "owl  rose solid", "wolf rose solid", "<script>"])
def test_other_texts_are_refused(odd: str) -> None:
    with pytest.raises(ValidationError, match="symbol, an ink and a ground"):
        validate_emblem(odd)


def test_neighbouring_numbers_have_different_symbols() -> None:
    for first in (0, 7, 12345):
        row = [numbered_emblem(number).symbol for number in range(first, first + len(Symbol))]
        assert len(set(row)) == len(Symbol)


# Dealing


def test_guests_and_members_are_dealt_one(db: None) -> None:
    people = [create_guest(name=f"Guest {number}") for number in range(30)]
    people += [User.objects.create_user(username=f"Member {number}") for number in range(30)]

    dealt = {User.objects.get(pk=person.pk).face for person in people}

    assert "" not in dealt
    assert len(dealt) > 40


def test_dealing_reaches_everything() -> None:
    chance = Random(1)
    dealt = Counter(read_emblem(deal_emblem(chance)).symbol for _ in range(6000))

    assert set(dealt) == set(Symbol)
    assert max(dealt.values()) < 200


@pytest.mark.django_db
def test_a_closed_account_wears_none(ana: User) -> None:
    close_account(user=ana)

    closed = User.objects.get(pk=ana.pk)
    assert closed.emblem == ""
    assert closed.face == ""
    save_emblem(user=closed, emblem=TEAPOT)
    assert User.objects.get(pk=ana.pk).emblem == ""


@pytest.mark.django_db
def test_migration_deals_to_who_is_here(ana: User) -> None:
    people = [User.objects.create_user(username=f"Member {number}") for number in range(20)]
    close_account(user=ana)
    User.objects.filter(pk=ana.pk).update(emblem="owl rose solid")
    migration = import_module("accounts.migrations.0006_emblems")

    migration.deal_to_everybody(apps, None)

    faces = [User.objects.get(pk=person.pk).face for person in people]
    assert faces == [str(numbered_emblem(person.pk)) for person in people]
    assert len({read_emblem(face).symbol for face in faces}) == len(faces)
    assert User.objects.get(pk=ana.pk).emblem == ""


@pytest.mark.any_database  # migrating back and forth takes a minute: once is enough
@pytest.mark.django_db(transaction=True)
def test_migration_goes_both_ways(ana: User) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate([("accounts", "0005_names_of_guests")])
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, "accounts_user")
        assert "emblem" not in {column.name for column in columns}
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert User.objects.get(pk=ana.pk).face == str(numbered_emblem(ana.pk))


# Told apart at a table


def test_nobody_at_a_table_has_symbol_and_ink_of_somebody_else() -> None:
    chance = Random(2)
    for _ in range(300):
        few = [str(numbered_emblem(chance.randrange(ALL))) for _ in range(3)]
        worn = [chance.choice(few) for _ in range(10)]
        bots = frozenset(place for place in range(10) if chance.random() < 0.3)

        shown = told_apart(worn, yielding=bots)

        printed = [read_emblem(each) for each in shown]
        assert len({(each.symbol, each.ink) for each in printed}) == 10
        assert told_apart(shown, yielding=bots) == shown


def test_the_first_keeps_the_own_emblem_and_grounds_differ_while_there_are_any() -> None:
    shown = apart(TEAPOT, TEAPOT, a_worn(Symbol.OWL), TEAPOT)

    assert shown[0] == TEAPOT
    assert shown[2] == a_worn(Symbol.OWL)
    assert {each.ground for each in shown if each.symbol is Symbol.TEAPOT} == set(Ground)


def test_bots_make_way_for_people() -> None:
    shown = apart(TEAPOT, TEAPOT, TEAPOT, bots=frozenset({0, 1}))

    assert shown[2] == TEAPOT
    assert len({each.symbol for each in shown}) == 3


def test_nobody_may_be_there_twice() -> None:
    assert apart(NOBODY, NOBODY, TEAPOT) == [NOBODY, NOBODY, TEAPOT]


def test_a_name_has_one_face() -> None:
    assert emblem_of_name("Robin") == emblem_of_name("Robin")
    assert emblem_of_name("Robin") != emblem_of_name("Charlie")


# Choosing


class Radios(HTMLParser):
    """Every radio button of a page with the words of its label."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: dict[tuple[str, str], str] = {}
        self.checked: list[tuple[str, str]] = []
        self._in: tuple[str, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("type") == "radio":
            self._in = (given["name"] or "", given["value"] or "")
            self.names[self._in] = ""
            if "checked" in given:
                self.checked.append(self._in)

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self._in = None

    def handle_data(self, data: str) -> None:
        if self._in is not None:
            self.names[self._in] += data.strip()


def test_one_chooses_among_named_radios(client: Client, ana: User) -> None:
    save_emblem(user=ana, emblem=TEAPOT)
    client.force_login(ana)

    radios = Radios(client.get(PAGE).content.decode())

    assert radios.names == {
        (part, each.value): str(each.label)
        for part, every in (("symbol", Symbol), ("ink", Ink), ("ground", Ground))
        for each in every
    }
    assert sorted(radios.checked) == sorted(CHOSEN.items())


def test_what_is_chosen_is_worn(client: Client, ana: User) -> None:
    client.force_login(ana)

    answer = client.post(PAGE, CHOSEN, follow=True)

    assert User.objects.get(pk=ana.pk).face == str(TEAPOT)
    page = answer.content.decode()
    assert "This is your emblem now." in page
    assert re.search(r'class="emblem ink-plum ground-ruled"[^>]*><use href="[^"]+#teapot"', page)


@pytest.mark.parametrize(
    "odd", [{"symbol": "wolf"}, {"ink": "red"}, {"ground": ""}, {"symbol": "<script>"}]
)
def test_odd_choices_are_refused_in_words(client: Client, ana: User, odd: dict[str, str]) -> None:
    save_emblem(user=ana, emblem=TEAPOT)
    client.force_login(ana)

    answer = client.post(PAGE, {"symbol": "owl", "ink": "teal", "ground": "solid"} | odd)

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Please look at this again" in page
    assert "<script>alert" not in page
    assert 'class="errorlist' in page
    # What was right is kept.
    kept = {"symbol": "owl", "ink": "teal", "ground": "solid"}.items() - odd.items()
    assert {pair for pair in kept if pair[0] not in odd} <= set(Radios(page).checked)
    assert User.objects.get(pk=ana.pk).face == str(TEAPOT)


def test_strangers_are_asked_who_they_are(client: Client, db: None) -> None:
    assert client.get(PAGE).status_code == 302
    assert client.post(PAGE, CHOSEN).status_code == 302
