"""Tables, reports and decisions for the stories of moderation, on the database of a running site.

`manage.py shell` runs it (see tests.browser.moderated). At every table sit members: Ida, who reports, Udo, who is rude,
Ola, and others. The tables are by link only, where everybody may write. `cast` holds who is there, for the sessions.
"""

import json
from datetime import timedelta
from io import StringIO
from itertools import count
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import impose
from games.engine import fold, legal_actions
from games.models import Game, Lobby
from games.moderation import cases, evidence, reports
from games.moderation.appeals import appeal
from games.moderation.models import Case, Decision, ReportReason
from games.selectors.game import load_table
from games.services import lobby as lobbies
from games.services.chat import say
from games.services.new_game import create_game
from games.values.chat import seat_key
from games.values.lobby import LobbySettings
from tests.browser.stage import session_of
from tests.factories import a_lobby, play, play_at_random, with_factor
from tests.games import talk
from tests.games.test_noninterference import stage

Cast = dict[str, User]
SEATED = ("Ida", "Udo", "Ola", "Leo", "Mia", "Tom", "Eva")
RUDE = "You are all idiots"
LONG_WORDS = (
    "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherungsgesellschaft, and nothing else!"
)
A_WEEK = timedelta(days=7)
_numbers = count(1)


def main(what: str, **wanted: Any) -> None:
    """Stage this, and print it: of everybody the session, the name and the number; and what is told besides."""
    cast, told = PLANS[what](**wanted)
    people = {
        who: {"session": session_of(user), "name": user.display_name, "number": user.pk}
        for who, user in cast.items()
    }
    print("\n" + json.dumps(told | people))  # noqa: T201


# Plans


def a_table(
    *, is_over: bool = False, moderator_sits: bool = False, **fields: Any
) -> tuple[Cast, dict[str, Any]]:
    """A table at which Udo has been rude; a moderator, who may sit there instead of Ola."""
    cast = _members(5)
    cast["moderator"] = _staff(cast["Ola"] if moderator_sits else None)
    game = _deal(cast, **fields)
    say(game_id=game.pk, user_id=cast["Ida"].pk, text="Hello")
    say(game_id=game.pk, user_id=cast["Udo"].pk, text=RUDE)
    if is_over:
        play_at_random(game, Random(1))
    return cast, {"game": game.code}


def a_case(
    *, is_claimed: bool = False, reporter: str = "Ida", **fields: Any
) -> tuple[Cast, dict[str, Any]]:
    """Udo has been reported, by Ida or by Sam, who watches and has heard another spectator."""
    cast, told = a_table(**fields)
    game = Game.objects.get(code=told["game"])
    if reporter == "Sam":
        for who in ("Sam", "Pia"):
            cast[who] = _member(who, date_joined=timezone.now() - A_WEEK)
            say(game_id=game.pk, user_id=cast[who].pk, text=f"{who} says this to spectators")
    case = _report(game, cast[reporter], seat=1)
    if is_claimed:
        cases.claim(case=case, moderator=cast["moderator"])
    return cast, told | {"case": case.pk}


def a_decision(*, decision: str, words: str = "", **fields: Any) -> tuple[Cast, dict[str, Any]]:
    """A case of Udo that the moderator has decided; with `words` Udo has appealed. There is a second moderator."""
    cast, told = a_case(is_claimed=True, **fields)
    cast["second"] = _staff()
    sanction = _decide(told["case"], cast["moderator"], decision)
    if words and sanction:
        appeal(sanction=sanction, text=words)
    return cast, told | {"sanction": sanction and sanction.pk}


def outcomes() -> tuple[Cast, dict[str, Any]]:
    """Ida has reported three people, and three decisions followed."""
    cast, told = a_table()
    game = Game.objects.get(code=told["game"])
    for seat, decision in ((1, "nothing"), (2, "warning"), (3, "suspension")):
        case = _report(game, cast["Ida"], seat=seat)
        cases.claim(case=case, moderator=cast["moderator"])
        _decide(case.pk, cast["moderator"], decision)
    return cast, told


def four_reports() -> tuple[Cast, dict[str, Any]]:
    """Ida has reported four people of one game."""
    cast = _members(6)
    game = _deal(cast)
    for seat in (1, 2, 3, 4):
        _report(game, cast["Ida"], seat=seat)
    return cast, {"game": game.code}


def a_muted_player() -> tuple[Cast, dict[str, Any]]:
    """Udo was muted before this game, and has been its first president."""
    log = talk.log_at(talk.after_a_session)
    cast = _members(7)
    _sanction(cast["Udo"], SanctionKind.MUTE)
    game = _deal(cast, first="Udo", log=log)
    return cast, {"game": game.code}


def a_suspended_player() -> tuple[Cast, dict[str, Any]]:
    """Udo has been suspended in a game that waits for him; another table is open."""
    cast, told = a_table()
    game = Game.objects.get(code=told["game"])
    while (undecided := load_table(game.pk).undecided()) != (1,):
        other = next(seat for seat in undecided if seat != 1)
        play(game, legal_actions(load_table(game.pk).state, other)[0])
    sanction = _sanction(cast["Udo"], SanctionKind.SUSPENSION)
    cast["Gil"] = _member("Gil")
    lobby = _open(cast["Gil"], name="Next table")
    return cast, told | {"sanction": sanction.pk, "lobby": lobby.code}


def two_lobbies(*, kind: str) -> tuple[Cast, dict[str, Any]]:
    """Udo has been sanctioned; a ranked table and a casual one are open."""
    cast = _members(3)
    _sanction(cast["Udo"], SanctionKind(kind))
    ranked = _open(cast["Ida"], name="For points", is_ranked=True, bots_allowed=False)
    casual = _open(cast["Ola"], name="For fun")
    return cast, {"ranked": ranked.code, "casual": casual.code}


def staff_without_factor() -> tuple[Cast, dict[str, Any]]:
    """A moderator who has not set up a second factor."""
    return {"moderator": _staff(has_factor=False)}, {}


def pages_to_look_at() -> tuple[Cast, dict[str, Any]]:
    """Of each page one with something on it: cases open and claimed, a decision with an appeal, one without."""
    cast = _members(5)
    User.objects.filter(pk=cast["Leo"].pk).update(username="Verantwoordelijkheidszi")
    cast["Leo"].refresh_from_db()
    cast["moderator"], cast["second"] = _staff(), _staff()
    game = _deal(cast)
    for who, words in (("Ida", "Hello"), ("Udo", RUDE), ("Leo", LONG_WORDS), ("Udo", "Ja.")):
        say(game_id=game.pk, user_id=cast[who].pk, text=words)
    for seat in (2, 3):
        case = _report(game, cast["Ida"], seat=seat)
        _report(game, cast["Udo"], seat=seat)
    cases.claim(case=case, moderator=cast["moderator"])
    decided = _report(game, cast["Ida"], seat=1)
    cases.claim(case=decided, moderator=cast["moderator"])
    sanction = _decide(decided.pk, cast["moderator"], "mute")
    assert sanction is not None
    appealed = appeal(sanction=sanction, text="We are friends, and this is how we talk.")
    _report(game, cast["Leo"], seat=1)
    warning = _sanction(cast["Udo"], SanctionKind.WARNING)
    numbers = {
        "case": case.pk,
        "sanction": warning.pk,
        "answered": sanction.pk,
        "appeal": appealed.pk,
    }
    return cast, numbers | {"game": game.code}


def audited() -> tuple[Cast, dict[str, Any]]:
    """What `manage.py check_audit` says."""
    said = StringIO()
    call_command("check_audit", stdout=said)
    return {}, {"said": said.getvalue()}


PLANS = {
    each.__name__: each
    for each in (
        a_table,
        a_case,
        a_decision,
        outcomes,
        four_reports,
        a_muted_player,
        a_suspended_player,
        two_lobbies,
        staff_without_factor,
        pages_to_look_at,
        audited,
    )
}


# Their parts


def _member(name: str, **fields: Any) -> User:
    """A member with a confirmed address, whose name is no part of another's."""
    member = User.objects.create_user(f"{name} {next(_numbers):03}", is_guest=False, **fields)
    address = f"{member.pk}@example.org"
    EmailAddress.objects.create(user=member, email=address, primary=True, verified=True)
    return member


def _members(number: int) -> Cast:
    return {name: _member(name) for name in SEATED[:number]}


def _staff(member: User | None = None, *, has_factor: bool = True) -> User:
    """A moderator: this member, or a new one."""
    member = member or _member("Max")
    member.is_staff = True
    member.save()
    member.user_permissions.add(Permission.objects.get(codename="moderate"))
    return with_factor(member) if has_factor else member


def _deal(cast: Cast, *, first: str = "", log: Any = None, **fields: Any) -> Game:
    """A running game of these people; with a log it stands there, and this one has been its first president."""
    seated = [cast[name] for name in SEATED if name in cast]
    fields = {"is_public": False, "pace": "none", **fields}
    lobby = a_lobby(seated[0], status=Lobby.Status.STARTED, **fields)
    if first:
        while seated.index(cast[first]) != fold(log).past_rounds[0].president:
            seated = [*seated[1:], seated[0]]
    with transaction.atomic():
        game = create_game(lobby=lobby, players=seated, chance=Random(1))
    if log:
        stage(game, log)
    return game


def _open(host: User, **settings: Any) -> Lobby:
    return lobbies.create_lobby(user=host, settings=LobbySettings(**settings))


def _report(game: Game, reporter: User, seat: int) -> Case:
    target = evidence.at_table(game.pk, reporter, seat_key(seat))
    assert target is not None
    reason, words = ReportReason.HARASSMENT, "Insults everybody"
    return reports.report(reporter=reporter, target=target, reason=reason, sentence=words).case


def _decide(number: int, moderator: User, decision: str) -> Sanction | None:
    chosen = Decision(decision)
    lasts = A_WEEK if chosen in cases.ENDING else None
    case = Case.objects.get(pk=number)
    cases.decide(case=case, moderator=moderator, decision=chosen, text="Be kind.", lasts=lasts)
    return Case.objects.get(pk=number).sanction


def _sanction(user: User, kind: SanctionKind) -> Sanction:
    until = None if kind in (SanctionKind.BAN, SanctionKind.WARNING) else timezone.now() + A_WEEK
    return impose(user=user, kind=kind, text="Be kind.", until=until)
