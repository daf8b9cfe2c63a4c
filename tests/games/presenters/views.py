"""Helpers for tests of presenters: sample people, views of a table, HTML as elements."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, cast

from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.template.backends.django import DjangoTemplates

from games.engine.events import told_to
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.notes import present_people
from games.presenters.table.regions import Player, Region, TableFacts
from games.presenters.table.rounds import LogView, present_log_view
from games.presenters.table.table_view import TableView, present_table
from games.presenters.table.talk import TalkView, present_talk, talk_facts
from games.values.chat import Notes, TalkMode
from tests.scenarios import Table, a_table

NAMES = ("Ana", "Bo", "Chris", "Dmitri", "Ewa", "Felix", "Grete", "Hana", "Ida", "Jo")
FACTS = TableFacts(
    game_code="KRWTZB",
    game_name="Table of Ana",
    act_url="/games/KRWTZB/act/",
    rematch_url="/games/KRWTZB/rematch/",
)
INVALID = "!invalid!"


def people(count: int) -> tuple[Player, ...]:
    """So many players, Ana first."""
    return tuple(Player(name=name) for name in NAMES[:count])


def seen(table: Table, viewer: SeatNumber | None) -> TableView:
    """Return the table as this viewer sees it."""
    return present_table(table.seen_by(viewer), people(table.state.ruleset.players), FACTS)


def log_lines(table: Table, viewer: SeatNumber | None) -> tuple[LogLine, ...]:
    """Return the log's new lines for this viewer since the test began."""
    over = table.state.phase is Phase.GAME_OVER
    told = told_to(table.log, viewer, game_over=over)
    return present_log(told, people(table.state.ruleset.players), viewer, round=1)


def log_of(table: Table, viewer: SeatNumber | None) -> LogView:
    """Return the log by rounds for this viewer."""
    lines = log_lines(table, viewer)
    return present_log_view(
        table.seen_by(viewer), lines, people(table.state.ruleset.players), "KRWTZB"
    )


def talk_of(table: Table, viewer: SeatNumber | None) -> TalkView:
    """What is swapped of the talk, before anybody has said anything."""
    players, say_url = people(table.state.ruleset.players), "/games/KRWTZB/say/"
    facts = talk_facts(table.seen_by(viewer), players, (), TalkMode.FREE, say_url)
    return present_talk(facts, viewer)


def chat_of(table: Table, viewer: SeatNumber | None) -> dict[str, Any]:
    """What the page shows beside that."""
    players = people(table.state.ruleset.players)
    return {
        "lines": (),
        "people": present_people(players, {}, Notes(), viewer, ""),
        "is_signed_in": viewer is not None,
        "mode": "free",
        **dict.fromkeys(("say", "talk", "notes", "mark", "mute", "table"), "/games/KRWTZB/"),
    }


def viewers(table: Table) -> tuple[SeatNumber | None, ...]:
    """Return every seat, and None for a spectator."""
    return (*range(table.state.ruleset.players), None)


def a_table_in_each_phase() -> dict[str, Table]:
    """Return one table for each phase, by name; the last ones are over."""
    return {
        "nominate": a_table(7, limited=(1, 2), dead=(4,)),
        "vote": a_table(7).nominates(1),
        "president_discard": a_table(7, top="FFL").elects(1),
        "chancellor_enact": a_table(7, top="FFL").elects(1).discards("F"),
        "chancellor_enact after a veto": a_table(7, top="FFL", liberal=1, fascist=5)
        .elects(1)
        .asks_for_veto()
        .answers_veto(grant=False),
        "veto_answer": a_table(7, top="FFL", fascist=5).elects(1).asks_for_veto(),
        "investigate": a_table(7, top="FFF", fascist=1).governs(1, "F"),
        "special_election": a_table(7, top="FFF", fascist=2).governs(1, "F"),
        "peek": a_table(5, top="FFF", fascist=2).governs(1, "F"),
        "execute": a_table(7, top="FFF", fascist=3).governs(1, "F"),
        "game_over by liberals": a_table(7, top="FLL", liberal=4).governs(1, "L"),
        "game_over by fascists": a_table(10, top="FFF", fascist=5).governs(1, "F"),
        "game_over by an election": a_table(7, fascist=3).elects(6),
        "game_over by an execution": a_table(7, top="FFF", fascist=3).governs(1, "F").executes(6),
    }


def strict_templates() -> DjangoTemplates:
    """The site's templates; a name that a view lacks shows as INVALID."""
    site = cast("dict[str, Any]", settings.TEMPLATES[0])
    options = {**site["OPTIONS"], "string_if_invalid": INVALID}
    return DjangoTemplates(
        {
            "NAME": "strict",
            "DIRS": site["DIRS"],
            "APP_DIRS": False,
            "OPTIONS": options,
        }
    )


def html_of(region: Region, templates: DjangoTemplates) -> str:
    """Return a region's HTML as it goes over the socket."""
    return str(templates.get_template(region.template).render({"view": region})).strip()


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    """Return every element's name and attributes, in order."""
    parser = _Elements()
    parser.feed(html)
    return parser.found


def forms(html: str) -> Iterator[tuple[Tag, dict[str, str], list[Tag]]]:
    """Return every form, its hidden fields, and its buttons."""
    for form in BeautifulSoup(html, "html.parser").select("form"):
        hidden = form.select("input[type=hidden]")
        yield (
            form,
            {str(each["name"]): str(each["value"]) for each in hidden},
            form.select("button"),
        )
