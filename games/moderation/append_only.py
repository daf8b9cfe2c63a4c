"""SQL by which the database itself refuses to change or delete rows of the audit.

`manage.py flush` of a whole site on PostgreSQL (TRUNCATE) is not refused. On SQLite a migration that alters the table
makes it anew, without its triggers: run `REFUSE` again after it.
"""

TABLE = "moderation_auditentry"

REFUSE: dict[str, tuple[str, ...]] = {
    "sqlite": tuple(
        f"CREATE TRIGGER audit_refuses_{act.lower()} BEFORE {act} ON {TABLE}"
        " BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END"
        for act in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        (
            "CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$"
        ),
        (
            f"CREATE TRIGGER audit_refuses BEFORE UPDATE OR DELETE ON {TABLE}"
            " FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses()"
        ),
    ),
}
"""By the vendor of the database."""
ALLOW: dict[str, tuple[str, ...]] = {
    "sqlite": ("DROP TRIGGER audit_refuses_update", "DROP TRIGGER audit_refuses_delete"),
    "postgresql": (f"DROP TRIGGER audit_refuses ON {TABLE}", "DROP FUNCTION audit_refuses()"),
}
"""The way back."""
