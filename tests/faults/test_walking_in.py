"""PostgreSQL goes away while a visitor becomes a guest: no name is taken, and the answer is "try again"."""

import asyncio
import signal
from pathlib import Path

import psycopg
import pytest

from tests.faults._player import request
from tests.faults._site import FaultySite, Restartable, address_of, postgres, until, up

WAIT = """
    CREATE FUNCTION wait_here() RETURNS trigger AS
    $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER waits BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION wait_here()
"""
GO_ON = "DROP FUNCTION wait_here CASCADE"
IS_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
WALKS_IN = [
    ("/accounts/guest/", {"name": "Passer by"}),
    ("/quick-seat/", {"guest-name": "Passer by"}),
]


def ask(database: Restartable, statement: str) -> int:
    """Do this without the site's knowledge; return the number of its answer, if any."""
    with psycopg.connect(address_of(database), autocommit=True) as connection:
        cursor = connection.execute(statement)
        row = cursor.fetchone() if cursor.description else None
        return int(row[0]) if row else 0


@pytest.mark.postgres
async def test_visitor_keeps_nothing_of_a_walk_in_that_the_database_did_not_finish(
    tmp_path: Path,
) -> None:
    moments = [
        (where, form, verb, table)
        for where, form in WALKS_IN
        for verb, table in (("INSERT", "django_session"), ("UPDATE", "django_session"))
    ]
    moments.append((*WALKS_IN[1], "INSERT", "games_lobbyseat"))
    with postgres() as database:
        site = FaultySite(tmp_path, DATABASE_URL=address_of(database))
        site.migrate()
        with up(site):
            for number, (where, form, verb, table) in enumerate(moments):
                named = {field: f"{name} {number}" for field, name in form.items()}
                ask(database, WAIT.format(verb=verb, table=table))
                walking_in = asyncio.create_task(request(f"{site.url}{where}", "", named))
                await until(lambda: ask(database, IS_WAITING))
                database.kill(signal.SIGQUIT)
                status, page = await walking_in
                database.start()
                await database.until_up()
                ask(database, GO_ON)
                assert (number, status) == (number, 503)
                assert "Set-Cookie: sessionid" not in page
                assert ask(database, "SELECT count(*) FROM accounts_user") == number
                # The name is free, and a second try succeeds.
                status, page = await request(f"{site.url}{where}", "", named)
                assert (number, status) == (number, 302)
                assert "Set-Cookie: sessionid" in page
                # A seat in a lobby would be joined by the next person.
                ask(database, "UPDATE games_lobby SET status = 'closed'")
