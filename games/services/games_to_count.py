"""What games that are due add to the sums, before anything is written."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.vocabulary import SeatNumber
from games.models import CountedGame
from games.selectors.among import among
from games.selectors.statistics import logs_of, sheets_for
from games.services.accuracy import accuracies_in
from games.services.honours import Change
from games.statistics import Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesToCount:
    """Games that are due, with what changes by them."""

    due: Mapping[int, datetime | None]
    """Since when each is due: anew with every change of its result or its ratings."""
    sums: Sums
    changes: Sequence[Change]
    changed: Sequence[CountedGame]
    """Those whose sheets change, with all that is to be written of them."""
    accuracies: Mapping[int, Mapping[SeatNumber, float] | None]
    """How well people chose in games that are counted for the first time; see services.accuracy."""

    @property
    def same(self) -> list[int]:
        """The games whose sheets stay."""
        changed = {row.game_id for row in self.changed}
        return [game_id for game_id in self.due if game_id not in changed]


def games_to_count(game_ids: Collection[int]) -> GamesToCount:
    """Return what changes from what these games have added to what they ought to add; those that are not due are left out."""
    due = CountedGame.objects.filter(among("game_id", game_ids), due_at__isnull=False)
    rows = list(due.order_by("pk"))
    due_since = {row.game_id: row.due_at for row in rows}
    logs = logs_of([row.game_id for row in rows if row.sheet is None])
    sheets = sheets_for({row.game_id: row.sheet for row in rows}, logs)
    sums = Sums()
    changes, changed = [], []
    for row in rows:
        before, sheet = row.sheet if row.is_added else None, sheets.get(row.game_id)
        sums.add(before, -1, with_pairs=False)
        sums.add(sheet, with_pairs=False)
        # What changes with the ratings of a game are not its pairs.
        paired = row.sheet if row.are_pairs_added else None
        if (paired is None) != (sheet is None):
            sums.add_pairs(paired, -1)
            sums.add_pairs(sheet)
        changes.append(Change(game_id=row.game_id, before=before, after=sheet))
        if row.sheet != sheet:
            row.sheet, row.due_at = sheet, None
            row.is_added = row.are_pairs_added = True
            changed.append(row)
    return GamesToCount(
        due=due_since,
        sums=sums,
        changes=changes,
        changed=changed,
        accuracies={
            game_id: accuracies_in(log) for game_id, log in logs.items() if game_id in sheets
        },
    )
