"""Games in every phase, and a lobby, on the database of a running site.

manage.py's shell runs it in that site's environment and prints JSON (see tests.browser.pages), so
the tests look at real pages of real games.
"""

import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import settings
from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.sessions import SessionStore
from games.engine import legal_actions
from games.engine.actions import Action, CastBallot
from games.engine.codec import encode_action
from games.engine.vocabulary import Phase, Role, Vote
from games.models import Game, Lobby
from games.selectors.game import load_table
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services.chat import say
from games.services.new_game import create_game
from games.table import GameTable
from games.values.lobby import LobbySettings
from games.values.timing import Pace
from tests.accounts.passkeys import a_credential
from tests.browser.deal_stage import provable_games
from tests.browser.learning_stage import learning
from tests.browser.nights_stage import nights
from tests.browser.practice_stage import a_practice_vote
from tests.factories import play, play_at_random, with_factor

NAMES = ("Ada", "Bruno", "Chiara", "Dilip", "Esra", "Femi", "Grażyna")
# The longest names: in one word, in several, in wide and in narrow letters.
LONG_NAMES = (
    "Dampfschiffahrtskapitäne",
    "Wolfgang Amadeus Mozarts",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Brzęczyszczykiewiczówna ",
    "Maria-Magdalena v. Aachen",
    "Al",
    "Verantwoordelijkheidszin",
    "Ilililililililililililil",
    "Konstantynopolitańczykow",
    "Jean-Baptiste de la Salle",
)
# 24 letters each: in one word and in several, in Cyrillic, with a hyphen.
FULL_NAMES = (
    "Maximiliana Wolkensteins",
    "Bartholomäusmeierhoferin",
    "Олександра Шевченко-Мала",
    "Christopher-Alexander II",
    "Wojciech Brzęczyszczykie",
    "Konstantynopolitańczyków",
    "Wolfgang Amadeus Mozarts",
    "Jean-Baptiste de Lamarck",
    "Guadalupe Hernández Ruiz",
    "Willem-Alexander Janssen",
)
FULL = "full-"
LINES_OF_TALK = 200
TALK = (
    "Ja.",
    "I drew three Fascist policies and passed two of them; there was nothing I could have done.",
    "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherungsgesellschaft",
    "Who has been silent so far?",
)
A_DAY = 24 * 3600
PASSWORD = "correct horse battery"
PLAYERS = 7
# A power that only smaller tables have.
PLAYERS_FOR_PEEK = 5
DEALS = 100
# A name may have 24 characters.
LONGEST_WITH_NUMBER = 21


def main(*names: str) -> None:
    """Stage these, or everything: {name: {code, phase, and a session key of actor, waiter, dead}}."""
    plans: dict[str, Callable[[], Mapping[str, str]]] = {
        phase.value: partial(a_game_in, phase) for phase in Phase
    }
    plans["lobby"] = a_lobby_with_people
    plans["account"] = a_member_with_factors
    plans["moderation"] = pages_of_moderation
    plans["friends"] = pages_of_friends
    plans["club"] = pages_of_a_club
    plans["nights"] = pages_of_nights
    plans["practice"] = a_practice_table
    plans["learning"] = pages_of_learning
    plans["deals"] = provable_games
    plans["few"] = partial(a_game_in, Phase.VOTE, NAMES[:5])
    plans["many"] = a_crowded_game
    plans["many-at-the-end"] = partial(a_game_in, Phase.GAME_OVER, LONG_NAMES)
    # Only on request: tests play them on.
    if names:
        plans["two-members"] = two_members
        plans["ending"] = an_ending_game
        plans["ending-ranked"] = partial(an_ending_game, is_ranked=True)
        plans["ranked-over"] = a_ranked_game_that_is_over
        plans["last_ballot"] = a_vote_without_its_president
        plans["lost_ballot"] = partial(a_vote_without_its_president, lost=True)
        plans["power_card"] = a_card_that_grants_a_power
        plans["close_ballot"] = a_close_vote
        plans["chaos_ballot"] = a_vote_before_chaos
        plans["hitler_ballot"] = partial(a_vote_in_the_zone, on_hitler=True)
        plans["zone_ballot"] = partial(a_vote_in_the_zone, on_hitler=False)
        full = [name.removeprefix(FULL).rsplit("-", 1) for name in names if name.startswith(FULL)]
        plans |= {
            f"{FULL}{phase}-{count}": partial(a_full_table, Phase(phase), int(count))
            for phase, count in full
        }
    staged = {name: plans[name]() for name in names or plans}
    print("\n" + json.dumps(staged))  # noqa: T201


def pages_of_nights() -> dict[str, str]:
    """Codes of game nights by stage, and sessions of their people."""
    codes, people = nights()
    return codes | {who: session_of(person) for who, person in people.items()}


def pages_of_learning() -> dict[str, str]:
    """A riddle from a game of people, and somebody in the middle of the lessons."""
    told, person = learning()
    return told | {"learner": session_of(person)}


def a_practice_table() -> dict[str, str]:
    """A practice game in which its person has to vote."""
    person = a_person("Maximilian")
    game = a_practice_vote(person)
    return {"code": game.code, "phase": Phase.VOTE.value, "actor": session_of(person)}


def a_game_in(phase: Phase, names: tuple[str, ...] = ()) -> dict[str, str]:
    """A game in this phase, the first random deal that leads there."""
    names = names or NAMES[: PLAYERS_FOR_PEEK if phase is Phase.PEEK else PLAYERS]
    for seed in range(DEALS):
        game, people = deal(names, seed)
        table = lead_to(game, phase, Random(seed))
        if table is not None:
            return {"code": game.code, "phase": phase.value} | {
                who: session_of(people[seat]) for who, seat in viewers(table).items()
            }
    raise AssertionError(f"no deal leads to {phase}")


def a_full_table(phase: Phase, count: int) -> dict[str, str]:
    """So many people whose names are as long as names may be, in this phase."""
    return a_game_in(phase, FULL_NAMES[:count])


def a_vote_without_its_president(*, lost: bool = False) -> dict[str, str]:
    """A game in which all others have voted: Ja, or, if it is to be lost, every third of them."""
    game, people = deal(NAMES, seed=1)
    table = lead_to(game, Phase.NOMINATE, Random(1))
    assert table is not None
    president = table.undecided()[0]
    table = play(game, legal_actions(table.state, president)[0])
    for place, seat in enumerate(table.undecided()):
        if seat != president:
            vote = Vote.NEIN if lost and place % 3 else Vote.JA
            table = play(game, CastBallot(seat=seat, vote=vote))
    return {"code": game.code, "phase": Phase.VOTE.value, "actor": session_of(people[president])}


def a_close_vote() -> dict[str, str]:
    """A game in which the last seat's ballot, which is still to be cast, decides."""
    game, people = deal(NAMES, seed=1)
    *others, last = nominated(game).undecided()
    for seat in others:
        play(game, CastBallot(seat=seat, vote=Vote.NEIN if seat % 2 else Vote.JA))
    return staged_vote(game, people, last)


def a_vote_before_chaos() -> dict[str, str]:
    """A game in which two votes are lost and one ballot is missing to lose the third."""
    game, people = deal(NAMES, seed=1)
    table = load_table(game.pk)
    while table.state.tracker < table.state.ruleset.chaos_at - 1:
        for seat in nominated(game).undecided():
            table = play(game, CastBallot(seat=seat, vote=Vote.NEIN))
    nominated(game)
    return without_one(game, people, Vote.NEIN)


def a_vote_in_the_zone(*, on_hitler: bool) -> dict[str, str]:
    """A game with three Fascist policies in which one Ja is missing to elect Hitler, or another."""
    for seed in range(DEALS):
        game, people = deal(NAMES, seed)
        table, chance = load_table(game.pk), Random(seed)
        while (
            not table.is_over and table.state.fascist_policies < table.state.ruleset.hitler_zone_at
        ):
            seat = table.undecided()[0]
            actions = legal_actions(table.state, seat)
            leading = [each for each in actions if leads_on(each, table, Phase.EXECUTE)]
            table = play(game, chance.choice(leading or actions))
        while not table.is_over and table.state.phase is not Phase.NOMINATE:
            table = play(game, legal_actions(table.state, table.undecided()[0])[0])
        hitler = table.state.roles.index(Role.HITLER)
        president = table.undecided()[0] if not table.is_over else hitler
        wanted = [
            each
            for each in (() if president == hitler else legal_actions(table.state, president))
            if (encode_action(each).get("target") == hitler) is on_hitler
        ]
        if wanted:
            play(game, wanted[0])
            return without_one(game, people, Vote.JA)
    raise AssertionError("no deal leads into the zone")


def a_card_that_grants_a_power() -> dict[str, str]:
    """A game in which the Chancellor can enact the third Fascist policy."""
    for seed in range(DEALS):
        game, people = deal(NAMES, seed)
        table, chance = load_table(game.pk), Random(seed)
        while not table.is_over:
            state, seat = table.state, table.undecided()[0]
            actions = legal_actions(state, seat)
            leading = [each for each in actions if leads_on(each, table, Phase.EXECUTE)]
            if state.phase is Phase.CHANCELLOR_ENACT and state.fascist_policies == 2 and leading:
                return {"code": game.code, "phase": state.phase.value} | {
                    who: session_of(people[seat]) for who, seat in viewers(table).items()
                }
            table = play(game, chance.choice(leading or actions))
    raise AssertionError("no deal leads to a third Fascist policy")


def nominated(game: Game) -> GameTable:
    """Nominate whoever may be; return the table that votes."""
    table = load_table(game.pk)
    return play(game, legal_actions(table.state, table.undecided()[0])[0])


def without_one(game: Game, people: list[User], vote: Vote) -> dict[str, str]:
    """Let all but the first to vote cast this ballot."""
    table = load_table(game.pk)
    first, *others = table.undecided()
    for seat in others:
        play(game, CastBallot(seat=seat, vote=vote))
    return staged_vote(game, people, first)


def staged_vote(game: Game, people: list[User], seat: int) -> dict[str, str]:
    """A vote that waits for this seat."""
    waiting = (seat + 1) % len(people)
    return {
        "code": game.code,
        "phase": Phase.VOTE.value,
        "actor": session_of(people[seat]),
        "waiter": session_of(people[waiting]),
    }


def viewers(table: GameTable) -> dict[str, int]:
    """Return a decider, a waiting player, and a dead one."""
    seated = range(len(table.state.alive))
    living = [seat for seat in seated if table.state.alive[seat]]
    dead = [seat for seat in seated if not table.state.alive[seat]]
    undecided = table.undecided() or (living[0],)
    waiting = [seat for seat in living if seat not in undecided]
    found = {"actor": undecided[0], "waiter": waiting[0]}
    return found | {"dead": dead[0]} if dead else found


def a_crowded_game() -> dict[str, str]:
    """Ten people with long names, late in a game, with much talk."""
    staged = a_game_in(Phase.EXECUTE, LONG_NAMES)
    game = Game.objects.get(code=staged["code"])
    speakers = game.seats.exclude(user=None).order_by("number")
    for place in range(LINES_OF_TALK):
        text = TALK[place % len(TALK)]
        say(game_id=game.pk, user_id=speakers[place % len(LONG_NAMES)].user_id, text=text)
    return staged


def an_ending_game(*, is_ranked: bool = False) -> dict[str, str]:
    """A game that the actor can end by executing Hitler; returns Hitler's seat."""
    for seed in range(DEALS):
        game, people = deal(NAMES, seed, is_ranked=is_ranked)
        table = lead_to(game, Phase.EXECUTE, Random(seed))
        if table is None:
            continue
        seated, hitler = viewers(table), table.state.roles.index(Role.HITLER)
        if hitler != seated["actor"]:
            staged = {who: session_of(people[seat]) for who, seat in seated.items()}
            return staged | {"code": game.code, "phase": "execute", "hitler": str(hitler)}
    raise AssertionError("no deal leads to an end")


def a_ranked_game_that_is_over() -> dict[str, str]:
    """A finished ranked game of five members; a session key for each seat."""
    members = []
    for name in NAMES[:5]:
        member = a_person(name)
        member.is_guest = False
        member.save()
        EmailAddress.objects.create(
            user=member, email=f"{member.pk}@example.org", primary=True, verified=True
        )
        members.append(member)
    game = deal_to(members, seed=3, pace=Pace.RELAXED, is_ranked=True)
    play_at_random(game, Random(3))
    return {"code": game.code} | {
        str(seat): session_of(member) for seat, member in enumerate(members)
    }


def deal(names: tuple[str, ...], seed: int, *, is_ranked: bool = False) -> tuple[Game, list[User]]:
    """A new game of people."""
    people = [a_person(name) for name in names]
    return deal_to(people, seed, pace=Pace.NONE, is_ranked=is_ranked), people


def deal_to(people: list[User], seed: int, *, pace: Pace, is_ranked: bool) -> Game:
    """A new game of these people, in this order of seats."""
    lobby = Lobby.objects.create(
        host=people[0],
        name="Friday night",
        status=Lobby.Status.STARTED,
        pace=pace,
        is_ranked=is_ranked,
        bots_allowed=not is_ranked,
        guests_write=True,
    )
    with transaction.atomic():
        return create_game(lobby=lobby, players=people, chance=Random(seed))


def a_person(name: str) -> User:
    """A guest of this name, with a number if the name is taken; full names get other letters."""
    if name in FULL_NAMES:
        others = User.objects.filter(username__startswith=name[:-2]).count()
        ending = "".join(chr(ord("a") + place) for place in divmod(others, 26))
        return User.objects.create_user(username=name[:-2] + ending, is_guest=True)
    others = User.objects.filter(username__startswith=name[:LONGEST_WITH_NUMBER]).count()
    shown = f"{name[:LONGEST_WITH_NUMBER]} {others + 1}" if others else name
    return User.objects.create_user(username=shown, is_guest=True)


def lead_to(game: Game, phase: Phase, chance: Random) -> GameTable | None:
    """Play towards Fascist policies and away from an early end; None if that fails."""
    table = load_table(game.pk)
    while table.state.phase is not phase:
        if table.is_over:
            return None
        seat = table.undecided()[0]
        actions = legal_actions(table.state, seat)
        leading = [each for each in actions if leads_on(each, table, phase)]
        table = play(game, chance.choice(leading or actions))
    if phase is Phase.VOTE:
        for seat in table.undecided()[3:6]:
            table = play(game, CastBallot(seat=seat, vote=Vote.JA))
    return table


def leads_on(action: Action, table: GameTable, phase: Phase) -> bool:
    """Whether an action brings most phases nearer: governments, Fascist policies, Hitler alive."""
    match encode_action(action):
        case {"type": "vote", "ja": ja}:
            return bool(ja)
        case {"type": "discard", "card": card}:
            return bool(card == "L")
        case {"type": "enact", "card": card}:
            return bool(card == "F") and phase is not Phase.VETO_ANSWER
        case {"type": "veto_request"}:
            return phase is Phase.VETO_ANSWER
        case {"target": target} if phase is not Phase.GAME_OVER:
            return table.state.roles[target] is not Role.HITLER
        case _:
            return True


def a_lobby_with_people() -> Mapping[str, str]:
    """An open lobby: a host, a person who is ready, one who is not, and a bot."""
    host, member, other = (a_person(name) for name in ("Hana", "Ivo", "José"))
    settings = LobbySettings(name="Sunday", most_players=7, guests_write=True)
    lobby = lobbies.create_lobby(user=host, settings=settings)
    for person in (member, other):
        seats.join_lobby(lobby_id=lobby.pk, user=person)
    seats.set_ready(lobby_id=lobby.pk, user=member, is_ready=True)
    seats.add_bots(lobby_id=lobby.pk, user=host)
    return {"code": lobby.code, "host": session_of(host), "member": session_of(member)}


def a_member_with_factors() -> Mapping[str, str]:
    """A member with a passkey, an app and recovery codes, logged in twice, and asked for the password just now."""
    member = with_factor(
        User.objects.create_user("Kapitän Überallundnirgends", "k@example.org", PASSWORD)
    )
    name = "Firefox Mobile on a phone with a long name, the very second"
    passkey = Authenticator.objects.create(
        user=member,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": a_credential()},
    )
    RecoveryCodes.activate(member)
    elsewhere = Client(headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0"})
    elsewhere.force_login(member)
    elsewhere.get("/accounts/")
    key = session_of(member)
    session = SessionStore(key)
    # As allauth notes it; later than any test, as it forgets after some minutes.
    session["account_authentication_methods_user"] = str(member.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time() + A_DAY, "reauthenticated": True}
    ]
    session.save()
    return {"session": key, "passkey": str(passkey.pk)}


def pages_of_a_club() -> Mapping[str, str]:
    """Stage a club with everything; see tests.browser.club_stage."""
    from tests.browser.club_stage import a_club_with_everything

    return a_club_with_everything()


def pages_of_moderation() -> Mapping[str, str]:
    """Reports, cases, decisions and an appeal; of each person the session."""
    from tests.browser.moderation_stage import (
        pages_to_look_at,
    )  # it takes functions of this module

    cast, told = pages_to_look_at()
    numbers = {name: str(value) for name, value in told.items()}
    return numbers | {who: session_of(user) for who, user in cast.items()}


def pages_of_friends() -> Mapping[str, str]:
    """Friends, requests and an invitation; of those who look the sessions."""
    from tests.browser import friends_stage  # it takes functions of this module

    return friends_stage.pages_of_friends()


def two_members() -> Mapping[str, str]:
    """Two people with an account who do not know each other."""
    from tests.browser import friends_stage

    return friends_stage.pair()


def session_of(user: User) -> str:
    """Return the session key of a browser in which this person is signed in."""
    client = Client()
    client.force_login(user)
    key: Any = client.cookies[settings.SESSION_COOKIE_NAME].value
    return str(key)
