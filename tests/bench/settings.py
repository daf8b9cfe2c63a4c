"""Settings of the tests for a site that is measured from outside: public lists are kept as in production."""

from config.settings.games import HOME_KEPT_SECONDS as KEPT_SECONDS
from config.settings.test import *  # noqa: F403

HOME_KEPT_SECONDS = KEPT_SECONDS
