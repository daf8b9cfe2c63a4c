"""The only writer of accuracies: once a finished game is counted, how well each person chose in it.

Not for custom boards: the model was fitted to games on the printed ones.
"""

from games.engine.codec import decode_event
from games.models import SeatResult
from games.selectors.event_rows import event_rows
from games.values.actor import Actor
from games.winning.accuracy import accuracies
from games.winning.acts import acts_of


def write_accuracies(game_id: int) -> None:
    """Write each person's accuracy in a finished game; only what they chose themselves counts.

    A game that cannot be weighed, as it is too long or on a custom board, leaves them empty. Call it inside a transaction.
    """
    rows = [row for _game, row in event_rows([game_id])]
    log = [decode_event(row.kind, row.payload) for row in rows]
    try:
        acts = acts_of(log)
    except ValueError:
        return
    found = accuracies(acts, lambda judged: rows[judged.place].actor == Actor.PERSON)
    seats = list(SeatResult.objects.filter(result_id=game_id))
    for seat in seats:
        seat.accuracy = found.get(seat.seat)
    SeatResult.objects.bulk_update(seats, ["accuracy"])
