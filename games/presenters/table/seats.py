"""The seats: every player's public marks, the same for all viewers.

The page says once which seat is the viewer's own (data-own-seat), so each seat is rendered once
for all.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.vocabulary import Phase, PresidentialPower, SeatNumber, Veto, Vote
from games.presenters.players import Player
from games.presenters.table.name_fit import fit
from games.presenters.view import View, view_model
from games.values.bots import BotLevel
from games.words.phrases import name_of
from games.words.spoken_language import gettext as _


@view_model
class SeatNameView(View):
    """The player of a seat; a region apart from the marks, because it hardly ever changes."""

    template: ClassVar[str] = "games/table/_seat_name.html"
    id: str
    place: int
    name: str
    face: str
    is_bot: bool
    level: BotLevel = BotLevel.REGULAR

    @property
    def level_mark(self) -> str:
        """A small sign beside a bot that is not a regular one."""
        return {BotLevel.NEWCOMER: "−", BotLevel.SHARP: "+"}.get(self.level, "")

    @property
    def level_name(self) -> str:
        """The level in words."""
        return name_of(self.level)

    @property
    def fit(self) -> int:
        """How wide the name is: the smaller, the larger its type."""
        return fit(self.name)


@view_model
class SeatView(View):
    """One seat: its player and the public facts about them; the marks are swapped."""

    template: ClassVar[str] = "games/table/_seat_marks.html"
    id: str
    place: int
    """The seat, counted from 1."""
    name: str
    face: str
    is_bot: bool
    has_stand_in: bool
    is_dead: bool
    is_deciding: bool
    """Whether the table waits for this seat alone; in a vote the ballots say who is missing."""
    office: str
    """president, president-candidate, chancellor, chancellor-candidate or nothing."""
    is_term_limited: bool
    is_cleared: bool
    investigated_by: str
    role: str = ""
    """The role, or the party where no more is known, once it lies open here; see open_roles."""
    role_name: str = ""
    level: BotLevel = BotLevel.REGULAR
    """How well a bot plays."""

    @property
    def has_marks(self) -> bool:
        """Whether there is anything to be listed."""
        return bool(
            self.office
            or self.is_deciding
            or self.is_dead
            or self.is_term_limited
            or self.is_cleared
            or self.investigated_by
            or self.has_stand_in
            or self.role
        )

    @property
    def naming(self) -> SeatNameView:
        """The part with the player's name."""
        return SeatNameView(
            id=f"{self.id}-name",
            place=self.place,
            name=self.name,
            face=self.face,
            is_bot=self.is_bot,
            level=self.level,
        )


@view_model
class BallotView(View):
    """The ballot before one seat; a region of its own, because it changes most often."""

    template: ClassVar[str] = "games/table/_ballot.html"
    id: str
    ballot: str
    """cast while the vote is open; ja or nein of the last vote; or nothing."""


@view_model
class TermView(View):
    """A government that a seat was in, as President or Chancellor, and how it ended."""

    round: int
    is_president: bool
    policy: str
    """L or F; nothing after a veto."""


@view_model
class TermsView(View):
    """What one seat has governed; it changes only when a government has ended."""

    template: ClassVar[str] = "games/table/_seat_terms.html"
    id: str
    terms: tuple[TermView, ...]

    @property
    def new_terms(self) -> tuple[TermView, ...]:
        """The newest alone."""
        return self.terms[-1:]

    def template_after(self, shown: object) -> str:
        """Return the template for a seat that shows this: of one more government the news alone."""
        is_next = isinstance(shown, TermsView) and shown.terms == self.terms[:-1] != self.terms
        return "games/table/_seat_terms_new.html" if is_next else self.template


def present_terms(observation: Observation) -> tuple[TermsView, ...]:
    """Return what every seat has governed, in order."""
    governed: list[list[TermView]] = [[] for _seat in observation.alive]
    for record in rounds(observation):
        if record.chancellor is None or not (record.enacted or record.veto is Veto.GRANTED):
            continue
        policy = "" if record.enacted is None else record.enacted.value
        for seat in (record.president, record.chancellor):
            governed[seat].append(
                TermView(round=record.round, is_president=seat == record.president, policy=policy)
            )
    return tuple(
        TermsView(id=f"terms-{seat}", terms=tuple(terms)) for seat, terms in enumerate(governed)
    )


def present_seats(observation: Observation, players: tuple[Player, ...]) -> tuple[SeatView, ...]:
    """Return every seat in order."""
    offices = _offices(observation)
    investigators = _investigators(observation, players)
    deciding = () if observation.phase is Phase.VOTE else observation.actors
    over = observation.phase is Phase.GAME_OVER
    alive = observation.alive
    cleared = observation.cleared
    return tuple(
        SeatView(
            id=f"seat-{seat}",
            place=seat + 1,
            name=player.name,
            face=player.face,
            is_bot=player.is_bot,
            level=player.level,
            has_stand_in=player.has_stand_in,
            is_dead=not alive[seat],
            is_deciding=seat in deciding,
            office=offices.get(seat, ""),
            is_term_limited=seat in observation.term_limited and seat not in offices,
            # The game goes on, so an executed player was not Hitler.
            is_cleared=seat in cleared or not (alive[seat] or over),
            investigated_by=investigators.get(seat, ""),
        )
        for seat, player in enumerate(players)
    )


def open_roles(seats: Iterable[SeatView], observation: Observation) -> tuple[SeatView, ...]:
    """Return the seats of a finished game, with everybody's role in place of what only hinted at it; else unchanged."""
    if observation.victory is None:
        return tuple(seats)
    return tuple(
        replace(
            seat,
            role="" if role is None else role.value,
            role_name="" if role is None else name_of(role),
            is_term_limited=False,
            is_cleared=False,
            investigated_by="",
        )
        for seat, role in zip(seats, observation.roles, strict=True)
    )


def known_role(observation: Observation, seat: SeatNumber) -> tuple[str, str]:
    """Return what a viewer knows of a seat, its role or else its party, with its name; empty for nothing."""
    role, party = observation.roles[seat], observation.parties[seat]
    if role is not None:
        return role.value, name_of(role)
    if party is not None:
        return party.value, _("Party membership: %(party)s") % {"party": name_of(party)}
    return "", ""


def present_ballots(observation: Observation) -> tuple[BallotView, ...]:
    """Return the ballot before every seat, in order."""
    return tuple(
        BallotView(id=f"ballot-{seat}", ballot=ballot)
        for seat, ballot in enumerate(_ballots(observation))
    )


def _offices(observation: Observation) -> dict[SeatNumber, str]:
    if not observation.in_office and not observation.actors:
        # Over or abandoned: the last government has left office, and there will be no vote.
        return {}
    candidate = "" if observation.in_office else "-candidate"
    offices = {observation.president: f"president{candidate}"}
    if observation.chancellor is not None:
        offices[observation.chancellor] = f"chancellor{candidate}"
    return offices


def _investigators(observation: Observation, players: tuple[Player, ...]) -> dict[SeatNumber, str]:
    if not observation.investigated:
        return {}
    return {
        record.target: players[record.president].name
        for record in rounds(observation)
        if record.power is PresidentialPower.INVESTIGATE_LOYALTY and record.target is not None
    }


def rounds(observation: Observation) -> tuple[RoundRecord, ...]:
    """Return all rounds, the current one last."""
    current = observation.current_round
    return observation.past_rounds if current is None else (*observation.past_rounds, current)


def _ballots(observation: Observation) -> tuple[str, ...]:
    """Return the ballots: those of the open vote face down, else those of the last vote."""
    if observation.phase is Phase.VOTE:
        return tuple("cast" if voted else "" for voted in observation.voted)
    votes: tuple[Vote | None, ...] = ()
    current = observation.current_round
    if current is not None and current.votes:
        votes = current.votes
    elif observation.past_rounds:
        votes = observation.past_rounds[-1].votes
    if not votes:
        return ("",) * len(observation.alive)
    return tuple("" if vote is None else vote.value for vote in votes)
