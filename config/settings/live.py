"""What runs beside the pages: Redis, hints between processes, the cache, sockets, the open interface, metrics."""

from typing import Any

from config import environment

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

# Where Prometheus asks this process, without a password; port 0 means nowhere.
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = environment.whole_number("METRICS_PORT", default=0)
