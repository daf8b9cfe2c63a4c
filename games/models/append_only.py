"""Tables of which the database itself refuses to change or delete rows. For migrations.

On SQLite a migration that alters such a table makes it anew, without its triggers: put `operation` behind it again.
`manage.py flush` of a whole site on PostgreSQL (TRUNCATE) is not refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import migrations


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendOnly:
    """A table to which rows are only added."""

    table: str
    trigger: str
    """The name of its triggers, or how their names begin, and of their function."""
    message: str
    """The error of a statement that is refused."""

    @property
    def refuse(self) -> dict[str, tuple[str, ...]]:
        """The statements that make the triggers, by the vendor of the database."""
        return {
            "sqlite": tuple(
                f"CREATE TRIGGER {self.trigger}_{act.lower()} BEFORE {act} ON {self.table}"
                f" BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
                for act in ("UPDATE", "DELETE")
            ),
            "postgresql": (
                (
                    f"CREATE FUNCTION {self.trigger}() RETURNS trigger LANGUAGE plpgsql AS"
                    f" $$ BEGIN RAISE EXCEPTION '{self.message}'; END $$"
                ),
                (
                    f"CREATE TRIGGER {self.trigger} BEFORE UPDATE OR DELETE ON {self.table}"
                    f" FOR EACH STATEMENT EXECUTE FUNCTION {self.trigger}()"
                ),
            ),
        }

    @property
    def allow(self) -> dict[str, tuple[str, ...]]:
        """The statements that remove the triggers, by the vendor of the database."""
        return {
            "sqlite": (
                f"DROP TRIGGER {self.trigger}_update",
                f"DROP TRIGGER {self.trigger}_delete",
            ),
            "postgresql": (
                f"DROP TRIGGER {self.trigger} ON {self.table}",
                f"DROP FUNCTION {self.trigger}()",
            ),
        }

    def operation(self) -> migrations.RunPython:
        """Return the step of a migration that makes the triggers; its way back removes them."""
        return migrations.RunPython(
            lambda _apps, editor: _execute(self.refuse, editor),
            lambda _apps, editor: _execute(self.allow, editor),
        )


def _execute(statements: Mapping[str, tuple[str, ...]], editor: Any) -> None:
    for each in statements[editor.connection.vendor]:
        editor.execute(each)
