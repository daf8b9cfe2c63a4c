"""Settings that are the same everywhere; dev, test and prod change what differs.

Values come from the environment through config.environment. Each has a default here, so that
developers need no environment; prod asks for those that production must set.
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
    # "daphne" is not an app here: it would only replace `runserver`, without our clock, and make
    # every command import Twisted. `manage.py serve` starts the site.
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
    "allauth.mfa",
    "accounts",
    "games",
    "games.moderation",
    "games.clubs",
    "games.nights",
    "games.learning",
    "games.api",
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
    # After authentication: the account has a language.
    "config.languages.choose_language",
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
                "accounts.notice_reading.unread_notices",
                "games.context_processors.running_game",
                "config.context_processors.page_addresses",
                "config.law.law",
            ],
        },
    },
    # The same files, compiled once per language for what goes over sockets.
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "compiled",
        "OPTIONS": {"environment": "config.compiled_templates.environment"},
    },
]
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.finders.FontsFinder",
    "config.finders.BundlesFinder",
]
WHITENOISE_ALLOW_ALL_ORIGINS = False
# People send nothing larger than a form; the one with the most fields gives a group of staff all its rights.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400

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
        # A new folder is readable by its owner only, like a backup: it holds sessions and password
        # hashes.
        Path(DATABASES["default"]["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        environment.refuse("DATABASE_URL", f"names a folder that cannot be made: {error}")
    DATABASES["default"] |= {
        # The thread that serves live tables keeps its connection; config.asgi closes those of
        # requests.
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
    # A connection that died with the database is replaced before it is used.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # PostgreSQL would compile the queries about somebody who has played for years, which takes longer than it saves.
        "options": "-c jit=off",
        **DATABASES["default"].get("OPTIONS", {}),
        # Identifies the process, see games.transport.capacity.
        "application_name": f"site-{secrets.token_hex(8)}",
        "pool": {
            "min_size": 1,
            "max_size": environment.whole_number("DATABASE_POOL_SIZE", default=12, minimum=2),
            # Long enough for a restart of the database; a longer absence is reported soon.
            "timeout": 3,
            # After that the next caller tries again. By default the pool's tries get rarer, so it
            # would still be waiting when the database is back.
            "reconnect_timeout": 2,
        },
    }

# Live
# Without Redis everything stays in this process, which is right for one process and wrong for two.
REDIS_URL = environment.redis_address("REDIS_URL")
REDIS_PREFIX = environment.text("REDIS_PREFIX", "secret-hitler")
# How long a caller waits for a Redis that does not answer; everything works without it.
REDIS_TIMEOUTS = {"socket_connect_timeout": 1, "socket_timeout": 1}
CHANNEL_LAYERS: dict[str, dict[str, Any]]
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The pubsub layer, not the core layer: it takes a fraction of the time per message to
            # a table.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, **REDIS_TIMEOUTS}],
                "prefix": REDIS_PREFIX,
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "config.cache.SiteCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_TIMEOUTS,
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

# So long the home page shows public lists as it showed them to somebody before; its socket brings what is new.
HOME_KEPT_SECONDS = 2

# So long a mail about all games that wait for somebody waits for the rest of the sweep that tells of them.
MAIL_GATHERING_SECONDS = 30

# Limits on sockets of one address in one process: open at once, open without a session, and new
# ones a second after the first burst. They leave room for a school class, or for a club that comes
# back after a restart.
SOCKETS_AN_ADDRESS = environment.whole_number("SOCKETS_AN_ADDRESS", default=400, minimum=1)
ANONYMOUS_SOCKETS_AN_ADDRESS = environment.whole_number(
    "ANONYMOUS_SOCKETS_AN_ADDRESS", default=100, minimum=1
)
NEW_SOCKETS_A_SECOND = 10.0

# Limits of the open interface: requests a minute of one token, of a bot, and of one address without a token; whole months of
# games an hour of one address.
API_REQUESTS_OF_A_TOKEN = 300
API_REQUESTS_OF_A_BOT = 600
API_REQUESTS_OF_AN_ADDRESS = 120
API_MONTHS_OF_AN_ADDRESS = 20
# How often a stream looks whether something is new.
API_LOOK_SECONDS = 1.0

# Compress frames: for players far away; it costs memory and processor time.
WEBSOCKET_DEFLATE = environment.flag("WEBSOCKET_DEFLATE", default=False)

# How long a process that is told to end goes on serving, so that its proxy notices first.
DRAIN_SECONDS = environment.whole_number("DRAIN_SECONDS", default=0)

# Where people report faults that make the site unsafe: an address of a page, or mailto: and a mail address.
SECURITY_CONTACT = environment.text("SECURITY_CONTACT", "")
# Who answers for the site, for the pages of law; without name and address there is no imprint.
OPERATOR_NAME = environment.text("OPERATOR_NAME", "")
OPERATOR_ADDRESS = environment.text("OPERATOR_ADDRESS", "")
OPERATOR_EMAIL = environment.text("OPERATOR_EMAIL", "")
MINIMUM_AGE = environment.whole_number("MINIMUM_AGE", default=16, minimum=1)
# How many days data is kept that nobody needs for long; services.retention.
KEEP_IDLE_GUESTS_DAYS = environment.whole_number("KEEP_IDLE_GUESTS_DAYS", default=365, minimum=1)
KEEP_TALK_DAYS = environment.whole_number("KEEP_TALK_DAYS", default=365, minimum=1)
KEEP_NOTICES_DAYS = environment.whole_number("KEEP_NOTICES_DAYS", default=90, minimum=1)
KEEP_REPORTS_DAYS = environment.whole_number("KEEP_REPORTS_DAYS", default=365, minimum=1)
# After so many days the event log of a finished game is packed; services.packing.
PACK_GAMES_AFTER_DAYS = environment.whole_number("PACK_GAMES_AFTER_DAYS", default=7, minimum=1)

# Where Prometheus asks this process, without a password; port 0 means nowhere.
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = environment.whole_number("METRICS_PORT", default=0)

# Games
# How long a bot seems to think: shortest and longest pause.
BOT_PAUSE_SECONDS = environment.seconds_range("BOT_PAUSE_SECONDS", default=(1.2, 2.8))
# Whether bots make claims and say ready-made sentences.
BOTS_TALK = environment.flag("BOTS_TALK", default=True)
# Whether bots wait until people have seen what happened, and clocks begin after it.
WAIT_FOR_MOMENTS = environment.flag("WAIT_FOR_MOMENTS", default=True)
# How many messages a person may send in how many seconds, over all tables.
CHAT_BURST = 5
CHAT_BURST_SECONDS = 8.0
# How many slow games one person may sit in at once: each lasts for weeks and sends mails.
SLOW_GAMES_OF_A_GUEST = 3
SLOW_GAMES_OF_A_MEMBER = 12
# How often the clock looks for decisions that are due.
CLOCK_INTERVAL_SECONDS = environment.seconds("CLOCK_INTERVAL_SECONDS", default=0.25)
# A lobby is closed after this long without activity.
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
# Renewed once a day when its owner comes back (accounts.middleware): guests have nothing else.
SESSION_COOKIE_AGE = 180 * 24 * 3600
ACCOUNT_ADAPTER = "accounts.adapter.PeopleAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address per person; a change needs the password, and takes effect when the new address is
# confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# No page says whether an address has an account; an address belongs to the account that confirms
# it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Secret Hitler] "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# Added to allauth's own limits. A school class shares one address, so the numbers are no smaller.
# All limits, allauth's too, count an IPv6 address by its /56; see accounts.network.
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 56
ACCOUNT_RATE_LIMITS: bool | dict[str, str] = {
    "guest": "20/m/ip,200/h/ip",
    "lobby_create": "10/m/ip,60/h/ip",
    # Tables opened by one person, who may leave each at once; the key is the person.
    "lobby_create_person": "6/10m/key",
    "lobby_join": "60/m/ip",
    # What a browser adds to a deal: two requests a lobby, and one for each reload; the key is the person.
    "deal_share": "30/m/key",
    # Requests to be a friend, searches by name, invitations to a lobby; the key is the person.
    "friend_request": "40/d/key",
    "friend_search": "30/m/key",
    "invitation": "60/10m/key",
    # Game nights: announced by one person; joined, left and organised by one. The key is the person.
    "night_create": "5/h/key",
    "night_act": "60/m/key",
    # Answers to riddles that count; the key is the person.
    "riddle_answer": "60/10m/key",
    # Notes, marks and mutes; notes are saved while they are typed. The key is the person.
    "notes": "100/m/key",
    # Requests for codes that do not exist; see games.services.guesses.
    "wrong_code": "30/m/ip,200/h/ip",
    "about": "20/h/user",
    # Clubs that one person founds, all else they do with clubs, and news they write; the key is the person.
    "club_found": "3/d/key",
    "club_act": "60/10m/key",
    "club_news": "10/h/key",
    "export": "10/h/user",
    "own_data": "10/h/user",
    "push_device": "20/h/user",
    # Wrong passwords; the keys are a login and an address, a login, a login and a device; see
    # accounts.adapter.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_anywhere": "60/h/key",
    "login_failed_known_device": "10/5m/key",
    # Mails that a stranger can cause, for each mailbox: accounts.adapter counts all kinds
    # together, and the pages answer alike. Hence allauth's own counts are off.
    "confirmation_mail": "3/10m/key,10/d/key",
    "password_mail": "3/10m/key,10/d/key",
    "notice_mail": "10/d/key",
    "confirm_email": "",
    "reset_password": "20/m/ip",
    # The key is a lobby and an address: enough for ten people of one class and a few typing
    # errors.
    "lobby_password": "20/m/key,60/h/key",
    # Wrong codes of a second factor, beside the five in five minutes of "login_failed"; the key is
    # the person, whose password the guesser must know already. A passkey is never refused.
    "wrong_factor": "15/h/key,40/d/key",
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
# Second factors: a passkey (which also logs in without a password) or an authenticator app, and
# recovery codes with either.
MFA_ADAPTER = "accounts.factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Secret Hitler"
# A clock may be half a minute off. accounts.factor_forms takes each code once, however long it is valid.
MFA_TOTP_TOLERANCE = 1
# An unconfirmed address is a claim here, and keeps its owner from nothing (accounts.addresses). A
# site without mail has no confirmed ones, and its superuser needs a factor too.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Each try of a passkey is two requests, and a school class shares an address.
MFA_RATE_LIMITS: bool | dict[str, str] = {"webauthn_login": "60/m/ip"}
MFA_FORMS = {
    "authenticate": "accounts.factor_forms.FactorForm",
    "reauthenticate": "accounts.factor_forms.ReauthenticateByFactorForm",
    "activate_totp": "accounts.factor_forms.AddAppForm",
    "authenticate_webauthn": "accounts.factor_forms.PasskeyFactorForm",
    "reauthenticate_webauthn": "accounts.factor_forms.ReauthenticateByPasskeyForm",
    "login_webauthn": "accounts.factor_forms.LoginByPasskeyForm",
    "add_webauthn": "accounts.factor_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.factor_forms.RenamePasskeyForm",
}
# Staff log in anew after this long, however active they are (accounts.staff).
STAFF_SESSION_SECONDS = 12 * 3600
# templates/django/forms defines how forms look.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# E-mail
DEFAULT_FROM_EMAIL = environment.email_sender("DEFAULT_FROM_EMAIL", "site@localhost.localdomain")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Time-outs: for each answer of the mail server, and for the whole mail, after which the page says
# that it could not be sent. Two mails fit into the time of a request.
EMAIL_TIMEOUT = 10
EMAIL_PATIENCE = 12
# The address of the site, for links in mails that are sent without a request.
SITE_URL = environment.origin("SITE_URL", "http://127.0.0.1:8000")

# Web push: the private key of `manage.py push_keys`, and where push services may complain; without them no page
# offers pushes. Their addresses come from browsers, so from anybody: only tests send to machines of a private network.
WEB_PUSH_PRIVATE_KEY = environment.push_key("WEB_PUSH_PRIVATE_KEY")
WEB_PUSH_CONTACT = environment.text("WEB_PUSH_CONTACT", None if WEB_PUSH_PRIVATE_KEY else "")
WEB_PUSH_ANYWHERE = False

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
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Security
# The same strict policy everywhere, in development and the admin too, so it never has to be
# loosened. 'self' in connect-src covers our own websockets.
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
# A table's link is half of its secret: other sites never see the address.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# Logging
# One stream, standard error. No handler mails or prints request bodies: they hold passwords
# and hidden cards.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {
            # Not "class": logging passes on only the keys it knows.
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "filters": {"redis_log_filter": {"()": "games.transport.redis_health.RedisLogFilter"}},
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
        # Removes Django's own handlers: one of them mails whole requests to administrators.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.db.backends": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
        "channels_redis.pubsub": {"filters": ["redis_log_filter"]},
    },
}
