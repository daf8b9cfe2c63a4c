"""The log of logins: who came, who went, what was refused. People are numbers here; no name, password or address is logged."""

import logging
from typing import Any

from accounts.models import User

logger = logging.getLogger(__name__)


def log_login(*, user: User, **_details: Any) -> None:
    """Log that a person's session began."""
    logger.info("Person %s logged in", user.pk)


def log_logout(*, user: User | None, **_details: Any) -> None:
    """Log that a person ended the session; nothing for a visitor without one."""
    if user is not None:
        logger.info("Person %s logged out", user.pk)


def log_refusal(**_details: Any) -> None:
    """Log that a name and a password, do not belong together."""
    logger.warning("A login was refused")
