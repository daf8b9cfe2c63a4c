"""A template laid out for people is sent as if it were one line."""

import re
from pathlib import Path

import pytest
from django.template import Context, Engine
from django.test import Client
from django.utils import translation

from config.templates import without_layout


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("{% if a %}\n  <b>{{ a }}</b>\n{% endif %}\n", "{% if a %}<b>{{ a }}</b>{% endif %}"),
        ("{% load i18n %}\n{# why #}\n<p>", "{% load i18n %}{# why #}<p>"),
        ('<p>\n  {% translate "a" %}\n</p>', '<p>{% translate "a" %}</p>'),
        (
            '{% translate "a" as b %}\n{% translate "c" as d %}\n{% translate "x as y" %}',
            '{% translate "a" as b %}{% translate "c" as d %}{% translate "x as y" %}',
        ),
        (
            "{% blocktranslate asvar a %}b{% endblocktranslate %}\n{% translate 'c' %}",
            "{% blocktranslate asvar a %}b{% endblocktranslate %}{% translate 'c' %}",
        ),
    ],
)
def test_nothing_is_left_of_a_break_between_tags(source: str, sent: str) -> None:
    assert without_layout(source) == sent


@pytest.mark.parametrize(
    "source",
    [
        "<b>a</b> <i>b</i>",
        "{% if a %} <b>{{ a }}</b>{% endif %} {% if b %}{% endif %}",
        '{% symbol "chat" %} {% translate "Table talk" %}',
        '<a title="two  blanks">a  b</a>',
    ],
)
def test_a_space_on_a_line_stays(source: str) -> None:
    assert without_layout(source) == source


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>one\n  two <b>three</b>\n  four</p>", "<p>one two <b>three</b> four</p>"),
        ("<label><input>\n  {{ name }}</label>", "<label><input> {{ name }}</label>"),
        ("{{ a }}\n{{ b }}", "{{ a }} {{ b }}"),
        (
            '{% translate "A." %}\n  {% translate "B." %}',
            '{% translate "A." %} {% translate "B." %}',
        ),
        (
            "{% blocktranslate %}A.{% endblocktranslate %}\n{% trans 'B.' %}",
            "{% blocktranslate %}A.{% endblocktranslate %} {% trans 'B.' %}",
        ),
    ],
)
def test_words_do_not_run_together(source: str, sent: str) -> None:
    assert without_layout(source) == sent


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ('<a class="b"\n   href="c"\n>d</a>', '<a class="b" href="c">d</a>'),
        ('<input name="a"\n  />', '<input name="a"/>'),
        (
            '<p id="a"\n  {% if b %} data-b{% endif %}\n  {% if c %} data-c{% endif %}\n  class="d">',
            '<p id="a"{% if b %} data-b{% endif %}{% if c %} data-c{% endif %} class="d">',
        ),
        ('<a{% if b %}\n  href="c"{% endif %}\n  {% rule d %}>', '<a{% if b %} href="c"{% endif %} {% rule d %}>'),
        ('<p class="a\n  {% if b %} b{% endif %}\n  {% if c %} c{% endif %}">', '<p class="a{% if b %} b{% endif %}{% if c %} c{% endif %}">'),
        (
            '<a title="{% if b %}\n{% translate "x > y" %}\n{% else %}\n{{ c }}\nd{% endif %}">\n<i>',
            '<a title="{% if b %}{% translate "x > y" %}{% else %} {{ c }} d{% endif %}"><i>',
        ),
        ("<a data-a='{\"b\":1,\n \"c\":2}'>", "<a data-a='{\"b\":1, \"c\":2}'>"),
    ],
)  # fmt: skip
def test_inside_a_tag_a_break_is_one_space_where_one_is_needed(source: str, sent: str) -> None:
    assert without_layout(source) == sent


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>\n  {{ a }}\n  <b>b</b>\n</pre>",
        "<textarea>\n\n {{ a }}\n</textarea>",
        "<script>\n  a // b\n  c\n</script>",
        "<style>\n  a {}\n  b {}\n</style>",
        "<!-- a\n\n b -->",
        "{% blocktranslate trimmed %}\n  a\n  <b>b</b>\n{% plural %}\n  c\n{% endblocktranslate %}",
        "{% comment %}\n a\n{% endcomment %}",
        "{% verbatim %}\n  <b>\n  {{ a }}\n{% endverbatim %}",
    ],
)
def test_elements_with_meaningful_breaks_keep_them(kept: str) -> None:
    assert without_layout(f"<p>\n{kept}\n<p>") == f"<p>{kept}<p>"


def test_the_tag_of_a_text_area_may_be_broken() -> None:
    source = '<textarea id="a"\n  {% if b %} disabled{% endif %}>\n{{ c }}</textarea>'

    assert without_layout(source) == '<textarea id="a"{% if b %} disabled{% endif %}>\n{{ c }}</textarea>'  # fmt: skip


def an_engine(folder: Path) -> Engine:
    return Engine(
        dirs=[str(folder)],
        loaders=[("django.template.loaders.cached.Loader", ["config.templates.Loader"])],
        libraries={"i18n": "django.templatetags.i18n"},
    )


def test_pages_are_loaded_without_layout_and_texts_as_they_are(tmp_path: Path) -> None:
    text = "{{ a }}\n\n-- \n<p>\n  <b>b</b>\n</p>\n"
    for name in ("page.html", "mail.txt"):
        (tmp_path / name).write_text(text)
    engine, context = an_engine(tmp_path), Context({"a": "A"})

    assert engine.get_template("page.html").render(context) == "A -- <p><b>b</b></p>"
    assert engine.get_template("mail.txt").render(context) == text.replace("{{ a }}", "A")


def test_a_text_over_several_lines_is_the_same_message(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        '{% load i18n %}<p>{% translate "Ranked" context "game" %}</p>'
    )
    (tmp_path / "lines.html").write_text(
        '{% load i18n %}\n<p>\n  {% blocktranslate trimmed context "game" %}\n    Ranked\n'
        "  {% endblocktranslate %}\n</p>\n"
    )
    engine = an_engine(tmp_path)

    with translation.override("pl"):
        one, lines = (
            engine.get_template(name).render(Context()) for name in ("one.html", "lines.html")
        )
    assert one == lines != "<p>Ranked</p>"


@pytest.mark.django_db
def test_the_site_sends_its_pages_without_layout(client: Client) -> None:
    page = client.get("/about/").content.decode()

    assert "</nav></div></header>" in page
    assert not re.search(r">\s*\n\s*<", page)
