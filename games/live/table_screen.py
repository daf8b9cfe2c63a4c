"""What one viewer's screen shows of a table: page and socket get all of it from here.

A TableScreen is made of what its viewer may know, of what was said, and of the language that is active;
nothing else is asked. It answers with views, each region of the screen being one:

    public      the same for everybody who reads the language
    own         what this viewer alone is told or asked
    talk        the composer and the claims; the lines of the talk are chat_lines()
    log         the past, round by round

The page places them by name in its template (`table` has public and own together). The room compares the
regions with those it has sent, and sends what differs (live.table_changes, live.talk).

A new region is one field of PublicTableView, OwnTableView or TalkView, filled where that view is presented
(presenters.table.regions, presenters.table.talk). Then it is sent whenever it changes, and the template of
the page can place it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from games.engine.events import Told
from games.engine.observation import Observation
from games.engine.table_talk import heard_by
from games.engine.vocabulary import Channel, SeatNumber
from games.presenters.players import name_of
from games.presenters.table.announcements import (
    AnnouncementsView,
    present_announcements,
    sentence_announcement,
)
from games.presenters.table.chat import ChatLineView, present_chat
from games.presenters.table.deal import DealView, present_deal
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.moment_view import MomentsView, MomentView
from games.presenters.table.moments import in_own_words, staged_moments
from games.presenters.table.phase import PhaseAsides, PhaseSentenceView
from games.presenters.table.practice import PracticeFacts
from games.presenters.table.regions import (
    OwnFacts,
    OwnPart,
    OwnTableView,
    Player,
    PublicTableView,
    Region,
    TableFacts,
    own_facts,
    present_ballot_regions,
    present_own_table,
    present_public_table,
)
from games.presenters.table.rounds import (
    LogChanges,
    LogView,
    present_log_changes,
    present_log_view,
)
from games.presenters.table.table_view import TableView, whole_table
from games.presenters.table.talk import TalkFacts, TalkView, present_talk, talk_facts
from games.presenters.table.why_not import Answer, why_not
from games.selectors.chat import is_admitted, said_at
from games.selectors.seen_table import PublicFacts, SeenTable
from games.table import Occupant
from games.transport.partials import remembered_partial, render_partial
from games.values.chat import SaidLine, SaidLines
from games.values.moments import DEAL_SECONDS, Moment, has_private_moments
from games.values.timing import Hold, Pace
from games.words.once_per_language import once_per_language
from games.words.spoken_language import spoken_language


class TableScreen:
    """One version of a table on one viewer's screen, in one language.

    It is made and used while its language is active. `seen` is what the viewer may know, `said` all that was
    said; `is_admitted` tells whether a spectator takes part in the spectators' talk. What it was told of may
    be the whole past, or what is new since a version. `other` is the screen of another viewer of the same
    version and talk: what is public is taken from there, not worked out once more.
    """

    def __init__(
        self,
        seen: SeenTable,
        said: SaidLines = (),
        *,
        is_admitted: bool = False,
        other: "TableScreen | None" = None,
    ) -> None:
        self.seen = seen
        self.said = said
        self.is_admitted = is_admitted
        self.observation: Observation = seen.observation
        self.is_over = seen.is_over
        self._other = other
        if other is None:
            self.language = spoken_language()
            self.players, self.facts = _public(seen.facts)
        else:
            self.language, self.players, self.facts = other.language, other.players, other.facts

    @property
    def viewer(self) -> SeatNumber | None:
        """The seat that looks; None for a spectator."""
        return self.observation.viewer

    @property
    def log_reader(self) -> SeatNumber | None:
        """The reader of the log: None after the end, when all viewers read the same log."""
        return None if self.is_over else self.viewer

    # The table

    @cached_property
    def public(self) -> PublicTableView:
        """What everybody sees."""
        if self._other is not None:
            return self._other.public
        return present_public_table(self.observation, self.players, self.facts)

    def ballot_regions(self) -> tuple[Region, ...]:
        """Return what of it may differ from a version before which only ballots came."""
        return present_ballot_regions(self.observation, self.facts)

    @cached_property
    def phase_asides(self) -> PhaseAsides:
        """What stands under the sentence of the phase, for every viewer."""
        if self._other is not None:
            return self._other.phase_asides
        return PhaseAsides(self.observation, self.players, self.facts.extended_by)

    @cached_property
    def own(self) -> OwnTableView:
        """What this viewer alone is told or asked."""
        return present_own_table(self.own_facts)

    def own_after(self, before: OwnPart | None) -> OwnPart:
        """Return the same, from what this viewer's screen showed before."""
        return OwnPart(self.own_facts, present_own_table(self.own_facts, before))

    @cached_property
    def own_facts(self) -> OwnFacts:
        """What that is made of."""
        return own_facts(self.observation, self.players, self.facts)

    @cached_property
    def table(self) -> TableView:
        """Both parts, with the other values of the page's template."""
        return whole_table(self.observation, self.players, self.facts, self.public, self.own)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What this viewer cannot do now, and why; of a game that runs."""
        is_running = not self.is_over and not self.facts.agreement.is_abandoned
        return why_not(self.observation, self.players) if is_running else ()

    @cached_property
    def deal(self) -> DealView | None:
        """What this player is told of the deal, on the page alone; None once the game has begun."""
        reading = timedelta(seconds=DEAL_SECONDS)
        begins_at = self.seen.facts.started_at + reading if settings.WAIT_FOR_MOMENTS else None
        return present_deal(self.observation, self.players, begins_at)

    # Its talk

    @cached_property
    def talk_facts(self) -> TalkFacts:
        """What the talk is made of, for every viewer alike."""
        if self._other is not None:
            return self._other.talk_facts
        facts = self.seen.facts
        say_url = _say_url(facts.code)
        return talk_facts(self.observation, self.players, self.said, facts.talk, say_url)

    @cached_property
    def talk(self) -> TalkView:
        """What is swapped of the talk."""
        return present_talk(self.talk_facts, self.viewer, is_admitted=self.is_admitted)

    @cached_property
    def channels(self) -> frozenset[Channel]:
        """The channels this viewer hears."""
        return heard_by(self.viewer, self.observation, is_admitted=self.is_admitted)

    def chat_lines(
        self,
        said: Iterable[SaidLine] | None = None,
        *,
        last_round: int = 0,
        heard_before: int = 0,
        muted: frozenset[str] = frozenset(),
    ) -> tuple[ChatLineView, ...]:
        """Return the lines this viewer hears, of all talk or of these; see present_chat."""
        return present_chat(
            self.said if said is None else said,
            self.players,
            self.channels,
            last_round=last_round,
            heard_before=heard_before,
            muted=muted,
            game_code=self.facts.game_code,
        )

    # Its past

    @cached_property
    def log(self) -> LogView:
        """The viewer's whole log, with the claims in their places."""
        lines = self.log_lines(self.seen.told)
        slots = self.talk.slots_by_id
        return present_log_view(self.observation, lines, self.players, self.facts.game_code, slots)

    @cached_property
    def log_html(self) -> SafeString:
        """The log as it goes over the socket."""
        return render_partial(self.log.template, {"view": self.log})

    def log_lines(self, told: Told, *, round_: int = 0) -> tuple[LogLine, ...]:
        """Return the log lines of these events, the first of them in this round."""
        return present_log(told, self.players, self.log_reader, round=round_)

    def log_changes(self, *, since_round: int) -> LogChanges:
        """Return the changes of the viewer's log since a version that was in this round."""
        lines = self.log_lines(self.seen.told, round_=since_round)
        return present_log_changes(
            self.observation, lines, self.players, self.facts.game_code, since=since_round
        )

    def announcements(self, sentence: PhaseSentenceView | None) -> tuple[Region, ...]:
        """Return the announcements of new events, and of the sentence if it is new; may be empty."""
        new = present_announcements(self.seen.told, self.players, self.viewer)
        if sentence is not None:
            new += sentence_announcement(
                sentence, round_=self.observation.round, is_told=bool(new)
            )
        return (AnnouncementsView(announcements=new),) if new else ()

    @cached_property
    def staged(self) -> tuple[tuple[Moment, MomentView], ...]:
        """What has happened, for the stage, in the words for all."""
        return staged_moments(self.seen.told, self.observation, self.players)

    def moments_for(self, viewer: SeatNumber | None) -> tuple[MomentsView, ...]:
        """What everybody sees of that, in words of their own for viewers whom it is about."""
        shown = tuple(
            in_own_words(view, moment, self.players, viewer)
            for moment, view in self.staged
            if not view.is_private
        )
        return (MomentsView(moments=shown),) if shown else ()

    def private_moments(self) -> tuple[MomentsView, ...]:
        """What this viewer alone is shown of it."""
        if not has_private_moments(self.seen.told):
            return ()
        shown = tuple(view for _moment, view in self.staged if view.is_private)
        return (MomentsView(moments=shown),) if shown else ()

    # Its HTML

    def rendered(self, region: Region, template: str = "") -> SafeString:
        """Return one region as HTML for the socket, or a part of it; without session tokens."""
        return remembered_partial(template or region.template, region, language=self.language)


def screen_of(seen: SeenTable, joined_at: datetime | None) -> TableScreen:
    """Return this table with the newest talk, on the screen of a person who joined the site then."""
    facts = seen.facts
    admitted = seen.viewer is None and is_admitted(facts.started_at, joined_at)
    return TableScreen(seen, said_at(facts.game_id), is_admitted=admitted)


# Needed at every action, and hardly ever new.
@once_per_language(1024)
def _players(occupants: tuple[Occupant, ...]) -> tuple[Player, ...]:
    return tuple(
        Player(
            name=occupant.shown_name,
            face=occupant.face,
            is_bot=occupant.is_bot,
            level=occupant.level,
            has_stand_in=occupant.has_stand_in,
        )
        for occupant in occupants
    )


# Once for all viewers of one version in one language.
@once_per_language(256)
def _public(facts: PublicFacts) -> tuple[tuple[Player, ...], TableFacts]:
    """Return the players, and public facts beside the rules."""
    players = _players(facts.occupants)
    return players, _facts(facts, players)


def _facts(facts: PublicFacts, players: tuple[Player, ...]) -> TableFacts:
    act_url, return_url, rematch_url, agree_url, more_time_url, why_not_url = _addresses(
        facts.code
    )
    has_ended = facts.is_over or facts.is_abandoned
    # The end of a long wait is no deadline for any player.
    is_just_waiting = facts.agreement.hold is Hold.WAITING and not facts.agreement.is_open
    return TableFacts(
        game_code=facts.code,
        game_name=facts.name,
        act_url=act_url,
        # After the end there are no deadlines, pauses and motions, whatever the row still has.
        deadline=None if has_ended or is_just_waiting else facts.deadline_at,
        is_ranked=facts.is_ranked,
        rematch_url=rematch_url if has_ended else "",
        replay_url=reverse("games:replay", args=[facts.code]) if facts.is_over else "",
        verify_url=reverse("games:verify", args=[facts.code]) if facts.is_over else "",
        ratings_url=(
            reverse("games:ratings", args=[facts.code])
            if facts.is_over and facts.is_ranked
            else ""
        ),
        return_url=return_url,
        agree_url=agree_url,
        pace=Pace.NONE if has_ended else facts.pace,
        paused_at=None if has_ended else facts.paused_at,
        has_tv=facts.has_tv,
        agreement=facts.agreement,
        why_not_url=why_not_url,
        more_time_url=more_time_url if facts.may_extend else "",
        stood_in=facts.stood_in,
        practice=_practice(facts),
        board_name=facts.board_name,
        extended_by="" if facts.extended_by is None else name_of(players, facts.extended_by),
    )


def _practice(facts: PublicFacts) -> PracticeFacts | None:
    if not facts.is_practice:
        return None
    url, back, again = (
        reverse(f"games:{name}", args=[facts.code])
        for name in ("practice", "practice_back", "practice_again")
    )
    has_ended = facts.is_over or facts.is_abandoned
    return PracticeFacts(
        url=url,
        back_url=back,
        again_url=again if has_ended else "",
        pace=facts.bot_pace,
        waits_for_step=facts.waits_for_step,
    )


# Addresses may begin with the language.
@once_per_language(1024)
def _addresses(code: str) -> tuple[str, str, str, str, str, str]:
    """Return the addresses to act, take the seat back, play again, agree, take more time, and ask why one cannot act."""
    act, back, again, agree, longer, why_not = (
        reverse(f"games:{name}", args=[code])
        for name in ("act", "return", "rematch", "agree", "more_time", "why_not")
    )
    return act, back, again, agree, longer, why_not


@once_per_language(1024)
def _say_url(code: str) -> str:
    """Return the address that talk is posted to."""
    return reverse("games:say", args=[code])
