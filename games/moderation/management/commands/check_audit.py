"""`manage.py check_audit`: reads the whole audit and says whether every row is as it was written."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.moderation.audit import check
from games.moderation.models import AuditEntry


class Command(BaseCommand):
    """Check the chain of the audit."""

    help = "Checks that no row of the audit was changed or taken out."

    def handle(self, **_options: Any) -> None:
        """Print the number of rows and the last digest, to be kept elsewhere; fail at the first fault."""
        fault = check()
        if fault is not None:
            raise CommandError(f"row {fault.number} of the audit {fault.reason}")
        last = AuditEntry.objects.order_by("-number").first()
        if last is None:
            self.stdout.write("The audit is empty.")
        else:
            self.stdout.write(
                f"{last.number} rows, all as they were written; the last: {last.digest}"
            )
