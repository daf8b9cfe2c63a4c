"""A new address is told to the former one, which its owner still reads."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_former_address_hears_of_the_new_one(ana: User) -> None:
    ana.preferences.language = "it"
    ana.preferences.save()
    client = Client()
    client.force_login(ana)
    new = {"action_add": "", "email": "new@example.org"}
    client.post(client.post("/accounts/email/", new)["Location"], {"password": PASSWORD})
    link = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", str(mail.outbox[-1].body))
    assert link
    mail.outbox.clear()
    client.post(link[1])
    ana.refresh_from_db()
    assert ana.email == "new@example.org"
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert "new@example.org" in str(letter.body)
    assert letter.subject == "[Secret Hitler] Il tuo indirizzo e-mail è cambiato"
