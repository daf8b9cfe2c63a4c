"""`manage.py push_keys`: writes the lines of the environment with which the site sends web pushes."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.push import new_keys


class Command(BaseCommand):
    """Make new keys; whoever has asked for pushes under former ones has to ask again."""

    help = "Prints a new private key for web pushes, as lines for the environment."

    def handle(self, **options: Any) -> None:
        """Print the lines; nothing is kept here."""
        private, public = new_keys()
        self.stdout.write(f"# Browsers will know this site as {public}")
        self.stdout.write(f"WEB_PUSH_PRIVATE_KEY={private}")
        self.stdout.write("WEB_PUSH_CONTACT=mailto:somebody@example.org")
