"""Which release of the site made a page. A page that is older than its socket loads itself anew (static/js/release.js)."""

from functools import cache
from hashlib import sha256

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

_FILES = ("site.js", "site.css", "table.js", "table.css", "table_later.js", "table_later.css")


@cache
def release_mark() -> SafeString:
    """Return the element that names the release: in production another one whenever a table's scripts or styles have changed."""
    # There their addresses hold what is in them.
    addresses = "\n".join(static(f"bundles/{name}") for name in _FILES)
    release = sha256(addresses.encode()).hexdigest()[:8]
    return format_html("<i id=page-release hidden>{}</i>", release)
