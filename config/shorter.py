"""Style sheets and scripts without what only people read.

Styles lose comments and layout. Minifiers do hardly more for them: of the compressed styles of a table lightningcss takes less than 1 %,
and at least one (rcssmin 1.3) turns `:has(a) :is(b)` into another selector. Scripts get short names as well, from a minifier: a fifth.
"""

import re

_BLANK = r"(?>\s|/\*.*?\*/)"
_IN_STYLE = re.compile(
    r"(?P<kept>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)\"']*\))"
    rf"|(?:{_BLANK}*(?P<sign>[{{}};])|{_BLANK}){_BLANK}*",
    re.DOTALL,
)


def shorter_style(sheet: str) -> str:
    """Return a style sheet without comments and without blanks that mean nothing."""
    return _IN_STYLE.sub(lambda found: found["kept"] or found["sign"] or " ", sheet).strip()


def shorter_script(script: str) -> str:
    """Return a script without comments and layout, and with short names where no other script sees them."""
    # Here, as a running site of production shortens nothing.
    import minify

    short: str = minify.string("application/javascript", script)
    return short
