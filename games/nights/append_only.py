"""SQL by which the database itself refuses to change or delete what organisers did.

On SQLite a migration that alters the table makes it anew, without its triggers: run `REFUSE` again after it.
"""

TABLE = "nights_nightact"

REFUSE: dict[str, tuple[str, ...]] = {
    "sqlite": tuple(
        f"CREATE TRIGGER night_acts_refuse_{act.lower()} BEFORE {act} ON {TABLE}"
        " BEGIN SELECT RAISE(ABORT, 'acts at game nights are append-only'); END"
        for act in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        (
            "CREATE FUNCTION night_acts_refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'acts at game nights are append-only'; END $$"
        ),
        (
            f"CREATE TRIGGER night_acts_refuse BEFORE UPDATE OR DELETE ON {TABLE}"
            " FOR EACH STATEMENT EXECUTE FUNCTION night_acts_refuse()"
        ),
    ),
}
"""By the vendor of the database."""
ALLOW: dict[str, tuple[str, ...]] = {
    "sqlite": (
        "DROP TRIGGER night_acts_refuse_update",
        "DROP TRIGGER night_acts_refuse_delete",
    ),
    "postgresql": (
        f"DROP TRIGGER night_acts_refuse ON {TABLE}",
        "DROP FUNCTION night_acts_refuse()",
    ),
}
"""The way back."""
