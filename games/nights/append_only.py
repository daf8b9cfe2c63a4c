"""What organisers did as a table whose rows the database refuses to change or delete."""

from games.models.append_only import AppendOnly

NIGHT_ACTS = AppendOnly(
    table="nights_nightact",
    trigger="night_acts_refuse",
    message="acts at game nights are append-only",
)
