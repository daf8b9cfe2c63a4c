"""Settings for the tests: fast hashing, no pauses, no rate limits, nothing from outside.

TEST_DATABASE_URL and TEST_REDIS_URL choose the backends of a test run. The real server starts on
these settings too (browser tests do that); then DATABASE_URL says where its data is.
"""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

# Set before the base settings read the environment: tests must never write to a developer's own
# site.
for _name in ("DATABASE_URL", "REDIS_URL"):
    if f"TEST_{_name}" in os.environ:
        os.environ[_name] = os.environ[f"TEST_{_name}"]
# The processes of one site share a database of Redis; two workers of a test run do not. Clearing
# the cache empties the whole database, whatever its prefix.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
os.environ.setdefault("REDIS_PREFIX", f"test-{_worker or 'site'}")
if _worker and "REDIS_URL" in os.environ:
    _database = int(_worker.removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = (
        urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{_database}").geturl()
    )
os.environ.setdefault("BOT_PAUSE_SECONDS", "0,0")
os.environ.setdefault("WAIT_FOR_MOMENTS", "off")
os.environ.setdefault("BOTS_TALK", "off")
os.environ.setdefault("CLOCK_INTERVAL_SECONDS", "0.1")

from config.settings.base import *  # noqa: E402, F403
from config.settings.database import DATABASES  # noqa: E402

SECRET_KEY = "only-for-tests-this-is-no-secret-at-all-and-need-not-be-one"  # noqa: S105
ALLOWED_HOSTS = ["*"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ACCOUNT_RATE_LIMITS = False
MFA_RATE_LIMITS = False
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
CHAT_BURST = 1000
HOME_KEPT_SECONDS = 0
MAIL_GATHERING_SECONDS = 0
# A push service of the tests runs on this machine.
WEB_PUSH_ANYWHERE = True
# All tests come from one address.
SOCKETS_AN_ADDRESS = int(os.environ.get("SOCKETS_AN_ADDRESS", "100000"))
ANONYMOUS_SOCKETS_AN_ADDRESS = int(os.environ.get("ANONYMOUS_SOCKETS_AN_ADDRESS", "100000"))

API_LOOK_SECONDS = 0.05
API_REQUESTS_OF_A_TOKEN = API_REQUESTS_OF_A_BOT = API_REQUESTS_OF_AN_ADDRESS = (
    API_MONTHS_OF_AN_ADDRESS
) = 1_000_000

WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: tests use several threads, and only a file locks as in production.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"secret-hitler-test-{os.getpid()}.sqlite3")
    }
