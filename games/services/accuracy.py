"""The only writer of accuracies: once a finished game is counted, how well each person chose in it.

Not for custom boards: the model was fitted to games on the printed ones.
"""

from collections.abc import Mapping, Sequence

from django.db import connection

from games.engine.vocabulary import SeatNumber
from games.models import SeatResult
from games.statistics import LoggedEvent
from games.winning.accuracy import accuracies
from games.winning.acts import acts_of

_SEATS = SeatResult._meta.db_table  # noqa: SLF001


def accuracies_in(log: Sequence[LoggedEvent]) -> Mapping[SeatNumber, float] | None:
    """Return each person's accuracy in a finished game, from its whole log; only what they chose themselves counts.

    None for a game that cannot be weighed, as it is too long or on a custom board.
    """
    try:
        acts = acts_of([logged.event for logged in log])
    except ValueError:
        return None
    return accuracies(acts, lambda judged: log[judged.place].by_person)


def write_accuracies(game_id: int, found: Mapping[SeatNumber, float] | None) -> None:
    """Write what `accuracies_in` found in a finished game. Call it inside a transaction."""
    if found is None:
        return
    if found:
        _write(game_id, found)
    else:
        SeatResult.objects.filter(result_id=game_id).update(accuracy=None)


def _write(game_id: int, found: Mapping[SeatNumber, float]) -> None:
    """Write these, and nothing for the other seats; plain SQL, because Django takes as long to build this as the model to weigh."""
    cases = " ".join(["WHEN %s THEN %s"] * len(found))
    sql = f"UPDATE {_SEATS} SET accuracy = CASE seat {cases} END WHERE result_id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(value for each in found.items() for value in each), game_id])
