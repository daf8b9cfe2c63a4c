"""Test settings, with faults that the environment asks for.

FAULTY_LAYER=1: the channel layer loses, doubles and delays; =deaf: it loses everything.
EMAIL_URL: mails go to this server. COUNT_QUERIES=1: Prometheus counts every query. NAME_PROCESS=1: each answer names its process.
"""

import os

from config import environment
from config.settings.test import *  # noqa: F403
from config.settings.test import CHANNEL_LAYERS, DATABASES, MIDDLEWARE, REDIS_URL

if os.environ.get("FAULTY_LAYER"):
    kind = "FaultyPubSubLayer" if REDIS_URL else "FaultyMemoryLayer"
    CHANNEL_LAYERS["default"]["BACKEND"] = f"tests.faults._layer.{kind}"
if os.environ.get("EMAIL_URL"):
    globals().update(environment.email("EMAIL_URL"))
if os.environ.get("COUNT_QUERIES"):
    engine = DATABASES["default"]["ENGINE"].rpartition(".")[2]
    DATABASES["default"]["ENGINE"] = f"django_prometheus.db.backends.{engine}"
if os.environ.get("RATE_LIMITS"):
    # After the test settings, which say where Redis is.
    from config.settings import accounts

    assert isinstance(accounts.ACCOUNT_RATE_LIMITS, dict)
    ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS | {
        "guest": "1000/m/ip",
        "lobby_create": "1000/m/ip",
    }
if os.environ.get("NAME_PROCESS"):
    MIDDLEWARE.insert(0, "tests.faults._process.name_process")
