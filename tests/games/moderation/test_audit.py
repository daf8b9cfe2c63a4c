"""The audit: rows that the database keeps, chained one to the other."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from accounts.models import SanctionKind, User
from accounts.sanctions import impose, lift
from games.moderation import audit
from games.moderation.append_only import AUDIT_ROWS
from games.moderation.models import AuditEntry


def checked() -> str:
    out = StringIO()
    call_command("check_audit", stdout=out)
    return out.getvalue()


def test_rows_are_numbered_and_chained(ana: User) -> None:
    first = audit.record(act="one", by=ana)
    second = audit.record(act="two", by=ana, person=ana, case=7)
    assert (first.number, second.number) == (1, 2)
    assert second.previous == first.digest
    assert second.digest in checked()


def test_empty_audit_is_in_order(db: None) -> None:
    assert "empty" in checked()


@pytest.mark.parametrize("statement", ["UPDATE {} SET act = 'x'", "DELETE FROM {}"])
def test_database_refuses_changes(ana: User, statement: str) -> None:
    audit.record(act="one", by=ana)
    change = statement.format(AuditEntry._meta.db_table)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)
    assert AuditEntry.objects.get().act == "one"


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("UPDATE {} SET act = 'nothing' WHERE number = 2", "row 2 of the audit was changed"),
        ("UPDATE {} SET by_id = NULL WHERE number = 1", "row 1 of the audit was changed"),
        ("DELETE FROM {} WHERE number = 2", "row 2 of the audit is missing"),
        ("UPDATE {} SET previous = '' WHERE number = 3", "row 3 of the audit does not follow"),
    ],
)
def test_check_finds_what_was_done_past_the_database(
    ana: User, tampering: str, fault: str
) -> None:
    for act in ("one", "two", "three"):
        audit.record(act=act, by=ana)
    with connection.cursor() as cursor:
        for statement in AUDIT_ROWS.allow[connection.vendor]:
            cursor.execute(statement)
        cursor.execute(tampering.format(AuditEntry._meta.db_table))
    with pytest.raises(CommandError, match=fault):
        checked()


def test_sanctions_are_in_the_audit_wherever_they_are_imposed(ana: User) -> None:
    sanction = impose(user=ana, kind=SanctionKind.MUTE, text="Because.", by=ana)
    lift(sanction, by=ana)
    lift(sanction, by=ana)
    acts = AuditEntry.objects.values_list("act", "by_id", "person_id")
    assert list(acts) == [
        ("sanction_imposed", ana.pk, ana.pk),
        ("sanction_lifted", ana.pk, ana.pk),
    ]
    assert "Because." not in str(AuditEntry.objects.values())


@pytest.mark.django_db(transaction=True)
def test_backup_and_restore_keep_the_chain(ana: User, tmp_path: Path) -> None:
    from tests.emptied import empty_tables

    class Databases:
        @staticmethod
        def _databases_names(*, include_mirrors: bool) -> list[str]:
            return ["default"]

    for number in range(3):
        audit.record(act="one", by=ana, person=ana, number=number)
    told = checked()
    call_command("backup", str(tmp_path / "site.gz"), stdout=StringIO())
    empty_tables(Databases)
    assert not AuditEntry.objects.exists()
    call_command("restore", str(tmp_path / "site.gz"), stdout=StringIO())
    assert checked() == told
