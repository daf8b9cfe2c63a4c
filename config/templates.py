"""Template loader that removes layout: templates are laid out for people, pages are sent without it.

Named in TEMPLATES of the settings. Blanks around a line break are removed once, when a template is
loaded:

- Between two tags, of HTML or of Django, they are removed. Beside a word or a variable one space
  stays.
- Inside an HTML tag they become one space; before its end, and before a template tag that brings
  its own space, they are removed: `<p class="a"{% if b %} data-b{% endif %}>` may be broken before
  and after the `if`.
- Between two translated texts one space stays.

A space within a line stays, and so does the content of `<pre>`, `<textarea>`, `<script>`,
`<style>`, `<!-- -->`, blocktranslate, comment and verbatim.
"""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

__all__ = ["Loader", "without_layout"]

# One character in place of each template tag, so that a neighbour's kind is seen at once.
_TAG, _VARIABLE, _TRANSLATION = "\x01", "\x02", "\x03"
_STAND_INS = re.compile(f"[{_TAG}{_VARIABLE}{_TRANSLATION}]")

_TEMPLATE_TAGS = re.compile(
    r"{%\s*(blocktrans(?:late)?|comment|verbatim)\b(?:(?!%}).)*%}(?s:.*?){%\s*end\1\b.*?%}"
    r"|{%\s*(trans(?:late)?)\b(?:(?!\sas\s+\w+\s*%}).)*?%}"
    r"|{%.*?%}|{#.*?#}"
    r"|({{.*?}})"
)
_BREAK = r"\s*\n\s*"
_HTML = re.compile(
    r"(?s:<!--.*?-->)"
    r"|(?P<opening><(?P<kept>pre|textarea|script|style)\b(?:\"[^\"]*\"|'[^']*'|[^\"'>])*>)(?P<inside>(?s:.*?)</(?P=kept))"
    r"|(?P<tag></?[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^\"'>])*>)"
    rf"|(?P<break>{_BREAK})",
    re.IGNORECASE,
)
_INSIDE_TAG = re.compile(rf"\"[^\"]*\"|'[^']*'|{_BREAK}")
_INSIDE_VALUE = re.compile(_BREAK)


class Loader(filesystem.Loader):
    """Loads the project's templates, HTML without its layout."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template; raises TemplateDoesNotExist."""
        source = super().get_contents(origin)
        return without_layout(source) if origin.name.endswith(".html") else source


def without_layout(source: str) -> str:
    """Return an HTML template without the line breaks and blanks that only lay it out."""
    tags: list[str] = []

    def stand_in(match: re.Match[str]) -> str:
        tags.append(match[0])
        if match[3]:
            return _VARIABLE
        return _TRANSLATION if match[2] or _is_shown(match) else _TAG

    plain = _TEMPLATE_TAGS.sub(stand_in, source)
    short = _HTML.sub(_shortened, plain)
    originals = iter(tags)
    return _STAND_INS.sub(lambda _: next(originals), short)


def _is_shown(match: re.Match[str]) -> bool:
    """Whether a blocktranslate puts its text here rather than into a variable."""
    return "blocktrans" in (match[1] or "") and " asvar " not in match[0].partition("%}")[0]


def _shortened(match: re.Match[str]) -> str:
    """Return the short form of a tag, or of a break between tags."""
    if match["tag"]:
        return _INSIDE_TAG.sub(_inside_tag, match["tag"])
    if match["opening"]:
        return _INSIDE_TAG.sub(_inside_tag, match["opening"]) + match["inside"]
    if match["break"]:
        return _between(match)
    return match[0]


def _between(match: re.Match[str]) -> str:
    """Return what replaces a break between tags and words."""
    before, after = _neighbours(match)
    if before == after == _TRANSLATION:
        return " "
    tags = _TAG + _TRANSLATION
    return "" if before in ">" + tags and after in "<" + tags else " "


def _inside_tag(match: re.Match[str]) -> str:
    """Return what replaces a break between attributes; for a quoted value, the value without breaks."""
    if match[0][0] in "\"'":
        return _INSIDE_VALUE.sub(_inside_value, match[0])
    _, after = _neighbours(match)
    return "" if after in "/>" or _brings_space(match) else " "


def _inside_value(match: re.Match[str]) -> str:
    """Return what replaces a break inside the value of an attribute."""
    before, after = _neighbours(match)
    if before == after == _TRANSLATION:
        return " "
    tags = _TAG + _TRANSLATION
    return "" if _brings_space(match) or (before in tags and after in tags) else " "


def _neighbours(match: re.Match[str]) -> tuple[str, str]:
    """Return the characters before and after; empty at either end of the text."""
    text, start, end = match.string, match.start(), match.end()
    return text[max(start - 1, 0) : start], text[end : end + 1]


def _brings_space(match: re.Match[str]) -> bool:
    """Whether a template tag follows, and a space right behind it."""
    return match.string[match.end() : match.end() + 2] == f"{_TAG} "
