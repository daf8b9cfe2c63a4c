"""Templates are laid out for people and sent without that layout. Used in TEMPLATES of the settings.

Blanks around a line break are removed once, when a template is loaded:

- Between two tags, of HTML or of Django, nothing is left of them. Beside words or a variable one space is.
- Inside a tag of HTML they become one space, or nothing before its end and before a template tag that brings
  a space of its own: `<p class="a"{% if b %} data-b{% endif %}>` may be broken before and after the `if`.
- Between two translated texts one space is left.

A space on a line stays as it is, and so does what is inside `<pre>`, `<textarea>`, `<script>`, `<style>`,
`<!-- -->`, blocktranslate, comment and verbatim.
"""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

__all__ = ["Loader", "without_layout"]

# Stand-ins for template tags, so that one look at a neighbour says what it is.
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
    """Loads the templates of this project, HTML without its layout."""

    def get_contents(self, origin: Origin) -> str:
        """The source of a template; raises TemplateDoesNotExist."""
        source = super().get_contents(origin)
        return without_layout(source) if origin.name.endswith(".html") else source


def without_layout(source: str) -> str:
    """The source of an HTML template without the line breaks and blanks that only lay it out."""
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
    """Whether this is a blocktranslate that puts its text here rather than into a variable."""
    return "blocktrans" in (match[1] or "") and " asvar " not in match[0].partition("%}")[0]


def _shortened(match: re.Match[str]) -> str:
    """A tag or a break between tags, as it is sent."""
    if match["tag"]:
        return _INSIDE_TAG.sub(_inside_tag, match["tag"])
    if match["opening"]:
        return _INSIDE_TAG.sub(_inside_tag, match["opening"]) + match["inside"]
    if match["break"]:
        return _between(match)
    return match[0]


def _between(match: re.Match[str]) -> str:
    """What a break between tags and words leaves."""
    before, after = _neighbours(match)
    if before == after == _TRANSLATION:
        return " "
    tags = _TAG + _TRANSLATION
    return "" if before in ">" + tags and after in "<" + tags else " "


def _inside_tag(match: re.Match[str]) -> str:
    """What a break between attributes leaves; the value of an attribute without its breaks."""
    if match[0][0] in "\"'":
        return _INSIDE_VALUE.sub(_inside_value, match[0])
    _, after = _neighbours(match)
    return "" if after in "/>" or _brings_space(match) else " "


def _inside_value(match: re.Match[str]) -> str:
    """What a break inside the value of an attribute leaves."""
    before, after = _neighbours(match)
    if before == after == _TRANSLATION:
        return " "
    tags = _TAG + _TRANSLATION
    return "" if _brings_space(match) or (before in tags and after in tags) else " "


def _neighbours(match: re.Match[str]) -> tuple[str, str]:
    """The characters before and after; empty at an end."""
    text, start, end = match.string, match.start(), match.end()
    return text[max(start - 1, 0) : start], text[end : end + 1]


def _brings_space(match: re.Match[str]) -> bool:
    """Whether a template tag follows and right behind it a space."""
    return match.string[match.end() : match.end() + 2] == f"{_TAG} "
