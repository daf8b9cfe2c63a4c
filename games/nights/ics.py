"""Nights as a calendar (RFC 5545): a file for one of them, and all to subscribe to. The voice room is not in it."""

from collections.abc import Iterable
from datetime import timedelta

from django.http import HttpRequest
from django.urls import reverse
from icalendar import Calendar, Event

from games.nights.models import Night, NightStatus

A_ROUND = timedelta(minutes=40)
"""About how long a round takes, for the end in a calendar."""
TYPE = "text/calendar; charset=utf-8"
ASK_AGAIN = timedelta(hours=1)


def calendar_of(nights: Iterable[Night], request: HttpRequest, *, name: str) -> bytes:
    """Return these nights as a calendar with this name."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{request.get_host()}//nights//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    for night in nights:
        calendar.add_component(_event(night, request))
    written: bytes = calendar.to_ical()
    return written


def _event(night: Night, request: HttpRequest) -> Event:
    address = request.build_absolute_uri(reverse("nights:night", args=[night.code]))
    is_cancelled = night.status == NightStatus.CANCELLED
    event = Event()
    event.add("uid", f"{night.code}@{request.get_host()}")
    event.add("dtstamp", night.ended_at or night.changed_at or night.created_at)
    event.add("dtstart", night.starts_at)
    event.add("dtend", night.starts_at + night.round_count * A_ROUND)
    event.add("summary", night.name)
    event.add("description", f"{night.text}\n\n{address}".strip())
    event.add("url", address)
    event.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    event.add("sequence", night.changes + is_cancelled)
    return event
