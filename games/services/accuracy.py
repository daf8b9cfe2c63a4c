"""The only writer of accuracies: once a finished game is counted, how well each person chose in it.

Not for custom boards: the model was fitted to games on the printed ones.
"""

from collections.abc import Sequence

from games.models import SeatResult
from games.statistics import LoggedEvent
from games.winning.accuracy import accuracies
from games.winning.acts import acts_of


def write_accuracies(game_id: int, log: Sequence[LoggedEvent]) -> None:
    """Write each person's accuracy in a finished game, from its whole log; only what they chose themselves counts.

    A game that cannot be weighed, as it is too long or on a custom board, leaves them empty. Call it inside a transaction.
    """
    try:
        acts = acts_of([logged.event for logged in log])
    except ValueError:
        return
    found = accuracies(acts, lambda judged: log[judged.place].by_person)
    seats = list(SeatResult.objects.filter(result_id=game_id))
    for seat in seats:
        seat.accuracy = found.get(seat.seat)
    SeatResult.objects.bulk_update(seats, ["accuracy"])
