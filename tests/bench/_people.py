"""Fills an empty PostgreSQL with members, friendships, requests, people online and lobbies for the bench of the community."""

from random import Random

MEMBERS = 100_000
FRIENDSHIPS = 1_000_000
ONLINE = 5_000
LOBBIES = 300
MOST_FRIENDS = 500
SYLLABLES = [
    "ka", "lo", "mi", "ra", "te", "su", "no", "vi", "da", "pe", "zo", "li", "an", "el", "or", "ma", "bu", "fi", "ge", "ho",
    "ja", "ne", "ri", "so", "tu", "wa", "ze",
]  # fmt: skip


def fill_people() -> None:
    """Write members with names of syllables, friendships at random, one person with as many friends as allowed."""
    from django.db import connection

    from accounts.emblems import deal_emblem

    rng = Random(5)
    names = set[str]()
    while len(names) < MEMBERS:
        parts = [rng.choice(SYLLABLES) for _ in range(rng.randint(2, 5))]
        names.add("".join(parts).capitalize() + str(rng.randint(1, 999)))
    with connection.cursor() as cursor:
        with cursor.copy(
            "COPY accounts_user (password, is_superuser, username, email, is_staff, is_active,"
            " date_joined, username_key, username_skeleton, guest_name, is_guest, emblem, about) FROM STDIN"
        ) as copy:
            for name in names:
                copy.write_row(
                    ("!", False, name, "", False, True, "2026-01-01", name.lower(), name.lower(),
                     "", False, deal_emblem(), "")
                )  # fmt: skip
        cursor.execute(
            "INSERT INTO accounts_preferences (user_id, language, colour_scheme, reduced_motion,"
            " sounds, shows_games, shows_presence, gives_riddles, has_coach)"
            " SELECT id, '', 'auto', 'auto', true, true, id % 10 <> 0, false, true FROM accounts_user"
        )
        cursor.execute(
            "CREATE TEMPORARY TABLE pairs AS SELECT DISTINCT least(one, two) AS one,"
            " greatest(one, two) AS two FROM (SELECT (random() * %s)::int + 1 AS one,"
            " (random() * %s)::int + 1 AS two FROM generate_series(1, %s)) AS drawn"
            " WHERE one <> two",
            [MEMBERS - 1, MEMBERS - 1, FRIENDSHIPS],
        )
        cursor.execute(
            "INSERT INTO pairs SELECT 1, id FROM accounts_user WHERE id > 1 ORDER BY id LIMIT %s"
            " ON CONFLICT DO NOTHING",
            [MOST_FRIENDS],
        )
        for one, two in (("one", "two"), ("two", "one")):
            cursor.execute(
                "INSERT INTO accounts_friendship (user_id, friend_id, since)"
                f" SELECT {one}, {two}, now() FROM pairs ON CONFLICT DO NOTHING"
            )
        cursor.execute(
            "INSERT INTO accounts_presence (user_id, until) SELECT id, now() + interval '1 hour'"
            " FROM accounts_user WHERE id <= %s",
            [ONLINE],
        )
        cursor.execute(
            "INSERT INTO accounts_friendrequest (user_id, asked_id, asked_at)"
            " SELECT id + 1, id, now() FROM accounts_user WHERE id < %s",
            [ONLINE],
        )
    _open_lobbies(rng)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _open_lobbies(rng: Random) -> None:
    """Open lobbies, public ones and others, in which people who are online sit."""
    from games.models import Lobby, LobbySeat

    people = iter(rng.sample(range(1, ONLINE + 1), LOBBIES * 4))
    for number in range(LOBBIES):
        seated = [next(people) for _ in range(4)]
        lobby = Lobby.objects.create(
            host_id=seated[0], name=f"Table {number}", is_public=number % 4 > 0
        )
        LobbySeat.objects.bulk_create(LobbySeat(lobby=lobby, user_id=pk) for pk in seated)
