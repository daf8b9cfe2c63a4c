"""How people want to hear of each kind of notice, and when not to be disturbed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import time

from django.db import transaction

from accounts.delivery_models import NoticeChoice, QuietHours
from accounts.models import User
from accounts.notice_models import NoticeKind


@dataclass(frozen=True, slots=True)
class Channels:
    """The ways to hear of a kind of notice; none of them: nothing is told."""

    here: bool = True
    push: bool = False
    mail: bool = False

    def settled(self, kind: NoticeKind) -> "Channels":
        """Return the choice that counts: whatever is pushed or mailed is listed on the site as well, and so is moderation."""
        here = self.here or self.push or self.mail or kind in ALWAYS_HERE
        return Channels(here, self.push, self.mail)


ALWAYS_HERE = frozenset({NoticeKind.MODERATION})
# Pushes reach only devices whose owner has asked for them.
_USUAL = {
    NoticeKind.TURN: Channels(push=True, mail=True),
    NoticeKind.INVITATION: Channels(push=True),
    NoticeKind.TABLE: Channels(push=True),
    NoticeKind.NIGHT: Channels(push=True),
}


def _usual(kind: NoticeKind) -> Channels:
    """Return how people hear of this kind by default."""
    return _USUAL.get(kind, Channels())


def channels_for(user_ids: Collection[int], kind: NoticeKind) -> dict[int, Channels]:
    """Return how each of these people wants to hear of this kind."""
    rows = NoticeChoice.objects.filter(user_id__in=user_ids, kind=kind)
    chosen = {
        user_id: Channels(here, push, mail).settled(kind)
        for user_id, here, push, mail in rows.values_list("user_id", "here", "push", "mail")
    }
    return {user_id: chosen.get(user_id, _usual(kind)) for user_id in user_ids}


def choices_of(user: User) -> dict[NoticeKind, Channels]:
    """Return how this person wants to hear of each kind."""
    chosen = {
        NoticeKind(row.kind): Channels(row.here, row.push, row.mail)
        for row in NoticeChoice.objects.filter(user=user)
    }
    return {kind: chosen.get(kind, _usual(kind)).settled(kind) for kind in NoticeKind}


@transaction.atomic
def save_choices(*, user: User, choices: Mapping[NoticeKind, Channels]) -> None:
    """Keep what the person has chosen; kinds that are not named stay as they are."""
    for kind, wanted in choices.items():
        channels = wanted.settled(kind)
        NoticeChoice.objects.update_or_create(
            user=user,
            kind=kind,
            defaults={"here": channels.here, "push": channels.push, "mail": channels.mail},
        )


def stop_mails(*, user: User, kind: NoticeKind) -> None:
    """No more mails of this kind to this person."""
    before = choices_of(user)[kind]
    save_choices(user=user, choices={kind: Channels(before.here, before.push)})


def save_quiet_hours(
    *, user: User, begins: time | None, ends: time | None, time_zone: str
) -> None:
    """Keep the quiet hours of this person; without two different times there are none."""
    if begins is None or ends is None or begins == ends:
        QuietHours.objects.filter(user=user).delete()
        return
    QuietHours.objects.update_or_create(
        user=user, defaults={"begins": begins, "ends": ends, "time_zone": time_zone}
    )


def quiet_hours_of(user_ids: Collection[int]) -> dict[int, QuietHours]:
    """Return the quiet hours of these people, by the id of each who has any."""
    return {row.user_id: row for row in QuietHours.objects.filter(user_id__in=user_ids)}
