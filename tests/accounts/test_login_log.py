"""Logins are logged by the numbers of people, without anything that they typed."""

import logging

import pytest
from django.test import Client

from tests.factories import a_person

PASSWORD = "only-For-Tests-91"


@pytest.mark.django_db
def test_logins_are_logged_without_what_was_typed(caplog: pytest.LogCaptureFixture) -> None:
    person = a_person("Ana", is_guest=False, password=PASSWORD)
    client = Client()
    with caplog.at_level(logging.INFO, logger="accounts.login_log"):
        client.post("/accounts/login/", {"login": "Ana", "password": "a-wrong-Guess-3"})
        client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
        client.post("/accounts/logout/")
        client.post("/accounts/logout/")
    logged = [each.getMessage() for each in caplog.records if each.name == "accounts.login_log"]
    assert logged == [
        "A login was refused",
        f"Person {person.pk} logged in",
        f"Person {person.pk} logged out",
    ]
