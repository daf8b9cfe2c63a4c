"""What people at a night are told: sentences, registered once, and who hears them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notice_models import NoticeKind
from accounts.notices import notify, register_sentence
from games.nights.models import Night

HOLDS = timedelta(hours=12)
"""So long after a night's time its notices are of no use."""

SENTENCES = {
    "night_of_club": _("A night of your club is announced: %(night)s."),
    "night_moved": _("%(night)s begins at another time. See when."),
    "night_day": _("%(night)s begins in a day."),
    "night_hour": _("%(night)s begins in an hour."),
    "night_soon": _("%(night)s begins in five minutes: say that you are there."),
    "night_place": _("A place at %(night)s has become free, and it is yours."),
    "night_round": _("%(night)s: round %(round)d. You play at table %(table)d."),
    "night_unranked": _(
        "%(night)s: round %(round)d. You play at table %(table)d, without rank, as two people there play from the same place."
    ),
    "night_missed": _("%(night)s goes on without you, as you did not come to your table."),
    "night_removed": _("You no longer have a place at %(night)s."),
    "night_cancelled": _("%(night)s is cancelled."),
    "night_over": _("%(night)s is over: see how it ended."),
}


def register_sentences() -> None:
    """Register the sentences; the app does so once."""
    for slug, sentence in SENTENCES.items():
        register_sentence(slug, sentence)


def tell(
    night: Night,
    sentence: str,
    users: Collection[int],
    *,
    until: datetime | None = None,
    **numbers: int,
) -> int:
    """Tell these people a sentence about the night, each once; for each round and table anew.

    The notice leads to the page of the night, which leads on to one's table.
    """
    about = "".join(f":{value}" for value in numbers.values())
    if night.changes:
        # After a change the same is told once more.
        about += f":changed{night.changes}"
    return notify(
        users=users,
        kind=NoticeKind.NIGHT,
        sentence=sentence,
        facts={"night": night.name, **numbers},
        path=reverse("nights:night", args=[night.code]),
        key=f"night:{night.code}:{sentence}{about}",
        expires_at=until or night.starts_at + HOLDS,
    )
