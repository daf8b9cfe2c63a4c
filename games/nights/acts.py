"""The only writer of what organisers did: one row for each act, in the transaction of the act."""

from accounts.models import User
from games.nights.models import Night, NightAct


def note_act(
    night: Night,
    kind: NightAct.Kind,
    *,
    by: User | None,
    person_id: int | None = None,
    round_number: int | None = None,
) -> None:
    """Write down an act of this person; of the clock if `by` is None."""
    NightAct.objects.create(night=night, kind=kind, by=by, person_id=person_id, round=round_number)
