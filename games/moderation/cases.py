"""Handle cases: who may, claim one, and decide it. The only writer of Case, beside reports.

A decision reaches nobody at a running table: sanctions bind from the next game on, names change and games are
annulled only after the end.
"""

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.about import clear_about
from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import impose
from accounts.services import rename
from accounts.staff import decidable_by, is_at_play
from games.models import Game, GameResult, Seat, Void
from games.moderation import audit
from games.moderation.models import Case, Decision, Wave
from games.moderation.telling import tell_reporters
from games.services.result import annul
from games.values.game_kind import GameKind

PERMISSION = "moderation.moderate"

KINDS = {
    Decision.WARNING: SanctionKind.WARNING,
    # The warning tells the person of the new name.
    Decision.RENAME: SanctionKind.WARNING,
    Decision.MUTE: SanctionKind.MUTE,
    Decision.NO_RANKED: SanctionKind.NO_RANKED,
    Decision.SUSPENSION: SanctionKind.SUSPENSION,
    Decision.BAN: SanctionKind.BAN,
}
ENDING = frozenset({Decision.MUTE, Decision.NO_RANKED, Decision.SUSPENSION})
"""Decisions that end at a time."""
SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=90)


class CaseRefusal(StrEnum):
    """Why something cannot be done with a case."""

    NOT_CLAIMED = "not_claimed"
    CLAIMED = "claimed"
    DECIDED = "decided"
    AT_PLAY = "at_play"
    CLOSED = "closed"
    NAME = "name"
    NOBODY = "nobody"


class CaseError(Exception):
    """A refusal by this module; `refusal` says why, `sentence` more about a name."""

    def __init__(self, refusal: CaseRefusal, sentence: str = "") -> None:
        super().__init__(refusal.value)
        self.refusal, self.sentence = refusal, sentence


def cases_for(moderator: User) -> QuerySet[Case]:
    """Return the cases that this moderator may see and handle, decided ones included.

    None about themselves, none that they reported, none of a game in which they sat, be it in a report or in a line
    of a month, and of staff only for a superuser.
    """
    sat = Seat.objects.filter(user=moderator).values("game_id")
    own = Q(reports__reporter=moderator) | Q(reports__game__in=sat)
    own |= Q(month_lines__games__game__in=sat)
    not_theirs = Case.objects.filter(own).values("pk")
    return Case.objects.filter(person__in=decidable_by(moderator)).exclude(pk__in=not_theirs)


@transaction.atomic
def claim(*, case: Case, moderator: User) -> None:
    """Take an open case that nobody has. Raises CaseError: CLAIMED, DECIDED."""
    case = _locked(case)
    if case.claimed_by_id not in (None, moderator.pk):
        raise CaseError(CaseRefusal.CLAIMED)
    if case.claimed_by_id is None:
        Case.objects.filter(pk=case.pk).update(claimed_by=moderator)
        audit.record(act="case_claimed", by=moderator, person=case.person, case=case.pk)


@transaction.atomic
def release(*, case: Case, moderator: User) -> None:
    """Give back one's own case. Raises CaseError: NOT_CLAIMED, DECIDED."""
    case = _locked(case)
    refuse_unless_claimed(case, moderator)
    Case.objects.filter(pk=case.pk).update(claimed_by=None)
    audit.record(act="case_released", by=moderator, person=case.person, case=case.pk)


@transaction.atomic
def decide(
    *,
    case: Case,
    moderator: User,
    decision: Decision,
    text: str = "",
    lasts: timedelta | None = None,
    new_name: str = "",
    note: str = "",
    annulled: Collection[int] = (),
    clears_about: bool = False,
) -> None:
    """Decide a claimed case. `text`: what the person reads; `lasts`: of a decision that ends, one hour to 90 days.

    `annulled`: ids of ranked games of this case that are to count for nobody; `clears_about`: whether the line that the
    person wrote about themselves goes. Raises CaseError: NOT_CLAIMED,
    DECIDED, AT_PLAY, CLOSED and NAME for a new name; ValueError for a time that does not fit the decision.
    """
    check_length(decision, lasts)
    case = _locked(case)
    refuse_unless_claimed(case, moderator)
    if decision is Decision.RENAME:
        _rename(case.person, new_name)
    if clears_about:
        clear_about(case.person)
    games = [each.game_id for each in annullable(case) if each.game_id in annulled]
    for game_id in games:
        annul(game_id=game_id, by=moderator)
    conclude(
        case=case,
        moderator=moderator,
        decision=decision,
        text=text,
        lasts=lasts,
        note=note,
        annulled=games,
        clears_about=clears_about,
    )


def check_length(decision: Decision, lasts: timedelta | None) -> None:
    """Raise ValueError for a time that does not fit the decision."""
    if (decision in ENDING) != (lasts is not None and SHORTEST <= lasts <= LONGEST):
        raise ValueError("the time does not fit the decision")


def conclude(
    *,
    case: Case,
    moderator: User,
    decision: Decision,
    text: str,
    lasts: timedelta | None,
    note: str,
    annulled: Collection[int] = (),
    clears_about: bool = False,
    wave: Wave | None = None,
) -> None:
    """Impose what was decided, close the locked case and tell the audit, with the games that were annulled."""
    Case.objects.filter(pk=case.pk).update(
        claimed_by=moderator,
        decided_by=moderator,
        decided_at=timezone.now(),
        decision=decision,
        note=note,
        sanction=_sanction(case.person, decision, text, lasts, moderator),
        wave=wave,
    )
    audit.record(
        act="case_decided",
        by=moderator,
        person=case.person,
        case=case.pk,
        decision=decision.value,
        annulled=list(annulled),
        **({"clears_about": True} if clears_about else {}),
        wave=wave and wave.pk,
    )
    tell_reporters(case)


def annullable(case: Case) -> list[GameResult]:
    """Return the results of the ended ranked games of this case that still count."""
    rows = GameResult.objects.filter(kind=GameKind.RANKED, game__status=Game.Status.FINISHED)
    rows = rows.filter(Q(game__reports__case=case) | Q(game__month_lines__line__cases=case))
    return list(rows.exclude(void=Void.ANNULLED).select_related("game").distinct())


def _locked(case: Case) -> Case:
    """Return the case as it is now, locked. Raises CaseError(DECIDED)."""
    case = Case.objects.select_for_update(of=("self",)).select_related("person").get(pk=case.pk)
    if case.decided_at is not None:
        raise CaseError(CaseRefusal.DECIDED)
    return case


def refuse_unless_claimed(case: Case, moderator: User) -> None:
    """Raise CaseError(NOT_CLAIMED) for a case that this moderator has not claimed."""
    if case.claimed_by_id != moderator.pk:
        raise CaseError(CaseRefusal.NOT_CLAIMED)


def _rename(person: User, name: str) -> None:
    if is_at_play(person):
        raise CaseError(CaseRefusal.AT_PLAY)
    if person.closed_at is not None:
        raise CaseError(CaseRefusal.CLOSED)
    try:
        rename(user=person, name=name)
    except ValidationError as error:
        raise CaseError(CaseRefusal.NAME, " ".join(error.messages)) from None


def _sanction(
    person: User, decision: Decision, text: str, lasts: timedelta | None, moderator: User
) -> Sanction | None:
    kind = KINDS.get(decision)
    if kind is None:
        return None
    until = None if lasts is None else timezone.now() + lasts
    return impose(user=person, kind=kind, text=text, until=until, by=moderator)
