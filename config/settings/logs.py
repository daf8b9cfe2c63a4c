"""Logging: one stream, standard error."""

from config import environment

# No handler mails or prints request bodies: they hold passwords
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
