"""The open files and database connections that a serving process may use.

Each check returns a sentence where too little is allowed. The process serves all the same, as it
may be enough.
"""

import resource

import psycopg

# Each open page is a file. The default of many systems is 1024.
WANTED_FILES = 65_536
FEW_FILES = 4_096
# A process's name for PostgreSQL, see DATABASES; it counts once, however many connections it has.
PROCESS_NAMES = "site-%"


def raise_open_files() -> str:
    """Raise the limit on open files as far as the system allows; return a sentence if that is low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    if soft == resource.RLIM_INFINITY or soft >= FEW_FILES:
        return ""
    return f"at most {soft} files may be open here, one for each open page: raise the limit (ulimit -n)"


def connections_short(connection: "psycopg.Connection[tuple[int]]", pool_size: int) -> str:
    """Return a sentence if PostgreSQL has too few connections for this and the running processes.

    `pool_size`: how many connections a process may open. Raises psycopg.Error.
    """
    reserved = "current_setting('superuser_reserved_connections')::int"
    [(allowed,)] = connection.execute(
        f"SELECT current_setting('max_connections')::int - {reserved}"
    )
    [(others,)] = connection.execute(
        "SELECT count(DISTINCT application_name) FROM pg_stat_activity"
        " WHERE application_name LIKE %s AND pid <> pg_backend_pid()"
        " AND application_name <> current_setting('application_name')",
        [PROCESS_NAMES],
    )
    processes = others + 1
    if processes * pool_size <= allowed:
        return ""
    return (
        f"{processes} processes may open {processes * pool_size} connections, and PostgreSQL lets"
        f" {allowed} in: raise its max_connections or lower DATABASE_POOL_SIZE"
    )
