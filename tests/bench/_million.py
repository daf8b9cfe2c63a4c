"""Fills an empty, migrated PostgreSQL with people and with finished games of several years.

Bots play a few games; all others are copies of these at other times, with other people. As on a site that
has run for years, only the logs of the last month are single rows, a few people play very often, and most
play now and then.
"""

import os
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import django

GAMES = int(os.environ.get("GAMES", "1000000"))
PEOPLE = int(os.environ.get("PEOPLE", "200000"))
PLAYED = 200
YEARS = 4
COPIES = GAMES // PLAYED
SPAN_DAYS = YEARS * 365 / COPIES
"""The games that are copied span so many days, and so does each of their copies."""
UNPACKED_COPIES = max(1, round(7 / SPAN_DAYS))
"""The newest copies, of the last 7 days, keep their logs as single rows."""
DILIGENCE = 3
"""People are drawn by this power of a number from 0 to 1: a tenth of the people takes half of the seats."""
CLUB_SIZE = 40
NOTICES = 5
"""For each person."""
DEEP = "Deep history"


def main() -> None:
    """Fill, and print how large the tables are."""
    from django.db import connection

    began = perf_counter()

    def tell(what: str) -> None:
        print(f"  {what}: {perf_counter() - began:.0f} s", flush=True)

    with connection.cursor() as cursor:
        _people(cursor)
        tell(f"{PEOPLE} people")
        _play()
        tell(f"{PLAYED} games played")
        _copies(cursor)
        tell(f"{GAMES} games written")
        _sheets(cursor)
        _sums(cursor)
        tell("their statistics written")
        _ratings(cursor)
        _clubs_and_notices(cursor)
        tell("ratings, clubs and notices written")
        cursor.execute("VACUUM ANALYZE")
        tell("analysed")
        print_sizes(cursor)


def _people(cursor: Any) -> None:
    cursor.execute(
        "INSERT INTO accounts_user (password, is_superuser, username, email, is_staff, is_active, date_joined,"
        " username_key, username_skeleton, guest_name, is_guest, emblem, about) SELECT '!', false, name, '', false, true,"
        f" now() - interval '{YEARS} years', lower(name), lower(name), '', false, 'owl teal solid', '' FROM"
        " (SELECT initcap(translate(substr(md5(n::text), 1, 4), '0123456789', 'ghijklmnop')) || n AS name"
        "  FROM generate_series(1, %s) AS n) AS named",
        [PEOPLE - 1],
    )
    cursor.execute(
        "INSERT INTO accounts_user (password, is_superuser, username, email, is_staff, is_active, date_joined,"
        " username_key, username_skeleton, guest_name, is_guest, emblem, about) VALUES ('!', false, %s, '', false, true,"
        " now(), lower(%s), lower(%s), '', false, 'owl teal solid', '')",
        [DEEP] * 3,
    )
    cursor.execute(
        "INSERT INTO accounts_preferences (user_id, language, colour_scheme, reduced_motion, sounds, shows_games,"
        " shows_presence, gives_riddles, has_coach) SELECT id, '', 'auto', 'auto', true, id % 20 <> 7, true, false, true"
        " FROM accounts_user"
    )
    # Everybody has a seat number of their own, so that nobody sits at one table twice.
    cursor.execute(
        "CREATE FUNCTION person_at(game bigint, seat bigint) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql AS"
        f" $$ SELECT CASE WHEN seat = 0 AND game % 3 = 0 THEN {PEOPLE} ELSE 1 + seat + 10 * floor({PEOPLE // 10 - 1} *"
        f" power((hashint8extended(game, seat) & 1048575) / 1048576.0::float8, {DILIGENCE}))::bigint END $$"
    )


def _play() -> None:
    """Let bots play the games that are copied, in the first days of the years, and keep a packed log of each."""
    from django.core.management import call_command
    from django.db import connection

    from games.models import Game
    from games.services.packing import pack_game

    call_command(
        "simulate_games", games=PLAYED, players=60, months=SPAN_DAYS / 30.4, verbosity=0,
        yes_fill_this_database=True,
    )  # fmt: skip
    with connection.cursor() as cursor:
        ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
        assert ids == list(range(1, PLAYED + 1)), "the database was not empty"
        cursor.execute("CREATE TEMPORARY TABLE single_rows AS SELECT * FROM games_gameevent")
        for game_id in ids:
            pack_game(game_id)
        cursor.execute("UPDATE games_game SET lobby_id = NULL, name = 'Table ' || id")
        earlier = f"- interval '{(COPIES - 1) * SPAN_DAYS} days'"
        for table, columns in {
            "games_game": ("started_at", "finished_at"),
            "games_gameresult": ("ended_at",),
            "games_seatresult": ("ended_at",),
        }.items():
            setting = ", ".join(f"{each} = {each} {earlier}" for each in columns)
            cursor.execute(f"UPDATE {table} SET {setting}")
        cursor.execute(
            "CREATE TEMPORARY TABLE seat_of AS SELECT result_id AS game_id, user_id, seat FROM games_seatresult"
        )


def _copies(cursor: Any) -> None:
    from games import models

    cursor.execute("SELECT max(number) FROM games_gameresult")
    (ranked,) = cursor.fetchone()
    of_game = f"game_id + copy * {PLAYED}"
    later = f"+ copy * interval '{SPAN_DAYS} days'"
    seated = f"person_at({of_game}, number)"
    first_unpacked = COPIES - UNPACKED_COPIES
    person = f"CASE WHEN user_id IS NULL THEN NULL ELSE {seated} END"
    _copy(
        cursor, models.Game, id=f"id + copy * {PLAYED}", code="substr(md5(code || copy), 1, 12)",
        name=f"'Table ' || (id + copy * {PLAYED})", started_at=f"started_at {later}",
        finished_at=f"finished_at {later}", is_packed=f"copy < {first_unpacked}",
    )  # fmt: skip
    _copy(cursor, models.Seat, by="first.game_id, first.number", game_id=of_game, user_id=person)
    _copy(
        cursor, models.GameResult, by="first.ended_at", game_id=of_game, number=f"number + copy * {ranked}",
        ended_at=f"ended_at {later}",
    )  # fmt: skip
    _copy(
        cursor, models.SeatResult, by="first.ended_at, first.result_id, first.seat", result_id=f"result_id + copy * {PLAYED}",
        user_id=f"person_at(result_id + copy * {PLAYED}, seat)", ended_at=f"ended_at {later}",
    )  # fmt: skip
    _copy(cursor, models.PackedLog, last=first_unpacked - 1, game_id=of_game)
    columns = _columns(models.GameEvent)
    chosen = ["game_id + copy * %s" if each == "game_id" else each for each in columns]
    cursor.execute(
        f"INSERT INTO games_gameevent ({', '.join(columns)}) SELECT {', '.join(chosen)} FROM single_rows,"
        " generate_series(%s, %s) AS copy",
        [PLAYED, first_unpacked, COPIES - 1],
    )
    # The invented people of the copied games give their seats to members.
    cursor.execute(
        f"UPDATE games_seat SET user_id = person_at(game_id, number) WHERE game_id <= {PLAYED} AND user_id IS NOT NULL"
    )
    cursor.execute(
        f"UPDATE games_seatresult SET user_id = person_at(result_id, seat) WHERE result_id <= {PLAYED}"
    )
    cursor.execute("UPDATE games_ratingstate SET ended = %s, applied = %s", [ranked * COPIES] * 2)
    cursor.execute(
        "UPDATE games_ratingstate SET last_ended_at = (SELECT max(ended_at) FROM games_gameresult)"
    )


def _columns(model: Any) -> list[str]:
    return [str(each.column) for each in model._meta.concrete_fields if each.column != "id"]


def _copy(
    cursor: Any, model: Any, *, by: str = "copy", last: int = COPIES - 1, **changes: str
) -> None:
    """Copy all rows of the games played, with these changes, for each copy up to the last.

    `by`: in which order a site would have written them. What a rebuild writes takes longer if the seats of a game are far apart.
    """
    columns: Sequence[str] = [*({"id": 0} if "id" in changes else {}), *_columns(model)]
    table = model._meta.db_table
    chosen = [changes.get(each, each) for each in columns]
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(chosen)} FROM generate_series(1, %s) AS copy,"
        f" (SELECT * FROM {table}) AS first ORDER BY copy, {by}",
        [last],
    )


def _sheets(cursor: Any) -> None:
    """Give every game the sheet of the game that it is a copy of, with its own people and time."""
    cursor.execute("CREATE TEMPORARY TABLE played AS SELECT game_id, sheet FROM games_countedgame")
    cursor.execute(
        "CREATE TEMPORARY TABLE parts AS SELECT played.game_id, place, part, seat"
        " FROM played CROSS JOIN LATERAL jsonb_array_elements(sheet -> 'seats') WITH ORDINALITY AS told(part, place)"
        " LEFT JOIN seat_of ON seat_of.user_id = (part ->> 0)::bigint AND seat_of.game_id = played.game_id"
    )
    cursor.execute("CREATE INDEX ON parts (game_id)")
    cursor.execute("ANALYZE played, parts")
    cursor.execute("DELETE FROM games_countedgame")
    cursor.execute(
        "INSERT INTO games_countedgame (game_id, due_at, sheet) SELECT result.game_id, NULL, sheet || jsonb_build_object("
        "'feats', '{}'::jsonb, 'ended_at', to_jsonb(ended_at), 'seats', (SELECT jsonb_agg(CASE WHEN seat IS NULL THEN"
        " part ELSE jsonb_set(part, '{0}', to_jsonb(person_at(result.game_id, seat))) END ORDER BY place) FROM parts"
        " WHERE parts.game_id = played.game_id)) FROM games_gameresult AS result JOIN played ON played.game_id ="
        f" (result.game_id - 1) % {PLAYED} + 1"
    )


def _sums(cursor: Any) -> None:
    """Add up what the sheets say, in the database itself."""
    from games.selectors.tally_columns import TALLY_COLUMNS

    for table in (
        "playertally", "headtohead", "playerstreak", "earnedhonour", "communitytally", "calibrationtally",
    ):  # fmt: skip
        cursor.execute(f"TRUNCATE games_{table}")
    cursor.execute(
        f"INSERT INTO games_playertally (user_id, kind, role, size, {', '.join(TALLY_COLUMNS)})"
        f" SELECT user_id, kind, role, size, {', '.join(map(_sum, TALLY_COLUMNS))} FROM (SELECT (seat ->> 0)::bigint"
        " AS user_id, sheet ->> 'kind' AS kind, seat ->> 1 AS role, (sheet ->> 'size')::int AS size, seat -> 3 AS told"
        " FROM games_countedgame, jsonb_array_elements(sheet -> 'seats') AS seats(seat)) AS parts"
        " WHERE user_id IS NOT NULL GROUP BY 1, 2, 3, 4"
    )
    cursor.execute(
        "INSERT INTO games_headtohead (user_id, kind, other_id, same_games, same_wins, opposite_games, opposite_wins)"
        " SELECT one.user_id, one.kind, two.user_id, count(*) FILTER (WHERE one.team = two.team),"
        " count(*) FILTER (WHERE one.team = two.team AND one.won), count(*) FILTER (WHERE one.team <> two.team),"
        " count(*) FILTER (WHERE one.team <> two.team AND one.won) FROM games_seatresult AS one"
        " JOIN games_seatresult AS two ON two.result_id = one.result_id AND two.user_id <> one.user_id GROUP BY 1, 2, 3"
    )
    cursor.execute(
        "INSERT INTO games_playerstreak (user_id, kind, current, longest_won, longest_lost, last_end_at)"
        " SELECT user_id, kind, 1, 4, 3, max(ended_at) FROM games_seatresult GROUP BY 1, 2"
    )
    cursor.execute(
        "INSERT INTO games_communitytally (month, kind, size, band, measure, successes, instances)"
        " SELECT date_trunc('month', (sheet ->> 'ended_at')::timestamptz)::date, sheet ->> 'kind',"
        " (sheet ->> 'size')::int, (sheet ->> 'band')::int, key, sum((value ->> 0)::bigint),"
        " sum((value ->> 1)::bigint) FROM games_countedgame, jsonb_each(sheet -> 'community') GROUP BY 1, 2, 3, 4, 5"
    )
    cursor.execute(
        "INSERT INTO games_earnedhonour (user_id, honour, game_id, earned_at) SELECT user_id, 'detective',"
        " min(result_id), min(ended_at) FROM games_seatresult GROUP BY user_id HAVING count(*) >= 25"
    )


def _sum(column: str) -> str:
    """Return the sum of a column of measures over what sheets tell."""
    measure, _underscore, part = column.rpartition("_")
    return f"coalesce(sum((told -> '{measure}' ->> {int(part == 'instances')})::bigint), 0)"


def _ratings(cursor: Any) -> None:
    """Write everybody's standing and seasons, with made-up ratings, as a rebuild is measured by itself."""
    from games.statistics.rating import pack, start_beliefs

    cursor.execute("TRUNCATE games_playerrating")
    cursor.execute(
        "INSERT INTO games_playerrating (user_id, state, rating, uncertainty, liberal, liberal_uncertainty, fascist,"
        " fascist_uncertainty, games, wins, last_ranked_at) SELECT user_id, %s, 1400 + user_id %% 300, 30, 1500, 40, 1500,"
        " 40, count(*), count(*) FILTER (WHERE won), max(ended_at) FROM games_seatresult WHERE kind = 'ranked'"
        " GROUP BY user_id",
        [pack(start_beliefs())],
    )
    cursor.execute("TRUNCATE games_seasonstanding")
    cursor.execute(
        "INSERT INTO games_seasonstanding (season, user_id, games, wins, expected, over_expectation)"
        " SELECT to_char(ended_at, 'YYYY-\"Q\"Q'), user_id, count(*), count(*) FILTER (WHERE won), count(*) * 0.5,"
        " count(*) FILTER (WHERE won) - count(*) * 0.5 FROM games_seatresult WHERE kind = 'ranked' GROUP BY 1, 2"
    )


def _clubs_and_notices(cursor: Any) -> None:
    cursor.execute(
        "INSERT INTO clubs_club (name, name_key, name_skeleton, slug, emblem, about, languages, entry, founded_at, size,"
        " active, counted_at) SELECT 'Club ' || n, 'club ' || n, 'club' || n, 'club-' || n, 'owl teal solid',"
        " repeat('We play. ', 20), ' en ', 'open', now() - interval '3 years', %s, n %% 30, now()"
        " FROM generate_series(1, %s) AS n",
        [CLUB_SIZE, PEOPLE // CLUB_SIZE],
    )
    cursor.execute(
        "INSERT INTO clubs_membership (club_id, user_id, role, joined_at, played_at, streak, best_streak)"
        " SELECT (id - 1) / %s + 1, id, CASE WHEN id %% %s = 1 THEN 1 ELSE 3 END, now() - interval '2 years', now(), 0,"
        " id %% 9 FROM accounts_user WHERE id <= %s",
        [CLUB_SIZE, CLUB_SIZE, PEOPLE],
    )
    cursor.execute(
        "INSERT INTO clubs_clubgame (club_id, result_id, kind, ended_at) SELECT 1 + game_id %% %s, game_id, kind, ended_at"
        " FROM games_gameresult WHERE game_id %% 5 = 0",
        [max(1, PEOPLE // CLUB_SIZE // 10)],
    )
    cursor.execute(
        "INSERT INTO accounts_notice (user_id, kind, sentence, facts, path, key, created_at)"
        " SELECT id, 'friend', 'friend_asks', '{\"name\": \"Ann\"}', '/friends/', 'bench:' || n, now() - n * interval '40 days'"
        " FROM accounts_user, generate_series(0, %s) AS n",
        [NOTICES - 1],
    )


def print_sizes(cursor: Any) -> None:
    """Print the whole database, what its games need, and the largest tables."""
    cursor.execute(
        "SELECT relname, pg_total_relation_size(relid), n_live_tup FROM pg_stat_user_tables ORDER BY 2 DESC"
    )
    sizes = cursor.fetchall()
    of_games = {
        "games_game", "games_seat", "games_packedlog", "games_gameevent", "games_gameresult", "games_seatresult",
    }  # fmt: skip
    games = sum(size for table, size, _rows in sizes if table in of_games)
    whole = sum(size for _table, size, _rows in sizes)
    print(
        f"  {whole / 1e9:.2f} GB, {games / 1e9:.2f} of them games and their results:"
        f" {games / GAMES * 1e6 / 1e9:.1f} GB for a million (goal 8)"
    )
    for table, size, rows in sizes[:12]:
        print(f"    {table}: {size / 1e6:.0f} MB, {rows} rows, {size / GAMES:.0f} bytes a game")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")
    django.setup()
    main()
