"""What is reported: the person, the place, and what the reporter heard around it.

A report is a person's own: only lines that the reporter could read are kept with it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.conf import settings
from django.utils.translation import override

from accounts.models import User
from games.models import Lobby
from games.moderation.models import About
from games.presenters.players import Player
from games.presenters.table.chat import present_chat
from games.selectors.hearing import hear, lines_heard
from games.selectors.player import find_player
from games.values.chat import seat_of_key
from games.words.talk import phrase_text

AROUND = 10
"""Lines that are kept before a line, and after it."""
OFFERED = 20
"""The person's latest lines, from which the reporter may choose one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of talk as the reporter read it."""

    number: int
    channel: str
    """The channel of a table; empty in a lobby."""
    author: str
    user: int | None
    """The id of who said it; None for a bot."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Something that one person may report."""

    person: User
    about: About
    key: str
    """The same for whatever one person reports once."""
    name: str
    """The person's name there, or that of the lobby."""
    game_id: int | None = None
    round: int | None = None
    lines: tuple[Line, ...] = ()

    @property
    def own_lines(self) -> tuple[Line, ...]:
        """The person's latest lines, of which one may be chosen."""
        return tuple(each for each in self.lines if each.user == self.person.pk)[-OFFERED:]

    def around(self, number: int | None) -> list[dict[str, object]]:
        """Return the lines around a line as plain values; around none, the latest ones."""
        places = [place for place, each in enumerate(self.lines) if each.number == number]
        end = places[0] + AROUND + 1 if places else len(self.lines)
        kept: Sequence[Line] = self.lines[max(0, end - 2 * AROUND - 1) : end]
        return [asdict(each) for each in kept]


def at_table(game_id: int, reporter: User, key: str) -> Target | None:
    """Return somebody who plays or is heard at a table that the reporter may watch, by the key there."""
    hearing = hear(game_id, reporter.pk)
    person = User.objects.filter(pk=hearing.people.get(key, 0), closed_at=None).first()
    if person is None:
        return None
    said = lines_heard(game_id, hearing)
    players = tuple(Player(name=each) for each in hearing.names)
    # Ready-made sentences in one language, whatever the reporter reads.
    with override(settings.LANGUAGE_CODE):
        views = present_chat(said, players, hearing.channels)
    lines = tuple(
        Line(
            number=line.number,
            channel=line.channel.value,
            author=view.author,
            user=hearing.people.get(line.author),
            text=view.text,
        )
        for line, view in zip(said, views, strict=True)
    )
    own = [each for each in lines if each.user == person.pk]
    seat = seat_of_key(key)
    name = hearing.names[seat] if seat is not None else own[-1].author
    return Target(
        person=person,
        about=About.TABLE,
        key=f"game:{game_id}:{person.pk}",
        name=name,
        game_id=game_id,
        round=hearing.round,
        lines=lines,
    )


def in_lobby(code: str, reporter: User, seat_id: int) -> Target | None:
    """Return somebody in an open lobby in which the reporter sits."""
    lobby = Lobby.objects.open().filter(code=code, seats__user=reporter).first()
    seat = lobby and lobby.seats.select_related("user").filter(pk=seat_id).first()
    if not lobby or not seat or seat.user is None or seat.user.closed_at:
        return None
    rows = lobby.messages.select_related("user").order_by("number")
    with override(settings.LANGUAGE_CODE):
        lines = tuple(
            Line(
                number=each.number,
                channel="",
                author=each.name or each.user.display_name,
                user=each.user_id,
                text=phrase_text(each.phrase, "") if each.phrase else each.text,
            )
            for each in rows
        )
    return Target(
        person=seat.user,
        about=About.LOBBY,
        key=f"lobby:{lobby.pk}:{seat.user_id}",
        name=str(seat),
        lines=lines,
    )


def lobby_name(code: str, reporter: User) -> Target | None:
    """Return the name of an open lobby that is listed, or in which the reporter sits."""
    lobby = Lobby.objects.open().filter(code=code).select_related("host").first()
    if lobby is None or lobby.host.closed_at:
        return None
    # Whoever sits there has seen the link to a voice room, too; nobody else is told it.
    is_seated = lobby.seats.filter(user=reporter).exists()
    if not lobby.is_public and not is_seated:
        return None
    return Target(
        person=lobby.host,
        about=About.LOBBY_NAME,
        key=f"lobby-name:{lobby.pk}",
        name=lobby.name,
        lines=(_link_of(lobby),) if is_seated and lobby.voice_link else (),
    )


def _link_of(lobby: Lobby) -> Line:
    """The link to a voice room, as if the host had said it."""
    host = lobby.host
    return Line(number=1, channel="", author=str(host), user=host.pk, text=lobby.voice_link)


def player(name: str) -> Target | None:
    """Return the person whose page has this name or handle in its address."""
    person = find_player(name)
    if person is None or person.closed_at:
        return None
    name = person.display_name
    # Another line may be reported again.
    version = hashlib.sha256(person.about.encode()).hexdigest()[:12] if person.about else ""
    own = Line(number=0, channel="", author=name, user=person.pk, text=person.about)
    return Target(
        person=person,
        about=About.PLAYER,
        key=f"player:{person.pk}" + (version and f":{version}"),
        name=name,
        lines=(own,) if person.about else (),
    )
