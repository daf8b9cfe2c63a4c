"""Settings for the tests: fast hashing, no pauses, nothing from outside."""

from config.settings.base import *  # noqa: F403

SECRET_KEY = "test-only-not-a-secret"  # noqa: S105
ALLOWED_HOSTS = ["*"]
BOT_PAUSE_SECONDS = (0.0, 0.0)
