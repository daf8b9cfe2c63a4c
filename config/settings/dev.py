"""Settings for a developer's machine: no Redis, no secrets, e-mail on the console."""

from config.settings.base import *  # noqa: F403

DEBUG = True
SECRET_KEY = "dev-only-not-a-secret"  # noqa: S105
ALLOWED_HOSTS = ["*"]
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
