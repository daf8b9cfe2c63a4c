"""Search for members by the first letters of their name.

Both databases answer it from an index: PostgreSQL compares by pattern (accounts_member_names), SQLite by range.
"""

from typing import Any

from django.db import connection
from django.db.models import F, Q
from django.db.models.expressions import OrderBy
from django.db.models.sql.compiler import SQLCompiler

from accounts.blocks import blocked_by
from accounts.models import User
from accounts.names import NAME_MAX_LENGTH, name_key

FEWEST_LETTERS = 2
MOST_FOUND = 20
_LAST_CHARACTER = chr(0x10FFFF)


def find_members(typed: str, *, searcher: User) -> list[User]:
    """Return members whose name begins like this, in order; none for less than two letters.

    Neither guests and closed accounts, nor anybody whom the searcher has blocked. Who has blocked the searcher is found:
    whoever is missing here, but has a page, would have told of the block.
    """
    key = name_key(typed)
    if not FEWEST_LETTERS <= len(key) <= NAME_MAX_LENGTH:
        return []
    members = User.objects.filter(_begins_with(key), is_guest=False, closed_at=None)
    members = members.exclude(pk__in=blocked_by(searcher.pk) | {searcher.pk})
    return list(members.order_by(_InOrderOfIndex(F("username_key")))[:MOST_FOUND])


class _InOrderOfIndex(OrderBy):
    """Order by the characters' numbers: PostgreSQL reads the first names from the index and need not sort all."""

    def as_postgresql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        """Return the clause with the operator by which the index is in order."""
        # Django looks for the word in the comment when it compares clauses.
        return self.as_sql(compiler, connection, template="%(expression)s USING ~<~ /* ASC */")


def _begins_with(key: str) -> Q:
    if connection.vendor == "sqlite":
        # Its LIKE takes no index; its texts are in order of their characters.
        return Q(username_key__gte=key, username_key__lt=key + _LAST_CHARACTER)
    return Q(username_key__startswith=key)
