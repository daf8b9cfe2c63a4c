"""The site in real browsers and over real sockets."""

import pytest

# Helpers that assert: a failure there says as much as one in a test.
pytest.register_assert_rewrite(
    "tests.browser.people", "tests.browser.secrecy", "tests.browser.truth", "tests.browser.visitor"
)
