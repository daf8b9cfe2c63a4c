"""How a table plays: chosen in its lobby, and copied into its game when it starts."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.board import BOARD_NAME_MAX_LENGTH, LONGEST_BOARD_CODE
from games.engine.vocabulary import BoardKind
from games.values.bots import BotLevel
from games.values.chat import SlowMode, TalkMode
from games.values.languages import LANGUAGES_MAX_LENGTH
from games.values.timing import TimeUp
from games.values.voice_link import VOICE_LINK_MAX_LENGTH


class TableSettings(models.Model):
    """The settings that a lobby and its game have in common; edition and pace have a default in a lobby only."""

    name = models.CharField(_("name"), max_length=40)
    is_public = models.BooleanField(_("public"), default=True)
    board = models.CharField(
        _("board"),
        max_length=LONGEST_BOARD_CODE,
        default=BoardKind.STANDARD.value,
        db_default=BoardKind.STANDARD.value,
    )
    """The code of the board that the host has chosen; see games.engine.board."""
    board_name = models.CharField(
        _("name of the board"),
        max_length=BOARD_NAME_MAX_LENGTH,
        blank=True,
        default="",
        db_default="",
    )
    """The short name that a custom board was given; shown beside its kind."""
    talk = models.CharField(
        _("table talk"),
        max_length=8,
        choices=[(each.value, each.value) for each in TalkMode],
        default=TalkMode.FREE.value,
    )
    time_up = models.CharField(
        _("when the time is up"),
        max_length=8,
        choices=[(each.value, each.value) for each in TimeUp],
        default=TimeUp.STAND_IN.value,
    )
    guests_write = models.BooleanField(_("guests write freely"), default=False)
    """Without it, guests at a listed table choose ready-made sentences; see mode_for."""
    slow_mode = models.CharField(
        _("slow mode"),
        max_length=2,
        choices=[(each.value, each.value) for each in SlowMode],
        default=SlowMode.OFF.value,
    )
    more_time = models.BooleanField(_("more time on request"), default=True)
    is_ranked = models.BooleanField(_("ranked"), default=False)
    languages = models.CharField(
        _("languages spoken"), max_length=LANGUAGES_MAX_LENGTH, blank=True, default=""
    )
    """Their codes, with blanks between; see games.values.languages."""
    voice_link = models.CharField(
        _("voice link"), max_length=VOICE_LINK_MAX_LENGTH, blank=True, default=""
    )
    """Shown to those who sit or play here, and to nobody else."""
    bot_level = models.CharField(
        _("level of the bots"),
        max_length=8,
        choices=[(each.value, each.value) for each in BotLevel],
        default=BotLevel.REGULAR.value,
        db_default=BotLevel.REGULAR.value,
    )

    class Meta:
        """No table of its own."""

        abstract = True
