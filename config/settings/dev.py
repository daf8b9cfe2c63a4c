"""Settings for a developer's machine: no Redis, no secrets, e-mail on the console."""

from config.settings.base import *  # noqa: F403

DEBUG = True
SECRET_KEY = "only-for-development-this-is-no-secret-at-all-and-need-not-be"  # noqa: S105
ALLOWED_HOSTS = ["*"]
# Passkeys need HTTPS elsewhere; browsers make an exception for this machine.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# Static files are served from their folders.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
