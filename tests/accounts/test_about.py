"""The line about oneself: who may write what, where it stands, and how it goes."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.about import save_about
from accounts.models import ABOUT_MAX_LENGTH, SanctionKind, User
from accounts.own_data import own_data
from accounts.sanctions import impose
from accounts.services import close_account, create_guest
from accounts.word_models import ListedWord
from tests.factories import a_person

pytestmark = pytest.mark.django_db


def about_of(user: User) -> str:
    return User.objects.get(pk=user.pk).about


def test_line_stands_on_the_public_page_as_text(client: Client) -> None:
    user = a_person("Ana", is_guest=False)
    client.force_login(user)
    line = "Plays on Fridays <b>https://example.org/</b> & asks twice"
    page = client.post(reverse("accounts:about"), {"about": line}, follow=True)
    assert "Plays on Fridays" in page.content.decode()
    shown = Client().get(reverse("games:player", args=["Ana"])).content.decode()
    assert "&lt;b&gt;https://example.org/&lt;/b&gt; &amp; asks twice" in shown
    assert 'href="https://example.org' not in shown


def test_line_is_one_line_without_what_cannot_be_seen() -> None:
    user = a_person("Ana", is_guest=False)
    save_about(user=user, about="  two\n lines\u202e\u200b ")
    assert about_of(user) == "two lines"
    save_about(user=user, about="\u200b")
    assert about_of(user) == ""


@pytest.mark.parametrize("typed", ["x" * (ABOUT_MAX_LENGTH + 1), "a b4dw0rd here"])
def test_line_too_long_or_with_a_listed_word_keeps_the_former_one(
    client: Client, typed: str
) -> None:
    from accounts.word_lists import forget_words

    ListedWord.objects.create(word="badword")
    forget_words()
    user = a_person("Ana", is_guest=False)
    save_about(user=user, about="before")
    client.force_login(user)
    page = client.post(reverse("accounts:about"), {"about": typed})
    assert page.status_code == 200
    assert 'aria-invalid="true"' in page.content.decode()
    assert about_of(user) == "before"


def test_guest_and_whoever_may_not_write_are_refused() -> None:
    guest = create_guest(name="Gus")
    with pytest.raises(ValidationError):
        save_about(user=guest, about="hello")
    muted = a_person("Mia", is_guest=False)
    save_about(user=muted, about="before")
    impose(user=muted, kind=SanctionKind.MUTE, text="For a while.")
    with pytest.raises(ValidationError):
        save_about(user=muted, about="after")
    assert about_of(muted) == "before"
    save_about(user=muted, about="")
    assert about_of(muted) == ""


def test_line_goes_with_the_account_and_is_handed_out_before() -> None:
    user = a_person("Ana", is_guest=False)
    save_about(user=user, about="mine")
    user.refresh_from_db()
    assert own_data(user)["account"][0]["about"] == "mine"
    close_account(user=user)
    assert about_of(user) == ""
