"""Settings that are the same everywhere; dev, test and prod only say what differs.

Values come from the environment through config.environment; everything has a default here, so that
a developer needs none of them. What production cannot do without is asked for in prod.
"""

import secrets
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DEBUG = False

# Apps
INSTALLED_APPS = [
    # "daphne" is not listed: as an app it only swaps `runserver` for one without our clock, and every
    # command would pay for importing Twisted. The site is started by `manage.py serve`.
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "csp",
    "django_htmx",
    "django_prometheus",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Web
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
MIDDLEWARE = [
    "config.middleware.safe_headers",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.no_null_characters",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After who is there: the account knows their language.
    "config.languages.speak",
    "accounts.middleware.PeopleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "config.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.preferences",
                "games.context_processors.running_game",
                "config.context_processors.page_addresses",
            ],
        },
    }
]
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.finders.FontsFinder",
]
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Nothing people send here is larger than a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# Data
# SQLite: readers and the one writer do not wait for each other (WAL), a transaction takes the write
# lock when it starts, so it cannot fail half way (IMMEDIATE), and waits for it up to ten seconds.
# synchronous=NORMAL: a commit is in the operating system's hands before it is acknowledged, so
# killing the process (SIGKILL) loses nothing; only a power cut may take the last moments, never the
# file's health. FULL also survives the power cut and costs one disk flush per action.
# PostgreSQL: psycopg's pool, because every HTTP request runs on a thread of its own; persistent
# connections are bound to threads and would be opened anew for each request.
DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database(
        "DATABASE_URL", "DATABASE_PASSWORD", BASE_DIR / "var" / "db.sqlite3"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    SQLITE_SYNCHRONOUS = environment.choice("SQLITE_SYNCHRONOUS", ("NORMAL", "FULL"), "NORMAL")
    try:
        # A new folder is its owner's alone, as a backup is: sessions and hashed passwords lie in it.
        Path(DATABASES["default"]["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        environment.refuse("DATABASE_URL", f"names a folder that cannot be made: {error}")
    DATABASES["default"] |= {
        # Kept open by the thread that serves live tables; config.asgi closes those of HTTP requests.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": (
                f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS};"
                "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
            ),
        },
    }
else:
    # A connection that died with the database is found out and replaced before it is handed out.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | {
        # So that each process is seen once, see games.transport.capacity.
        "application_name": f"site-{secrets.token_hex(8)}",
        "pool": {
            "min_size": 1,
            "max_size": environment.whole_number("DATABASE_POOL_SIZE", default=12, minimum=2),
            # A restart of the database is waited for; a longer absence is told, and soon.
            "timeout": 3,
            # Then whoever comes next tries anew. By itself the pool tries the more rarely the longer the
            # database was away, and would still be waiting when that is back.
            "reconnect_timeout": 2,
        },
    }

# Live
# Without Redis everything stays in this process: right for one process, wrong for two.
REDIS_URL = environment.redis_address("REDIS_URL")
REDIS_PREFIX = environment.text("REDIS_PREFIX", "secret-hitler")
# Nobody waits long for a Redis that does not answer: everything goes on without it.
REDIS_PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 1}
CHANNEL_LAYERS: dict[str, dict[str, Any]]
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The pubsub layer, not the core layer: a fraction of the time per send to a whole table.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, **REDIS_PATIENCE}],
                "prefix": REDIS_PREFIX,
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "config.cache.SiteCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_PATIENCE,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "games.transport.channel_layer.ProcessChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "site",
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }

# Sockets of one address in one process: open at once, those of visitors without a name, and new ones in
# a second after the first so many. A school class, or a club that comes back after a restart, has room.
SOCKETS_AN_ADDRESS = environment.whole_number("SOCKETS_AN_ADDRESS", default=400, minimum=1)
ANONYMOUS_SOCKETS_AN_ADDRESS = environment.whole_number(
    "ANONYMOUS_SOCKETS_AN_ADDRESS", default=100, minimum=1
)
NEW_SOCKETS_A_SECOND = 10.0

# Compress what goes over the sockets: for players far away; it costs memory and processor time.
WEBSOCKET_DEFLATE = environment.flag("WEBSOCKET_DEFLATE", default=False)

# How long a process that is told to end goes on, so that a proxy hears of it first.
DRAIN_SECONDS = environment.whole_number("DRAIN_SECONDS", default=0)

# Where Prometheus asks this process; port 0: nowhere. Nobody is asked for a password there.
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = environment.whole_number("METRICS_PORT", default=0)

# Games
# How long a bot seems to think: shortest and longest pause.
BOT_PAUSE_SECONDS = environment.seconds_range("BOT_PAUSE_SECONDS", default=(1.2, 2.8))
# How much one person may say: so many messages in so many seconds, over all tables.
CHAT_BURST = 5
CHAT_BURST_SECONDS = 8.0
# Games of hours or days for each decision that one person may sit in at once: they last for weeks, and cost
# a mail for each decision.
SLOW_GAMES_OF_A_GUEST = 3
SLOW_GAMES_OF_A_MEMBER = 12
# How often the clock looks for decisions that are due.
CLOCK_INTERVAL_SECONDS = environment.seconds("CLOCK_INTERVAL_SECONDS", default=0.25)
# A lobby in which nothing has happened for so long is closed.
LOBBY_STALE_SECONDS = environment.seconds("LOBBY_STALE_SECONDS", default=2 * 3600)

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.PeopleBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.passwords.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_ENGINE = "accounts.sessions"
# Renewed once a day when its owner comes back (accounts.middleware): to guests it is all they have.
SESSION_COOKIE_AGE = 180 * 24 * 3600
ACCOUNT_ADAPTER = "accounts.adapter.PeopleAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address per person; it changes when the new one is confirmed, and only for who knows the
# password.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Nobody learns from any page whether an address has an account; it belongs to who confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Secret Hitler] "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# Added to allauth's own limits. A class of pupils shares one address, hence no fewer.
# All limits, allauth's own too, count an IPv6 address by its /56; see accounts.network.
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 56
ACCOUNT_RATE_LIMITS: bool | dict[str, str] = {
    "guest": "20/m/ip,200/h/ip",
    "lobby_create": "10/m/ip,60/h/ip",
    # Opened by one person, who may leave each at once; the key is the person.
    "lobby_create_person": "6/10m/key",
    "lobby_join": "60/m/ip",
    # Notes, marks and who is muted; notes are kept while they are typed. The key is the person.
    "notes": "100/m/key",
    # Asked for codes of lobbies or games that do not exist; see games.services.guesses.
    "wrong_code": "30/m/ip,200/h/ip",
    "export": "10/h/user",
    # Wrong passwords: the key is a login and an address, a login, a login and a device; see accounts.adapter.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_anywhere": "60/h/key",
    "login_failed_known_device": "10/5m/key",
    # Mails that anybody can have sent, to each mailbox: accounts.adapter counts them, all ways together,
    # and the pages answer the same. Hence allauth's own counts are off.
    "confirmation_mail": "3/10m/key,10/d/key",
    "password_mail": "3/10m/key,10/d/key",
    "notice_mail": "10/d/key",
    "confirm_email": "",
    "reset_password": "20/m/ip",
    # The key is a lobby and an address: ten people of one class and a few slips of the finger.
    "lobby_password": "20/m/key,60/h/key",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.ChangeEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
# Forms take their looks from templates/django/forms.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# E-mail
DEFAULT_FROM_EMAIL = environment.email_sender("DEFAULT_FROM_EMAIL", "site@localhost.localdomain")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# For each answer of the mail server; and for all of it, names looked up and every answer, before the page
# says that the mail could not be sent. Two mails end well before the request that waits for them does.
EMAIL_TIMEOUT = 10
EMAIL_PATIENCE = 12
# Where people open the site: for links in mails that no request asked for.
SITE_URL = environment.origin("SITE_URL", "http://127.0.0.1:8000")

# Languages
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("it", "Italiano"),
    ("pl", "Polski"),
    ("nl", "Nederlands"),
]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Security
# The same strict policy everywhere, in development and in the admin too: what is written against it
# once never has to be loosened. 'self' in connect-src covers our own websockets.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
# Table links are half of a private table's secret: no other site is told the address.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Logging
# One stream, standard error. Nothing here mails or prints request bodies: they hold passwords and
# hidden cards.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {
            # Not "class": of that, logging hands on only what it knows itself.
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "filters": {"once_for_redis": {"()": "games.transport.redis_away.OnceForRedis"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": environment.choice("LOG_FORMAT", ("line", "json"), "line"),
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": environment.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
    },
    "loggers": {
        # Takes Django's own handlers off: one of them mails whole requests to administrators.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.db.backends": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
        "channels_redis.pubsub": {"filters": ["once_for_redis"]},
    },
}
