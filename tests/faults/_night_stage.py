"""Members for a game night on the database of a site; printed as JSON.

Runs in manage.py's shell in that site's environment. The first member has ten finished games and may organise.
"""

import json
import sys
from datetime import timedelta

from django.utils import timezone

from games.nights.models import Night
from tests.games.nights.nights import an_organiser, members
from tests.sockets import cookies_of


def people(count: int) -> None:
    """Print the number and the cookies of so many members."""
    staged = [an_organiser(), *members(count - 1)]
    sys.stdout.write(json.dumps([[user.pk, cookies_of(user)] for user in staged]) + "\n")


def let_it_begin(code: str, seconds: float) -> None:
    """Let the time of a night come: nobody waits a quarter of an hour in a test."""
    starts_at = timezone.now() + timedelta(seconds=seconds)
    Night.objects.filter(code=code).update(starts_at=starts_at, due_at=timezone.now())
