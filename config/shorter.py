"""Style sheets and scripts without what only people read: comments and layout.

Minifiers do more, for little. At least one of styles (rcssmin 1.3) turns `:has(a) :is(b)` into another selector. Of the compressed
scripts of a table rjsmin takes another 2 %. Only renaming takes a fifth (tdewolff-minify, 4 KB), but that library has no
wheels for Apple's processors.
"""

import re

_BLANK = r"(?>\s|/\*.*?\*/)"
_IN_STYLE = re.compile(
    r"(?P<kept>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)\"']*\))"
    rf"|(?:{_BLANK}*(?P<sign>[{{}};])|{_BLANK}){_BLANK}*",
    re.DOTALL,
)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_COMMENT = re.compile(r"^(?://[^\n]*|/\*.*?\*/)", re.MULTILINE | re.DOTALL)
_LINE_BREAKS = re.compile(r"\n\s+")


def shorter_style(sheet: str) -> str:
    """Return a style sheet without comments and without blanks that mean nothing."""
    return _IN_STYLE.sub(lambda found: found["kept"] or found["sign"] or " ", sheet).strip()


def shorter_script(script: str) -> str:
    """Return a script without indents, and without comments that begin their line.

    Its lines stay, for they mean something in JavaScript. No template literal may go over several of them.
    """
    script = _INDENT.sub("", script)
    script = _COMMENT.sub("", script)
    return _LINE_BREAKS.sub("\n", script).strip()
