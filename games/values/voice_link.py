"""The link to a room where the people of a table hear each other: which addresses are taken.

Only https, on a public host that has a name, without a user or password in it. Nobody but those who sit at
the table sees it, and the site never opens it.
"""

import re
import unicodedata
from urllib.parse import urlsplit

VOICE_LINK_MAX_LENGTH = 200

# Names that lead to the reader's own network or machine, or nowhere.
_NOT_PUBLIC = {
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "private", "test",
}  # fmt: skip
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
# A last label of digits would make the whole host a number, however it is written.
_LAST_LABEL = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])")
_SHOWN_AS_TYPED = re.compile(r"[!-~]+")


def clean_voice_link(typed: str) -> str | None:
    """Return a typed link as it is kept; None if such a link is not taken. An empty text stays empty."""
    link = unicodedata.normalize("NFC", typed).strip()
    if not link:
        return ""
    # Plain letters only: what is shown is where it leads. A backslash is a slash to browsers, and no other reader.
    if len(link) > VOICE_LINK_MAX_LENGTH or not _SHOWN_AS_TYPED.fullmatch(link) or "\\" in link:
        return None
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme != "https" or "@" in parts.netloc or port not in (None, 443):
        return None
    return link if _is_public(parts.hostname or "") else None


def _is_public(host: str) -> bool:
    labels = host.split(".")
    if len(labels) < 2 or labels[-1] in _NOT_PUBLIC:
        return False
    is_named = all(_LABEL.fullmatch(label) for label in labels) and _LAST_LABEL.fullmatch(
        labels[-1]
    )
    return bool(is_named)
