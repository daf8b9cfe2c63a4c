"""All that is kept about one person, as a ZIP of JSON files, one for each table.

What others wrote or did is theirs, and not in it; nor is anything that opens an account, nor what pages keep from the
person: an answer that nobody is told, or what a block holds back. Other apps name their tables when asked by signals.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone

from accounts.friends import requests_seen_by
from accounts.models import User
from accounts.signals import asked_for_tables, asked_for_told_rows

Tables = Mapping[str, tuple[str, ...]]
"""Columns to hand out, by the relation that leads to the person: app.Model.field."""

OWN: Tables = {
    "account.EmailAddress.user": ("email", "verified", "primary"),
    "accounts.Block.user": ("blocked__username", "created_at"),
    "accounts.FriendRequest.user": ("asked__username", "asked_at"),
    "accounts.Friendship.user": ("friend__username", "since"),
    "accounts.GuestArrival.user": ("address", "came_at"),
    "accounts.Notice.user": (
        "kind", "sentence", "facts", "path", "created_at", "expires_at", "read_at",
    ),
    "accounts.NoticeChoice.user": ("kind", "here", "push", "mail"),
    "accounts.Preferences.user": (
        "language", "colour_scheme", "reduced_motion", "sounds", "shows_games", "shows_presence",
        "gives_riddles", "has_coach",
    ),
    "accounts.Presence.user": ("until",),
    "accounts.PushDevice.user": ("browser", "system", "created_at", "reached_at"),
    "accounts.QuietHours.user": ("begins", "ends", "time_zone"),
    "accounts.Sanction.user": ("kind", "text", "begins_at", "until", "read_at", "lifted_at"),
    "accounts.UserSession.user": ("browser", "system", "begun_at", "last_used_at"),
    "mfa.Authenticator.user": ("type", "created_at", "last_used_at"),
}  # fmt: skip
_ACCOUNT = (
    "username", "guest_name", "email", "is_guest", "is_staff", "emblem", "about", "date_joined", "last_login",
)  # fmt: skip


def tables() -> dict[str, tuple[str, ...]]:
    """Return every table that is handed out, of all apps."""
    found = dict(OWN)
    answers: list[Any] = asked_for_tables.send(User)
    for _receiver, theirs in answers:
        found.update(theirs)
    return found


def own_data(user: User) -> dict[str, list[dict[str, Any]]]:
    """Return the person's rows by table, the account first; one query for each table."""
    data = {"account": [{name: getattr(user, name) for name in _ACCOUNT}]}
    told = _told_rows(user)
    for relation, columns in sorted(tables().items()):
        label, _dot, field = relation.rpartition(".")
        rows = told.get(relation)
        if rows is None:
            rows = apps.get_model(label).objects.filter(**{field: user})
        data[relation] = list(rows.order_by("pk").values(*columns))
    return data


def _told_rows(user: User) -> Mapping[str, QuerySet[Any]]:
    """Return the rows that this person is told of, for tables of which that is not all about them."""
    found: dict[str, QuerySet[Any]] = {"accounts.FriendRequest.user": requests_seen_by(user)}
    answers: list[Any] = asked_for_told_rows.send(User, user=user)
    for _receiver, theirs in answers:
        found.update(theirs)
    return found


def archive_of(user: User) -> bytes:
    """Return the ZIP: a JSON file for each table, in UTF-8."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in own_data(user).items():
            text = json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
            archive.writestr(f"{name}.json", text)
    return written.getvalue()


def archive_name() -> str:
    """Return the name of the file, with today's date."""
    return f"secret-hitler-{timezone.now():%Y-%m-%d}.zip"
