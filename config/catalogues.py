"""Translation catalogues, extracted and compiled with Babel: GNU gettext is not needed.

`python -m config.catalogues update | compile | check`. English is the source and has no catalogue.
`check` is strict: every text of the site must be in every catalogue, translated, with its
placeholders, in the words of the glossary (glossary_check.py).
"""

import argparse
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.glossary_check import word_problems

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "config" / "locale"
LANGUAGES = ("es", "it", "pl", "nl")
# Each domain: the files it is extracted from, and how. Python and templates use "django", scripts
# in the browser "djangojs"; that catalogue exists only if a script has a text.
SOURCES: dict[str, list[tuple[str, str]]] = {
    "django": [
        ("**/migrations/**.py", "ignore"),
        ("accounts/**.py", "python"),
        ("games/**.py", "python"),
        ("config/**.py", "python"),
        ("templates/**.html", "config.catalogues:extract_template"),
        ("templates/**.txt", "config.catalogues:extract_template"),
    ],
    "djangojs": [("static/js/**.js", "javascript")],
}
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "_ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# At most this many problems are shown; a new page makes hundreds.
SHOWN = 30
COMMENT_TAGS = ("Translators:",)
# %% first, so that the "%(" in "100%%(about)s" is not taken for a placeholder.
PLACEHOLDER = re.compile(r"%%|%\((\w+)\)[#0\- +]*[\d.]*[a-zA-Z]|%[sd]")


def extract_template(
    file: Any, keywords: Mapping[str, Any], tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Extract texts from a Django template, for Babel: Django itself turns them into gettext calls.

    The result is not valid Python line by line, as it keeps the page's indentation; inside one
    pair of parentheses indentation has no meaning.
    """
    calls = templatize(file.read().decode())
    return extract_python(BytesIO(f"({calls}\n)".encode()), keywords, tags, options)


def extract(domain: str) -> Catalog:
    """Return every text of the site in this domain."""
    found = Catalog(project="Secret Hitler site", charset="utf-8", fuzzy=False)
    files = extract_from_dir(
        ROOT,
        method_map=SOURCES[domain],
        keywords=KEYWORDS,
        comment_tags=COMMENT_TAGS,
        strip_comment_tags=True,
        directory_filter=lambda path: not Path(path).name.startswith((".", "_", "node_modules")),
    )
    for filename, line, text, comments, context in files:
        found.add(text, locations=[(filename, line)], auto_comments=comments, context=context)
    return found


def catalogue_path(language: str, domain: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """Return a language's catalogue; an empty one with the right header if it does not exist yet."""
    path = catalogue_path(language, domain)
    if not path.exists():
        locale = Locale.parse(language)
        return Catalog(
            locale,
            domain,
            header_comment=f"# {locale.english_name} text of the site.\n#",
            project="Secret Hitler site",
            version="1",
            msgid_bugs_address="see CONTRIBUTING.md",
            last_translator="see the version history",
            language_team=locale.english_name,
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def update() -> None:
    """Bring every catalogue up to date: add new texts untranslated, drop texts that are gone."""
    for domain in SOURCES:
        source = extract(domain)
        if not len(source) and domain != "django":
            continue
        for language in LANGUAGES:
            catalogue = read(language, domain)
            catalogue.update(source, no_fuzzy_matching=True, update_creation_date=False)
            path = catalogue_path(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                # No line numbers: every edit of the code would change them.
                write_po(
                    file, catalogue, width=99, sort_by_file=True, ignore_obsolete=True,
                    include_lineno=False,
                )  # fmt: skip


def _compile_catalogues() -> None:
    """Write the .mo files for Django where the catalogue is newer."""
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime > path.stat().st_mtime:
            continue
        with path.open("rb") as source:
            catalogue = read_po(source, locale=path.parent.parent.name)
        with target.open("wb") as compiled:
            write_mo(compiled, catalogue)


def problems() -> Iterator[str]:
    """Return everything wrong with the catalogues, one line each."""
    for domain in SOURCES:
        source = {_key(message): message for message in extract(domain) if message.id}
        for language in LANGUAGES:
            catalogue = read(language, domain)
            kept = {_key(message): message for message in catalogue if message.id}
            where = f"{language}/{domain}"
            for key in source.keys() - kept.keys():
                yield f"{where}: not in the catalogue (run `make messages`): {key}"
            for key in kept.keys() - source.keys():
                yield f"{where}: no longer in the site (run `make messages`): {key}"
            for key in source.keys() & kept.keys():
                found = [*message_problems(kept[key], catalogue.num_plurals)]
                # A catalogue in which nothing is translated yet has no words to check.
                for problem in found or dict.fromkeys(_problems_of_words(kept[key], language)):
                    yield f"{where}: {problem}: {key}"


def message_problems(message: Message, plural_forms: int) -> Iterator[str]:
    """Return the problems of one translated message."""
    identities = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    translations = (
        message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    )
    if message.fuzzy:
        yield "fuzzy"
    if not all(translations):
        yield "not translated"
        return
    if len(identities) > 1 and len(translations) != plural_forms:
        yield f"has {len(translations)} plural forms, not {plural_forms}"
    allowed = set().union(*(_placeholders(identity) for identity in identities))
    for position, translation in enumerate(translations):
        used = _placeholders(str(translation))
        # "One player" may leave the number out, but only in the first of several plural forms.
        needed = _placeholders(identities[0]) if position == 0 else allowed
        missing = needed - used if len(identities) == 1 or position > 0 else set()
        if used - allowed or missing:
            yield f"placeholders differ ({', '.join(sorted(used ^ allowed))})"


def _problems_of_words(message: Message, language: str) -> Iterator[str]:
    """Return the problems with words and typographic marks in one translated message."""
    sources = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    translations = (
        message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    )
    for position, translation in enumerate(translations):
        source = sources[0] if position == 0 else sources[-1]
        yield from word_problems(language, source, str(translation), message.context or "")


def _placeholders(text: str) -> set[str]:
    """Return the placeholders of a text, such as {"%(name)s"}."""
    return {match[0] for match in PLACEHOLDER.finditer(text) if match[0] != "%%"}


def _key(message: Message) -> str:
    identity = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
    return f"{message.context} | {identity}" if message.context else str(identity)


def main() -> int:
    """Update, compile or check; exit status 0 means no problems."""
    parser = argparse.ArgumentParser(prog="python -m config.catalogues")
    parser.add_argument("command", choices=("update", "compile", "check"))
    command = parser.parse_args().command
    if command == "update":
        update()
    elif command == "compile":
        _compile_catalogues()
    else:
        found = sorted(problems())
        for line in found[:SHOWN]:
            sys.stderr.write(f"{line}\n")
        if len(found) > SHOWN:
            sys.stderr.write(f"and {len(found) - SHOWN} more\n")
        return 1 if found else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
