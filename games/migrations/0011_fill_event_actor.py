"""Who brought about the events of earlier releases, read from what was kept of them.

An action begins with an event of one of these kinds, which names the seat. A person's came with a key.
One without was a bot's: in its own seat, or as a stand-in in a person's. What follows from an action
has the same actor; what comes before all of them, the deal, keeps "clock".
"""

from collections import defaultdict
from typing import Any

from django.db import migrations, transaction

SEAT_IN = {
    "ballot_marked": "seat",
    "discard_chosen": "seat",
    "veto_requested": "chancellor",
    "chancellor_nominated": "president",
    "veto_granted": "president",
    "veto_refused": "president",
    "loyalty_investigated": "president",
    "special_election_called": "president",
    "policies_peeked": "president",
    "player_executed": "president",
}
GAMES_AT_ONCE = 50
# No database takes any number of values in one statement.
ROWS_AT_ONCE = 900


def fill(apps: Any, _schema_editor: Any) -> None:
    """Some games at a time, each time in a transaction of its own; doing it again changes nothing."""
    game_ids = list(apps.get_model("games", "Game").objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(game_ids), GAMES_AT_ONCE):
        with transaction.atomic():
            _fill_some(apps, game_ids[start : start + GAMES_AT_ONCE])


def _fill_some(apps: Any, game_ids: list[int]) -> None:
    seats = apps.get_model("games", "Seat").objects.filter(game_id__in=game_ids)
    bots = set(seats.filter(user=None).values_list("game_id", "number"))
    events = apps.get_model("games", "GameEvent").objects
    rows = events.filter(game_id__in=game_ids).order_by("game_id", "seq")
    of_actor = defaultdict(list)
    at = actor = seat = None
    for pk, game_id, kind, payload, key in rows.values_list(
        "pk", "game_id", "kind", "payload", "action_key"
    ):
        if game_id != at:
            at, actor = game_id, None
        if kind in SEAT_IN:
            seat = payload[SEAT_IN[kind]]
            actor = "bot" if (game_id, seat) in bots else "stand_in"
            if key is not None:
                actor = "person"
        if actor is not None:
            of_actor[actor, seat].append(pk)
    for (actor, seat), pks in of_actor.items():
        for start in range(0, len(pks), ROWS_AT_ONCE):
            some = events.filter(pk__in=pks[start : start + ROWS_AT_ONCE])
            some.update(actor=actor, acting_seat=seat)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0010_event_actor")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
