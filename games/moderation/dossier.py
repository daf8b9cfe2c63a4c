"""The reports of a case as a moderator reads them."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.engine.vocabulary import Channel
from games.models import Game
from games.moderation.evidence import Line
from games.moderation.models import About, Case, Report

# While a game runs, moderators read what every spectator can read, and nothing else.
OPEN_TO_ALL = ("", Channel.TABLE.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportView:
    """One report with its evidence."""

    reporter: str
    place: str
    reason: str
    sentence: str
    name: str
    created_at: datetime
    game_name: str
    round: int | None
    replay_url: str
    """Empty before the end of the game, and at a table with a password, whose replay is its players' alone."""
    club_url: str
    """Where a moderator acts on the club that was reported; empty for all else."""
    is_running: bool
    lines: tuple[Line, ...]
    person: int
    """The id of the reported, whose lines are marked."""


def present_reports(case: Case) -> tuple[ReportView, ...]:
    """Return the reports of a case, oldest first; two queries."""
    views = []
    for each in case.reports.select_related("reporter", "game"):
        game = each.game
        is_running = game is not None and game.status == Game.Status.RUNNING
        has_replay = (
            game is not None and game.status == Game.Status.FINISHED and not game.is_locked
        )
        lines = tuple(Line(**line) for line in each.evidence)
        views.append(
            ReportView(
                reporter=each.reporter.display_name,
                place=each.get_about_display(),
                reason=each.get_reason_display(),
                sentence=each.sentence,
                name=each.name,
                created_at=each.created_at,
                game_name="" if game is None else game.name,
                round=each.round,
                replay_url=reverse("games:replay", args=[game.code])
                if game and has_replay
                else "",
                club_url=_club_url(each),
                is_running=is_running,
                lines=tuple(
                    line for line in lines if not is_running or line.channel in OPEN_TO_ALL
                ),
                person=case.person_id,
            )
        )
    return tuple(views)


def _club_url(report: Report) -> str:
    # The wing of clubs is known by the names of its routes only.
    if report.about != About.CLUB:
        return ""
    return reverse("clubs:moderate", args=[int(report.target.split(":")[1])])
