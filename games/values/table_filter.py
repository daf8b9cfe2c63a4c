"""Which of the open tables somebody wants to see: chosen on the home page, kept in a cookie, told to the socket."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from urllib.parse import parse_qsl, urlencode

from games.values.languages import LANGUAGES
from games.values.lobby import LobbyEntry
from games.values.timing import SLOW, Pace


class WantedPace(StrEnum):
    """The paces that one can ask for; all slow ones are one."""

    QUICK = "quick"
    RELAXED = "relaxed"
    TALK = "talk"
    SLOW = "slow"


class WantedKind(StrEnum):
    """Ranked games or casual ones."""

    RANKED = "ranked"
    CASUAL = "casual"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilter:
    """What is wanted of a table; an empty value takes all."""

    spoken: str = ""
    """The code of a language."""
    pace: str = ""
    kind: str = ""
    free: str = ""
    """Any text: only tables with a free seat."""

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> "TableFilter":
        """Return the filter that these fields ask for; a value that does not exist takes all."""
        return cls(
            spoken=fields.get("spoken", "") if fields.get("spoken") in LANGUAGES else "",
            pace=fields.get("pace", "") if fields.get("pace") in list(WantedPace) else "",
            kind=fields.get("kind", "") if fields.get("kind") in list(WantedKind) else "",
            free="1" if fields.get("free") else "",
        )

    @classmethod
    def from_text(cls, text: str) -> "TableFilter":
        """Return the filter that was written down by to_text."""
        return cls.of(dict(parse_qsl(text)))

    def to_text(self) -> str:
        """Return the filter as a cookie or a socket's address keeps it; empty if it takes all."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    def takes_pace(self, pace: str) -> bool:
        """Whether a table of this pace is wanted."""
        if self.pace == WantedPace.SLOW:
            return pace in SLOW
        return not self.pace or pace == Pace(self.pace)

    def takes_kind(self, *, is_ranked: bool) -> bool:
        """Whether a ranked table, or one that is not, is wanted."""
        return not self.kind or is_ranked == (self.kind == WantedKind.RANKED)

    def takes(self, table: LobbyEntry) -> bool:
        """Whether this table is wanted."""
        return (
            (not self.spoken or self.spoken in table.languages)
            and self.takes_pace(table.pace)
            and self.takes_kind(is_ranked=table.is_ranked)
            and not (self.free and table.is_full)
        )
