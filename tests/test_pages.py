"""The site's own pages and every page's frame: credits, errors, symbols, weight, no inline style."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.views.defaults import server_error

from config.bundles import FILES, bundle
from config.shorter import shorter_script, shorter_style
from config.static_storage import LightStaticFilesStorage
from config.urls import urlpatterns as site_urls

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = (ROOT / "static" / "img" / "symbols.svg").read_text()


def break_down(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the secret of the broken view")


urlpatterns = [*site_urls, path("broken/", break_down)]


@pytest.mark.django_db
def test_about_page_credits_authors_and_licence(client: Client) -> None:
    page = client.get("/about/").content.decode()

    for name in ("Mike Boxleiter", "Tommy Maranges", "Max Temkin", "Mac Schubert"):
        assert name in page
    assert 'href="https://creativecommons.org/licenses/by-nc-sa/4.0/"' in page
    assert 'href="https://www.secrethitler.com/"' in page


@pytest.mark.django_db
def test_language_switch_returns_to_the_page_it_was_used_on(client: Client) -> None:
    response = client.post(
        "/i18n/setlang/", {"language": "pl", "next": "/about/?a=b#c"}, follow=True
    )

    assert response.redirect_chain == [("/pl/about/?a=b#c", 302)]
    assert '<html lang="pl"' in response.content.decode()
    assert 'name="next" value="/pl/about/?a=b"' in response.content.decode()


@pytest.mark.django_db
def test_missing_page_does_not_echo_its_address(client: Client) -> None:
    response = client.get("/no-such-thing-7/")

    assert response.status_code == 404
    assert "no-such-thing-7" not in re.sub(
        r'name="next" value="[^"]*"', "", response.content.decode()
    )


@pytest.mark.django_db
def broken(problems_of: Callable[[str], set[str]]) -> dict[str, set[str]]:
    """Return the complaints of each template, by path; templates without faults are left out."""
    assert TEMPLATES
    found = {str(each.relative_to(ROOT)): problems_of(each.read_text()) for each in TEMPLATES}
    return {path: problems for path, problems in found.items() if problems}


@override_settings(ROOT_URLCONF="tests.test_pages")
def test_server_error_page_leaks_nothing() -> None:
    response = Client(raise_request_exception=False).get("/broken/")

    page = response.content.decode()
    assert response.status_code == 500
    assert "Something broke" in page
    assert "secret of the broken view" not in page
    assert "RuntimeError" not in page


def test_server_error_page_needs_no_context(rf: RequestFactory) -> None:
    assert b"Something broke" in server_error(rf.get("/")).content


@pytest.mark.django_db
def test_forged_form_gets_our_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "pl"})

    assert response.status_code == 403
    assert "Please try again" in response.content.decode()


@pytest.mark.parametrize(
    "name", ["403.html", "404.html", "403_csrf.html", "429.html", "500.html", "503.html"]
)
def test_error_page_draws_without_any_context(name: str) -> None:
    assert "</html>" in render_to_string(name)


def test_no_template_has_an_inline_style_or_script() -> None:
    inline = re.compile(r"<style|\sstyle=|\son\w+=|hx-on|javascript:|<script>")

    assert broken(lambda text: set(inline.findall(text))) == {}


def test_every_whole_page_is_printed_with_the_sheets_of_all_pages() -> None:
    include = '{% include "_styles.html" %}'

    assert (
        broken(
            lambda text: {include} if "<!doctype html>" in text and include not in text else set()
        )
        == {}
    )


def test_every_template_uses_symbols_that_exist() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    names = re.compile(r'symbols\.svg"? %}#([\w-]+)"|sprite %}#([\w-]+)"')

    assert broken(lambda text: {a or b for a, b in names.findall(text)} - drawn) == {}


def test_no_sheet_is_heavy() -> None:
    weights = {
        sheet.name: len(gzip.compress(shorter_style(sheet.read_text()).encode()))
        for sheet in (ROOT / "static" / "css").glob("*.css")
    }
    assert {name: weight for name, weight in weights.items() if weight > 10_500} == {}


def test_production_keeps_styles_without_comments(tmp_path: Path) -> None:
    storage = LightStaticFilesStorage(location=tmp_path, base_url="/static/")
    source = (
        "/* Why. */\n.seat {\n  margin: 0  auto; /* { */\n}\n"
        ".a:has(b) :is(c),\n.d /* e */ f { width: calc(1px + 2px);\n  content: '/*  {  */'; }\n"
    )

    name = storage.save("css/seat.css", ContentFile(source.encode()))

    assert (tmp_path / name).read_text() == (
        ".seat{margin: 0 auto;}.a:has(b) :is(c), .d f{width: calc(1px + 2px);content: '/*  {  */';}"
    )
    list(storage.post_process({name: (storage, name)}))
    hashed = storage.stored_name(name)
    assert hashed != name
    assert (tmp_path / hashed).read_text() == (tmp_path / name).read_text()
    kept = storage.save("js/seat.js", ContentFile(b"/* Why. */ 1"))
    assert (tmp_path / kept).read_bytes() == b"/* Why. */ 1"


def test_a_short_script_has_neither_comments_nor_layout_nor_long_names() -> None:
    source = (
        "/* What it does.\n\n   And why. */\n(function () {\n  // Why not.\n  const longName = 1;\n"
        "  window.shared = `${longName}//c\n  /* d */`;\n})();\n"
    )

    assert shorter_script(source) == "(function(){const e=1;window.shared=`${e}//c\n  /* d */`})()"


def test_a_script_of_a_bundle_does_not_call_what_ends_the_one_before_it() -> None:
    text = bundle("table.js").read_text()

    assert text.count(")();\n(function(") == len(FILES["table.js"]) - 1
