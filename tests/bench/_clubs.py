"""Fills a PostgreSQL that has members with clubs, and the largest club with news and ranked games."""

from typing import Any

CLUBS = 3_000
LARGEST = 2_000
GAMES = 2_000
"""Ranked games of the largest club, of seven members each."""


def fill_clubs() -> None:
    """Write clubs of members, the first members in the largest of them, and its news and ranked games."""
    from django.db import connection

    from games.models import Game
    from tests.factories import a_game

    game, _users = a_game(0, 5, is_public=True)
    Game.objects.filter(pk=game.pk).update(status="finished")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO clubs_club (name, name_key, name_skeleton, slug, emblem, about, languages, entry, founded_at,"
            " size, active, counted_at) SELECT 'Club ' || md5(n::text), 'club ' || md5(n::text), md5(n::text),"
            " 'club-' || n, 'owl teal solid', repeat('We play. ', 20),"
            " CASE n % 3 WHEN 0 THEN ' en ' WHEN 1 THEN ' en pl ' ELSE ' nl ' END, 'open', now(),"
            f" CASE n WHEN 1 THEN {LARGEST} ELSE 32 END, n % 30, now() FROM generate_series(1, {CLUBS}) AS n"
        )
        cursor.execute(
            "INSERT INTO clubs_membership (club_id, user_id, role, joined_at, played_at, streak, best_streak)"
            " SELECT club.id, person.id, CASE WHEN row_number() OVER (PARTITION BY club.id ORDER BY person.id) = 1"
            " THEN 1 ELSE 3 END, now() - interval '400 days', now() - (person.id % 60) * interval '1 day', 0,"
            " person.id % 9 FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM clubs_club) AS club"
            " JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts_user WHERE NOT is_guest) AS person"
            f" ON club.n = CASE WHEN person.n <= {LARGEST} THEN 1 ELSE (person.n - {LARGEST}) / 32 + 2 END"
        )
        cursor.execute(
            "INSERT INTO clubs_clubnews (club_id, author_id, title, text, created_at) SELECT club_id, user_id, 'News',"
            " repeat('We play. ', 100), now() - n * interval '1 day' FROM clubs_membership,"
            " generate_series(1, 300) AS n WHERE role = 1 AND club_id = (SELECT min(id) FROM clubs_club)"
        )
        _games(cursor, game.pk)
        cursor.execute("ANALYZE")


def _games(cursor: Any, game_id: int) -> None:
    from games.models import Game

    columns = [str(field.column) for field in Game._meta.concrete_fields]
    changed = {
        "id": f"id + n * 10 + {10**6}",
        "code": "substr(md5(code || n), 1, 12)",
        "lobby_id": "NULL::bigint",
    }
    chosen = ", ".join(changed.get(name, name) for name in columns)
    cursor.execute(
        f"INSERT INTO games_game ({', '.join(columns)}) SELECT {chosen} FROM games_game,"
        f" generate_series(1, {GAMES}) AS n WHERE id = %s",
        [game_id],
    )
    copies = f"FROM games_game WHERE id > {10**6}"
    cursor.execute(
        "INSERT INTO games_gameresult (game_id, number, kind, edition, size, winner, victory, ended_at, seconds, rounds,"
        " void) SELECT id, row_number() OVER (ORDER BY id), 'ranked', 'retail', 5 + id / 10 % 6, 'liberal',"
        f" 'five_liberal_policies', now() - (id % 300000) * interval '1 minute', 900, 7, '' {copies}"
    )
    cursor.execute(
        "INSERT INTO games_seatresult (result_id, user_id, seat, role, team, won, is_leaver, is_rated, kind, size, ended_at,"
        " predicted) SELECT game_id, member.user_id, seat, 'liberal', 'liberal', (game_id / 10 + seat) % 2 = 0, false,"
        " true, 'ranked', 7, ended_at, 0.5 FROM games_gameresult, generate_series(0, 6) AS seat JOIN"
        " (SELECT user_id, row_number() OVER (ORDER BY id) AS n FROM clubs_membership WHERE club_id ="
        " (SELECT min(id) FROM clubs_club)) AS member ON true"
        f" WHERE member.n = (game_id / 10 * 7 + seat * 31) % {LARGEST} + 1"
    )
    cursor.execute(
        "INSERT INTO clubs_clubgame (club_id, result_id, kind, ended_at) SELECT (SELECT min(id) FROM clubs_club),"
        " game_id, kind, ended_at FROM games_gameresult"
    )
