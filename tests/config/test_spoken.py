"""No untranslated English: scripts hold no sentences, and every label in the admin is translated."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db.models import Field, Model
from django.utils.functional import Promise

SCRIPTS = sorted((Path(settings.BASE_DIR) / "static" / "js").glob("*.js"))
MODELS = [
    *apps.get_app_config("accounts").get_models(),
    *apps.get_app_config("games").get_models(),
]
STRING = re.compile(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
TWO_WORDS = re.compile(r"[^\W\d_]{2,}[,.:;!?…]? +[^\W\d_]{2,}")
A_CAPITAL = re.compile(r"[A-Z][a-z]{2,}[.!?…]?")
# Names of keys in browsers, the directive for strict mode, and how htmx swaps.
NOT_SAID = {
    "use strict",
    "outerHTML show:none",
    "Enter",
    "Escape",
    "Home",
    "End",
    "Tab",
    "Backspace",
    "Delete",
    # A label of the provable deal.
    "first president",
    # A ballot, which is German in every language.
    "Nein!",
}
TAGS = (
    "a|article|bdi|body|button|details|dialog|div|form|input|li|main|ol|option|p|section|select|span|strong|summary"
    "|svg|textarea|thead|time|ul"
)
SELECTOR = re.compile(rf"(?:(?:(?:{TAGS})?(?:[#.:\[][^\s,>]*|\b)|>)(?:,? +|$))+")


def sentences(script: str) -> Iterator[str]:
    """Return strings of a script that a person could read."""
    for found in STRING.finditer(COMMENT.sub(" ", script)):
        text = re.sub(r"\$\{[^}]*\}", " ", next(filter(None, found.groups()), ""))
        is_said = bool(TWO_WORDS.search(text) or A_CAPITAL.fullmatch(text))
        # A media query such as "(prefers-reduced-motion: reduce)".
        if (
            is_said
            and not text.startswith("(")
            and text not in NOT_SAID
            and not SELECTOR.fullmatch(text)
        ):
            yield text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_brings_no_words_of_its_own(script: Path) -> None:
    """What a script says reaches it from the page, in the reader's language."""
    assert list(sentences(script.read_text(encoding="utf-8"))) == []


def test_sentences_of_a_script_are_found() -> None:
    script = """// "It is a comment."
      say("You are offline."); button.textContent = 'Copied'; note(`Round ${n} begins now`);
      find("input, textarea.big[name] > a"); if (event.key === "Escape") at("data-look");"""
    assert list(sentences(script)) == ["You are offline.", "Copied", "Round   begins now"]


def is_internal(field: "Field[Any, Any]") -> bool:
    """Whether a column is a name's key, or the side of a one-to-one relation that an inline form hides."""
    return not field.editable or (field.one_to_one or False)


def labels(model: type[Model]) -> Iterator[tuple[str, Any]]:
    """Return the labels of a model in the admin: its name, its fields, their help and choices."""
    yield "name", model._meta.verbose_name
    yield "plural", model._meta.verbose_name_plural
    for field in model._meta.get_fields():
        # Keys are internal; fields that cannot be edited and have no name are not shown.
        if not isinstance(field, Field) or field.primary_key or is_internal(field):
            continue
        yield field.name, field.verbose_name
        if field.help_text:
            yield f"{field.name}, help", field.help_text
        for value, label in field.flatchoices:
            # Staff see a game's values as its record has them ("president_discard").
            if label != value:
                yield f"{field.name}, {value}", label


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_label_of_a_model_is_translated(model: type[Model]) -> None:
    assert [name for name, label in labels(model) if not isinstance(label, Promise)] == []


@pytest.mark.parametrize("app", ["accounts", "games"])
def test_app_is_called_by_a_translated_name(app: str) -> None:
    assert isinstance(apps.get_app_config(app).verbose_name, Promise)


def test_own_columns_and_actions_of_the_admin_are_translated() -> None:
    spoken = {}
    for model, page in admin.site._registry.items():
        if model not in MODELS:
            continue
        for name in [*page.list_display, *page.readonly_fields, *(page.actions or ())]:
            method = getattr(page, name, None) if isinstance(name, str) else name
            if callable(method):
                spoken[f"{model.__name__}.{name}"] = getattr(method, "short_description", "")
        for title, _options in page.fieldsets or ():
            spoken[f"{model.__name__}, {title}"] = title or page.opts.verbose_name
    assert spoken
    assert [name for name, label in spoken.items() if not isinstance(label, Promise)] == []
