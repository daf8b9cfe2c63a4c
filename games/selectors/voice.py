"""The link to a table's voice room, for those who play there."""

from games.models import Seat


def voice_link_of(game_id: int, user_id: int | None) -> str:
    """Return the link as this person (None: a visitor) may know it: empty for all without a seat."""
    if user_id is None:
        return ""
    seats = Seat.objects.filter(game_id=game_id, user_id=user_id)
    return seats.values_list("game__voice_link", flat=True).first() or ""
