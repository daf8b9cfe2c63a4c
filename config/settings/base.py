"""Settings that are the same everywhere; dev, test and prod change what differs.

Apps, the web, languages and security stand here. All others come from the files beside this one, each about one thing.
Values come from the environment through config.environment. Each has a default, so that developers
need no environment; prod asks for those that production must set.
"""

from csp.constants import NONE, SELF

from config.settings import folders
from config.settings.accounts import *  # noqa: F403
from config.settings.database import *  # noqa: F403
from config.settings.folders import *  # noqa: F403
from config.settings.games import *  # noqa: F403
from config.settings.law import *  # noqa: F403
from config.settings.live import *  # noqa: F403
from config.settings.logs import *  # noqa: F403
from config.settings.messages import *  # noqa: F403

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
        "DIRS": [folders.BASE_DIR / "templates"],
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
STATICFILES_DIRS = [folders.BASE_DIR / "static"]
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
LOCALE_PATHS = [folders.BASE_DIR / "config" / "locale"]
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
