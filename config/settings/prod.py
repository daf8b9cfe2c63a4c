"""Settings for a public site behind a proxy that ends TLS and sets X-Forwarded-Proto.

Required in the environment: SECRET_KEY, ALLOWED_HOSTS, EMAIL_URL, DEFAULT_FROM_EMAIL. Optional:
DATABASE_URL, DATABASE_PASSWORD, REDIS_URL, SITE_URL, CSRF_TRUSTED_ORIGINS, STATIC_ROOT,
TRUSTED_PROXY_COUNT and those of base.
"""

from config import environment
from config.settings.base import *  # noqa: F403
from config.settings.folders import BASE_DIR

SECRET_KEY = environment.text("SECRET_KEY")
if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5:
    environment.refuse("SECRET_KEY", "must be a random text of at least 50 characters")
# Former keys: they still open what was encrypted with them, and cookies signed with them.
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS")
if "*" in ALLOWED_HOSTS:
    environment.refuse("ALLOWED_HOSTS", "must name the site's hosts, not *")
SITE_URL = environment.origin("SITE_URL", f"https://{ALLOWED_HOSTS[0].lstrip('.')}")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")

globals().update(environment.email("EMAIL_URL"))
DEFAULT_FROM_EMAIL = environment.email_sender("DEFAULT_FROM_EMAIL")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

STATIC_ROOT = environment.text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_storage.LightStaticFilesStorage"},
}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Rate limits count people, not the proxy before the site.
ALLAUTH_TRUSTED_PROXY_COUNT = environment.whole_number("TRUSTED_PROXY_COUNT", default=1)
SECURE_SSL_REDIRECT = True
# Health checks come from inside, without the proxy.
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_HSTS_SECONDS = 2 * 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrftoken"
LANGUAGE_COOKIE_SECURE = True
