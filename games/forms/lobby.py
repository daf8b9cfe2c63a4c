"""Forms of lobby pages: the input of hosts and visitors, as typed values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.word_lists import refuse_listed_name
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Edition
from games.forms.lobby_board import BoardFields, board_choice
from games.forms.table import SIZES, clean_table_name
from games.models import Lobby
from games.values.boards import KeptBoard
from games.values.bots import BotLevel
from games.values.chat import SlowMode, TalkMode
from games.values.languages import LANGUAGES, MOST_LANGUAGES, spoken
from games.values.lobby import LobbySettings, TableClub
from games.values.refusals import ServiceReason
from games.values.timing import Pace, TimeUp
from games.values.voice_link import VOICE_LINK_MAX_LENGTH, clean_voice_link
from games.words.phrases import choices_of, reason_text

NAME_MAX_LENGTH = 40
PASSWORD_MAX_LENGTH = 64
SMALL_INTEGER_DIGITS = 18


def seat_id(data: QueryDict) -> int:
    """Return the seat that a button names; 0, which no seat has, for anything else."""
    typed = data.get("seat", "")
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= SMALL_INTEGER_DIGITS
    return int(typed) if is_number else 0


def table_size(data: QueryDict) -> int | None:
    """Return how many players a button asks for; None for an older page, or anything else."""
    typed = data.get("size", "")
    return next((number for number, name in SIZES if name == typed), None)


class CodeForm(forms.Form):
    """The six letters of a lobby's code."""

    code = forms.CharField(
        label=_("Code of a table"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"class": "code-input", "autocomplete": "off", "autocapitalize": "characters"}
        ),
    )


class PasswordForm(forms.Form):
    """The password of a table."""

    password = forms.CharField(
        label=_("Password of the table"),
        max_length=PASSWORD_MAX_LENGTH,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """Fields that belong together, under a plain name and with one sentence about them."""

    key: str
    name: str
    sentence: str
    fields: tuple[forms.BoundField, ...]


_WHO, _HOW, _PACE, _RANKED = "who", "how", "pace", "ranked"
_GROUPS = (
    (
        _WHO,
        _("Who may come"),
        _(
            "Strangers find a listed table; to one that is not listed comes whoever has its link or code."
        ),
    ),
    (
        _HOW,
        _("How it is played"),
        _("How many sit down, whether bots may help out, how people talk, and by which rules."),
    ),
    (
        _PACE,
        _("Pace and clock"),
        _("How long a decision may take, and what happens to whoever does not decide in time."),
    ),
    (
        _RANKED,
        _("Ranked or just for fun"),
        _("A ranked game changes everybody's rating, so it takes people whom one can recognise."),
    ),
)


class LobbyForm(BoardFields):
    """The settings of a table, when it is opened and later."""

    # A field that is not named here is about how the game is played.
    group_of: ClassVar = {
        "listing": _WHO,
        "password": _WHO,
        "without_password": _WHO,
        "club": _WHO,
        "languages": _WHO,
        "pace": _PACE,
        "time_up": _PACE,
        "more_time": _PACE,
        "is_ranked": _RANKED,
    }

    name = forms.CharField(
        label=_("Name of the table"),
        max_length=NAME_MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    listing = forms.ChoiceField(
        label=_("Who may find it"),
        choices=[
            ("public", _("Everybody: it stands in the list of open tables")),
            ("link", _("Only people with the link or the code")),
        ],
        initial="public",
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        max_length=PASSWORD_MAX_LENGTH,
        strip=False,
        help_text=_("Leave it empty for a table without one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    without_password = forms.BooleanField(label=_("Take the password away"), required=False)
    club = forms.TypedChoiceField(
        label=_("Members of a club only"),
        coerce=int,
        # Not required, as the form of an older page lacks the field.
        required=False,
        empty_value=None,
        help_text=_(
            "Such a table stands in no list but the club's. Whoever sits there already keeps the seat; from then on only members sit down."
        ),
    )
    fewest_players = forms.TypedChoiceField(
        label=_("Fewest players"), coerce=int, choices=SIZES, initial=FEWEST_PLAYERS
    )
    most_players = forms.TypedChoiceField(
        label=_("Most players"), coerce=int, choices=SIZES, initial=MOST_PLAYERS
    )
    pace = forms.TypedChoiceField(
        label=pgettext_lazy("how fast a game is played", "Pace"),
        coerce=Pace,
        choices=choices_of(Pace),
        initial=Pace.RELAXED,
    )
    time_up = forms.TypedChoiceField(
        label=pgettext_lazy("setting of a table", "When the time is up"),
        coerce=TimeUp,
        choices=choices_of(TimeUp),
        initial=TimeUp.STAND_IN,
        # Not required, as the form of an older page lacks the field.
        required=False,
        empty_value=TimeUp.STAND_IN,
        help_text=_("A stand-in is a bot that knows what the seat knows."),
    )
    more_time = forms.BooleanField(
        label=_("Whoever decides may take more time"),
        required=False,
        initial=True,
        help_text=_("Half as much again, once for each decision. Everybody sees who took it."),
    )
    edition = forms.TypedChoiceField(
        label=_("Rules edition"),
        coerce=Edition,
        choices=choices_of(Edition),
        initial=Edition.RETAIL,
    )
    talk = forms.TypedChoiceField(
        label=pgettext_lazy("setting of a table", "Table talk"),
        coerce=TalkMode,
        choices=choices_of(TalkMode),
        initial=TalkMode.FREE,
        # Without the field talk is free: the form of an older page lacks it.
        required=False,
        empty_value=TalkMode.FREE,
    )
    guests_write = forms.BooleanField(
        label=_("Guests may write freely"),
        required=False,
        help_text=_(
            "Otherwise guests choose ready-made sentences at a table in the list. At one that is not listed they always write."
        ),
    )
    slow_mode = forms.TypedChoiceField(
        label=pgettext_lazy("setting of a table", "Slow mode"),
        coerce=SlowMode,
        choices=choices_of(SlowMode),
        initial=SlowMode.OFF,
        # Not required, as the form of an older page lacks the field.
        required=False,
        empty_value=SlowMode.OFF,
        help_text=_("The time between two sentences of one person. Claims do not wait."),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages spoken"),
        choices=list(LANGUAGES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "language-choices"}),
        help_text=_("At most three. People find the table by them."),
    )
    voice_link = forms.CharField(
        label=_("Link to a voice room"),
        required=False,
        max_length=VOICE_LINK_MAX_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        help_text=_("Only those who sit at the table see it. It has to begin with https://."),
    )
    bots_allowed = forms.BooleanField(
        label=_("Bots may fill empty seats"), required=False, initial=True
    )
    bot_level = forms.TypedChoiceField(
        label=_("Level of the bots"),
        choices=choices_of(BotLevel),
        coerce=BotLevel,
        initial=BotLevel.REGULAR,
        # Not required, as the form of an older page lacks the field.
        required=False,
        empty_value=BotLevel.REGULAR,
        help_text=_(
            "Newcomers forget and follow the crowd. Sharp bots weigh every word and plan ahead."
        ),
    )
    is_ranked = forms.BooleanField(
        label=_("Ranked game"),
        required=False,
        help_text=_("For people with a confirmed e-mail address only, and without bots."),
    )

    def __init__(
        self,
        *args: Any,
        lobby: Lobby | None = None,
        clubs: Sequence[TableClub] = (),
        club: TableClub | None = None,
        boards: Sequence[KeptBoard] = (),
        **kwargs: Any,
    ) -> None:
        if lobby is not None:
            kwargs["initial"] = _present_settings(lobby) | {"club": club.id if club else 0}
        super().__init__(*args, **kwargs)
        self.offer_boards(boards, lobby)
        self.is_change = lobby is not None
        # A host who is in no club can still take back what a host before them chose.
        offered = {each.id: each.name for each in (*clubs, *([club] if club else []))}
        field = self.fields["club"]
        if offered and isinstance(field, forms.ChoiceField):
            everybody = pgettext_lazy(
                "members of which club sit down", "No, everybody may sit down"
            )
            field.choices = [(0, everybody), *offered.items()]
        else:
            del self.fields["club"]
        if lobby is None or not lobby.password:
            del self.fields["without_password"]
        elif isinstance(field := self.fields["password"], forms.CharField):
            field.label = _("New password")
            field.help_text = _("Leave it empty to keep the present one.")

    def groups(self) -> tuple[SettingsGroup, ...]:
        """Return all fields but the name, in plain groups."""
        fields = [field for field in self if field.name != "name"]
        return tuple(
            SettingsGroup(
                key,
                str(name),
                str(sentence),
                tuple(each for each in fields if self.group_of.get(each.name, _HOW) == key),
            )
            for key, name, sentence in _GROUPS
        )

    def clean_name(self) -> str:
        """Refuse a name without visible characters, and one with a listed word."""
        name = clean_table_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Please give the table a name."), code="required")
        refuse_listed_name(name)
        return name

    def clean_languages(self) -> list[str]:
        """Refuse more languages than a card of the list has room for."""
        chosen: list[str] = self.cleaned_data["languages"]
        if len(chosen) > MOST_LANGUAGES:
            raise forms.ValidationError(_("Please choose at most three languages."))
        return chosen

    def clean_voice_link(self) -> str:
        """Refuse what is no https link to a public host."""
        link = clean_voice_link(self.cleaned_data["voice_link"])
        if link is None:
            raise forms.ValidationError(
                _(
                    "Please give a link that begins with https:// and leads to a public site, without a user or password in it."
                )
            )
        return link

    def clean(self) -> None:
        """Check the board, and the range of seats; a public or a ranked table needs a time limit."""
        super().clean()
        if (
            self.cleaned_data.get("listing") == "public"
            and self.cleaned_data.get("pace") is Pace.NONE
        ):
            self.add_error("pace", reason_text(ServiceReason.NO_LIMIT_IS_PRIVATE))
        if self.cleaned_data.get("is_ranked") and self.cleaned_data.get("pace") is Pace.NONE:
            self.add_error("pace", reason_text(ServiceReason.RANKED_NEEDS_LIMIT))
        fewest, most = (self.cleaned_data.get(key) for key in ("fewest_players", "most_players"))
        if fewest and most and fewest > most:
            self.add_error(
                "most_players", _("This is less than the fewest players you have chosen.")
            )

    def settings(self) -> LobbySettings:
        """Return the choices of a valid form."""
        data = self.cleaned_data
        password: str | None = data["password"]
        if self.is_change and not password:
            password = "" if data.get("without_password") else None
        return LobbySettings(
            name=data["name"],
            is_public=data["listing"] == "public",
            password=password,
            fewest_players=data["fewest_players"],
            most_players=data["most_players"],
            edition=data["edition"],
            board=data["board"],
            board_name=data["board_name"],
            pace=data["pace"],
            time_up=data["time_up"],
            more_time=data["more_time"],
            talk=data["talk"],
            guests_write=data["guests_write"],
            slow_mode=data["slow_mode"],
            bots_allowed=data["bots_allowed"],
            bot_level=data["bot_level"],
            is_ranked=data["is_ranked"],
            languages=tuple(data["languages"]),
            voice_link=data["voice_link"],
            club=data.get("club"),
        )


def _present_settings(lobby: Lobby) -> dict[str, Any]:
    return {
        "name": lobby.name,
        "listing": "public" if lobby.is_public else "link",
        "fewest_players": lobby.fewest_players,
        "most_players": lobby.most_players,
        "pace": lobby.pace,
        "time_up": lobby.time_up,
        "more_time": lobby.more_time,
        "talk": lobby.talk,
        "guests_write": lobby.guests_write,
        "slow_mode": lobby.slow_mode,
        "edition": lobby.edition,
        **board_choice(lobby.board, lobby.board_name),
        "bots_allowed": lobby.bots_allowed,
        "bot_level": lobby.bot_level,
        "is_ranked": lobby.is_ranked,
        "languages": list(spoken(lobby.languages)),
        "voice_link": lobby.voice_link,
    }
