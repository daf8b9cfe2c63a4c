"""Template engine for what goes over sockets: the site's Django templates, compiled by Jinja2 once for each language.

Pages and sockets show the same partials from the same files. A table renders them for every action, where Django's
engine takes longer than everything else together. Its page comes from here, too, as do head and foot of every page
(games.templatetags.remembered); forms have the token of the session then. Partials use a part of
Django's language that Jinja2 understands after small changes (`_as_jinja`); the tags of translation and of the games
are extensions here. Translations are put into the compiled template, so the language belongs to its name:
`pl|games/table/_round.html`. tests/games/live/test_compiled_partials.py compares both engines.
"""

import re
from collections.abc import Callable, Iterator, MutableMapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.template.defaultfilters import add, date, slice_filter, urlencode
from django.template.defaulttags import CsrfTokenNode
from django.templatetags.l10n import localize, unlocalize
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, npgettext, override, pgettext
from jinja2 import (
    ChainableUndefined,
    Environment,
    FunctionLoader,
    TemplateSyntaxError,
    nodes,
    pass_context,
)
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from accounts.templatetags.emblems import emblem
from accounts.templatetags.languages import site_languages
from config.templates import without_layout
from games.presenters.player import numbers
from games.templatetags.actions import action_fields, offer
from games.templatetags.clock import now_ms
from games.templatetags.moments import moment
from games.templatetags.remembered import remembered
from games.templatetags.rules import first_game_hints, rule, rule_of_phase
from games.templatetags.symbols import symbol
from games.transport.release import release_mark
from games.words.dates import written
from games.words.once_per_language import once_per_language

_SEPARATOR: Final = "|"
_TEMPLATES: Final = Path(settings.BASE_DIR) / "templates"

_COMMENT = re.compile(r"{%\s*comment\b.*?%}(?s:.*?){%\s*endcomment\s*%}|{%\s*load\b.*?%}")
_INCLUDE_WITH = re.compile(r'{%\s*include\s+("[^"]+")\s+with\s+(.+?)\s*%}')
_WITH = re.compile(r"{%\s*with\s+(.+?)\s*%}")
_GIVEN = re.compile(r'(\w+)=((?:"[^"]*"|[^\s"])+)')
_EMPTY = re.compile(r"{%\s*empty\s*%}")
_FILTER = re.compile(r'\|(\w+):("[^"]*"|\d+)')
_IN_TAG = re.compile(r"{[{%].*?[%}]}")
_WORDS: Final = {
    "forloop.counter0": "loop.index0",
    "forloop.counter": "loop.index",
    "forloop.first": "loop.first",
    "forloop.last": "loop.last",
    "is not None": "is not none",
    "is None": "is none",
}
_WORD = re.compile("|".join(map(re.escape, _WORDS)))


def environment(**_options: Any) -> Environment:
    """Return the environment of this engine, for TEMPLATES in the settings; its templates are named `language|path`."""
    made = _PerLanguage(
        loader=FunctionLoader(_load),
        autoescape=True,
        auto_reload=False,
        cache_size=-1,
        undefined=ChainableUndefined,
        extensions=[_Translations, _Calls],
    )
    made.filters |= {
        "add": add,
        "date": _date,
        "default": _default,
        "localize": localize,
        "number": numbers.number,
        "percent": numbers.percent,
        "signed": numbers.signed,
        "slice": slice_filter,
        "unlocalize": unlocalize,
        "urlencode": urlencode,
        "written": _written,
        "yesno": _yesno,
    }
    made.globals |= _TAGS | {"counted_text": _counted_text}
    return made


class _PerLanguage(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the global names of templates as one plain dictionary, which is quick to copy for each rendering."""
        return {**self.globals, **(d or {})}

    def join_path(self, template: str, parent: str) -> str:
        """Return the name of an included template: in the language of the one that includes it."""
        return f"{parent.partition(_SEPARATOR)[0]}{_SEPARATOR}{template}"


def _load(name: str) -> tuple[str, str, None] | None:
    language, separator, path = name.partition(_SEPARATOR)
    file = _TEMPLATES / path
    if not separator or language not in dict(settings.LANGUAGES) or not file.is_file():
        return None
    # As in all other places, a template that changes is read again after a restart.
    return _as_jinja(without_layout(file.read_text())), str(file), None


def _as_jinja(source: str) -> str:
    """Return a Django template as Jinja2 reads it."""
    source = _COMMENT.sub("", source)
    source = _EMPTY.sub("{% else %}", source)
    source = _WITH.sub(lambda match: f"{{% with {_given(match[1])} %}}", source)
    source = _INCLUDE_WITH.sub(_include_with, source)
    return _IN_TAG.sub(_tag_as_jinja, source)


def _include_with(match: re.Match[str]) -> str:
    return f"{{% with {_given(match[2])} %}}{{% include {match[1]} %}}{{% endwith %}}"


def _given(pairs: str) -> str:
    """Return names with their values as Jinja2 separates them."""
    return ", ".join(f"{name}={value}" for name, value in _GIVEN.findall(pairs))


def _tag_as_jinja(match: re.Match[str]) -> str:
    tag = _FILTER.sub(r"|\1(\2)", match[0])
    return _WORD.sub(lambda word: _WORDS[word[0]], tag)


def _yesno(value: Any, words: str) -> str:
    """Return the first of two words for a true value, else the second; as Django's filter."""
    yes, no = words.split(",")
    return yes if value else no


def _default(value: Any, instead: str) -> Any:
    """Return the value, or something else for one that is empty; as Django's filter."""
    return value or instead


def _date(value: Any, form: str) -> str:
    """Return a date or time in this form and the current time zone; as Django's filter."""
    return date(_local(value), form)


def _written(value: Any, form: str = "DATE_FORMAT") -> str:
    """Return a long date as its readers write it; as the filter of games.templatetags.dates."""
    return written(_local(value), form)


def _local(value: Any) -> Any:
    """Return a time in the current time zone; a date as it is."""
    return localtime(value) if isinstance(value, datetime) else value


class _Translations(Extension):
    """{% translate %} and {% blocktranslate %}, as far as partials use them."""

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        """Return the translated text as data of the template."""
        tag = next(parser.stream)
        language = (parser.name or "").partition(_SEPARATOR)[0]
        with override(language):
            return (
                self._translate(parser)
                if tag.value == "translate"
                else self._block(parser, tag.lineno)
            )

    def _translate(self, parser: Parser) -> nodes.Node:
        token = parser.stream.expect("string")
        context = ""
        if parser.stream.skip_if("name:context"):
            context = parser.stream.expect("string").value
        text = pgettext(context, token.value) if context else gettext(token.value)
        if parser.stream.skip_if("name:as"):
            name = parser.stream.expect("name").value
            target = nodes.Name(name, "store", lineno=token.lineno)
            said = nodes.MarkSafe(nodes.Const(text))
            return nodes.Assign(target, said, lineno=token.lineno)
        return nodes.Output([nodes.TemplateData(text)], lineno=token.lineno)

    def _block(self, parser: Parser, line: int) -> nodes.Node:
        given: dict[str, nodes.Expr] = {}
        context, is_trimmed, number = "", False, ""
        while not parser.stream.skip_if("block_end"):
            word = parser.stream.expect("name").value
            if word == "context":
                context = parser.stream.expect("string").value
            elif word == "trimmed":
                is_trimmed = True
            elif word != "with":
                if word == "count" and parser.stream.current.type == "name":
                    word = number = parser.stream.expect("name").value
                parser.stream.expect("assign")
                given[word] = parser.parse_expression()
        source = self._body(parser, is_trimmed=is_trimmed)
        if number:
            texts = (context, source)
            return self._counted(parser, texts, given, number, is_trimmed=is_trimmed, line=line)
        self._end(parser, "endblocktranslate")
        text = pgettext(context, source) if context else gettext(source)
        parts = re.split(r"%\((\w+)\)s", text)
        said: list[nodes.Expr] = []
        for place, part in enumerate(parts):
            if place % 2:
                said.append(given.get(part) or nodes.Name(part, "load"))
            elif part:
                said.append(nodes.TemplateData(part.replace("%%", "%")))
        return nodes.Output(said, lineno=line)

    def _counted(
        self,
        parser: Parser,
        texts: tuple[str, str],
        given: dict[str, nodes.Expr],
        number: str,
        *,
        is_trimmed: bool,
        line: int,
    ) -> nodes.Node:
        """Return a text in the form that this number asks for, found out when it is rendered."""
        self._end(parser, "plural")
        parser.stream.expect("block_end")
        plural = self._body(parser, is_trimmed=is_trimmed)
        self._end(parser, "endblocktranslate")
        forms = [*map(nodes.Const, (*texts, plural)), given[number]]
        # A text may also name what the page knows.
        said = dict.fromkeys(re.findall(r"%\((\w+)\)s", texts[1] + plural))
        named = [nodes.Keyword(name, given.get(name) or nodes.Name(name, "load")) for name in said]
        return nodes.Output(
            [nodes.Call(nodes.Name("counted_text", "load"), forms, named, None, None)], lineno=line
        )

    def _body(self, parser: Parser, *, is_trimmed: bool) -> str:
        """Return a block's text, up to the next tag, as the catalogues know it."""
        source = "".join(self._parts(parser))
        if is_trimmed:
            source = " ".join(each.strip() for each in source.splitlines()).strip()
        return source

    def _parts(self, parser: Parser) -> Iterator[str]:
        stream = parser.stream
        while not stream.current.test("block_begin"):
            if stream.current.type == "data":
                yield next(stream).value.replace("%", "%%")
            else:
                stream.expect("variable_begin")
                yield f"%({stream.expect('name').value})s"
                stream.expect("variable_end")
        next(stream)

    def _end(self, parser: Parser, tag: str) -> None:
        """Take the tag with which a text ends."""
        if not parser.stream.skip_if(f"name:{tag}"):
            raise TemplateSyntaxError(
                f"a text of a partial ends with {tag}", parser.stream.current.lineno, parser.name
            )


class _Calls(Extension):
    """The tags of the games: each is a function whose answer is HTML."""

    tags = {"csrf_token", "url"}

    def parse(self, parser: Parser) -> nodes.Node:
        """Return the call of the tag's function with its arguments."""
        tag = next(parser.stream)
        arguments: list[nodes.Expr] = []
        named: list[nodes.Keyword] = []
        target = ""
        while not parser.stream.current.test("block_end"):
            if parser.stream.skip_if("name:as"):
                target = parser.stream.expect("name").value
                break
            following = parser.stream.look()
            if parser.stream.current.type == "name" and following.type == "assign":
                name = next(parser.stream).value
                next(parser.stream)
                named.append(nodes.Keyword(name, parser.parse_unary()))
            else:
                arguments.append(parser.parse_unary())
        if tag.value in _CONSTANTS and isinstance(arguments[0], nodes.Const) and not target:
            drawn = nodes.TemplateData(_CONSTANTS[tag.value](arguments[0].value))
            return nodes.Output([drawn], lineno=tag.lineno)
        name = _FUNCTIONS.get(tag.value, tag.value)
        function = nodes.Name(name, "load", lineno=tag.lineno)
        if target and tag.value == "url":
            function.name = "url_if_any"
        call = nodes.Call(function, arguments, named, None, None, lineno=tag.lineno)
        if target:
            return nodes.Assign(nodes.Name(target, "store"), call, lineno=tag.lineno)
        return nodes.Output([nodes.MarkSafe(call)], lineno=tag.lineno)


_CONSTANTS: Final[dict[str, Callable[[str], str]]] = {"static": static, "symbol": symbol}
"""Functions whose answer for a word that stands in the template is put into it."""

_FUNCTIONS: Final = {"csrf_token": "csrf_field"}
"""Functions that are not named like their tags: a page has a value of that name."""


@pass_context
def _csrf_field(context: Any) -> str:
    """Return the session token of a page's form; forms sent over the socket have none."""
    return CsrfTokenNode().render(context) if context.get("csrf_token") else ""


@pass_context
def _action_fields(context: Any, *arguments: Any) -> SafeString:
    return action_fields(context, *arguments)


def _counted_text(
    context: str, singular: str, plural: str, amount: int, /, **given: Any
) -> Markup:
    """Return a text in the form of this number, with these values."""
    return Markup(_in_form(context, singular, plural, amount)) % given  # noqa: S704


@once_per_language(8192)
def _in_form(context: str, singular: str, plural: str, amount: int) -> str:
    if context:
        return npgettext(context, singular, plural, amount)
    return ngettext(singular, plural, amount)


@once_per_language(4096)
def _url(name: str, *arguments: Any) -> str:
    return Markup.escape(reverse(name, args=arguments))


def _url_if_any(name: str, *arguments: Any) -> str:
    """Return an address that a template keeps under a name; nothing if there is none, as Django does."""
    try:
        return _url(name, *arguments)
    except NoReverseMatch:
        return ""


_TAGS: Final[dict[str, Callable[..., Any]]] = {
    "action_fields": _action_fields,
    "offer": offer,
    "csrf_field": _csrf_field,
    "emblem": emblem,
    "first_game_hints": first_game_hints,
    "moment": moment,
    "now_ms": now_ms,
    "release_mark": release_mark,
    "remembered": remembered,
    "rule": rule,
    "rule_of_phase": rule_of_phase,
    "site_languages": site_languages,
    "static": static,
    "symbol": symbol,
    "url": _url,
    "url_if_any": _url_if_any,
}
_Calls.tags = set(_TAGS) | set(_FUNCTIONS)
