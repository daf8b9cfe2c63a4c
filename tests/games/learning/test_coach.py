"""The coach: only in practice, only from what its seat knows, and in words that hold."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import fold, observe
from games.engine.actions import Action, CastBallot, DiscardPolicy, NominateChancellor
from games.engine.codec import encode_event
from games.engine.decisions import decider_of
from games.engine.events import Event
from games.engine.observation import Observation
from games.engine.vocabulary import Channel, ClaimKind, Phase, Policy, Role, SeatNumber, Vote
from games.learning.advice import Weight, advise
from games.learning.coach_page import present_coach
from games.models import Game, GameEvent
from games.presenters.players import named_players
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.clock import advance
from games.services.practice import start_practice
from games.values.actor import Actor
from games.values.chat import ClaimValue, SaidLine, SaidLines
from tests.factories import a_game, a_person, play
from tests.games.engine.players import play as play_game
from tests.games.visits import browser, page, soup_of, words
from tests.redeal import redeal

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Elena", "Finn", "Gita")


def observed(seed: int, phase: Phase, role: Role | None = None) -> Observation:
    """What the seat that has to decide knows, in some game where it has a choice."""
    found: list[Observation] = []

    def watch(before: object, action: Action, _events: object, _after: object) -> None:
        seen = observe(before, action.seat)  # type: ignore[arg-type]
        fits = seen.phase is phase and len(seen.legal_actions) > 1
        if fits and role in (None, seen.own_role) and seen.ruleset.players == 7:
            found.append(seen)

    for each in range(seed, seed + 400):
        play_game(each, watch=watch)
        if found:
            return found[-1]
    raise AssertionError("no such game")


def told(observation: Observation, said: SaidLines = (), last: object = None) -> str:
    """All sentences of the coach."""
    view = present_coach(
        observation,
        said,
        named_players(NAMES),
        game_code="x",
        game_name="x",
        last=last,  # type: ignore[arg-type]
    )
    return " ".join((view.nothing, view.advice, *view.pros, *view.cons, view.before))


def claims(round_: int, president: int, chancellor: int, drew: str, received: str) -> SaidLines:
    return tuple(
        SaidLine(
            number=number,
            channel=Channel.TABLE,
            seat=seat,
            name="",
            round=round_,
            claim=ClaimValue(seat=seat, round=round_, kind=kind, content=content),
        )
        for number, (seat, kind, content) in enumerate(
            ((president, ClaimKind.DREW, drew), (chancellor, ClaimKind.RECEIVED, received))
        )
    )


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize(
    "phase", [Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT, Phase.EXECUTE]
)  # fmt: skip
def test_every_decision_has_an_advice_that_the_rules_allow(phase: Phase, role: Role) -> None:
    observation = observed(1, phase, role)
    advice = advise(observation, ())
    assert advice is not None
    assert advice.action in observation.legal_actions
    assert advice.action in advice.agrees
    assert 0 < advice.teams <= 35
    assert told(observation).strip()


def test_liberal_in_office_gives_up_no_liberal_policy() -> None:
    observation = observed(1, Phase.PRESIDENT_DISCARD, Role.LIBERAL)
    advice = advise(
        replace(observation, hand=(Policy.FASCIST, Policy.FASCIST, Policy.LIBERAL)), ()
    )
    assert advice is not None
    assert isinstance(advice.action, DiscardPolicy)
    assert advice.action.policy is Policy.FASCIST
    assert Weight.OWN_PARTY in advice.pros


def test_fascist_who_knows_hitler_elects_hitler_once_that_wins() -> None:
    observation = observed(1, Phase.NOMINATE, Role.FASCIST)
    hitler = observation.roles.index(Role.HITLER)
    names_hitler = NominateChancellor(seat=observation.president, chancellor=hitler)
    zone = replace(observation, fascist_policies=3, hitler_zone=True)
    zone = replace(zone, legal_actions=(*zone.legal_actions, names_hitler))
    advice = advise(zone, ())
    assert advice is not None
    assert advice.action == names_hitler
    assert Weight.WINS in advice.pros
    assert "Hitler would be elected" in told(zone)


def test_last_vote_before_chaos_is_named() -> None:
    observation = replace(observed(1, Phase.VOTE, Role.LIBERAL), tracker=2)
    advice = advise(observation, ())
    assert advice is not None
    assert Weight.CHAOS in (*advice.pros, *advice.cons)
    assert "One more lost vote" in told(observation)


def test_number_of_teams_follows_from_what_the_seat_knows() -> None:
    observation = observed(1, Phase.VOTE, Role.LIBERAL)
    fresh = replace(
        observation,
        parties=(None,) * 7,
        cleared=(),
        alive=(True,) * 7,
        roles=tuple(Role.LIBERAL if seat == observation.viewer else None for seat in range(7)),
    )
    advice = advise(fresh, ())
    assert advice is not None
    # Three of the other six are fascists: 20 ways; with two others named, 16 of them have one of these.
    assert advice.teams == 20
    assert advice.shady_teams == {1: 10, 2: 16}[len(advice.government)]


@pytest.mark.parametrize(
    ("drew", "received", "sentence"),
    [
        ("LLF", "FF", "cannot both be telling the truth"),
        ("FFF", "LF", "cannot both be telling the truth"),
        ("LFF", "FF", "gave up a Liberal policy"),
        ("LFF", "LF", ""),
    ],
)
def test_claims_that_do_not_fit_are_named(drew: str, received: str, sentence: str) -> None:
    observation = observed(1, Phase.VOTE, Role.LIBERAL)
    text = told(observation, claims(1, 3, 4, drew, received))
    named = f"Round 1: {'one of ' if 'gave' in sentence else ''}Dan and Elena"
    assert (named in text) is bool(sentence)
    assert sentence in text


def test_words_of_the_dead_and_of_spectators_are_not_heard() -> None:
    observation = observed(1, Phase.VOTE, Role.LIBERAL)
    said = claims(1, 3, 4, "LLF", "FF")
    unheard = tuple(replace(line, channel=Channel.SPECTATORS) for line in said)
    assert advise(observation, unheard) == advise(observation, ())


def test_last_decision_is_judged_by_what_was_known_then() -> None:
    observation = observed(1, Phase.PRESIDENT_DISCARD, Role.LIBERAL)
    hand = replace(observation, hand=(Policy.FASCIST, Policy.FASCIST, Policy.LIBERAL))
    advice = advise(hand, ())
    assert advice is not None
    assert observation.viewer is not None
    other = DiscardPolicy(seat=observation.viewer, policy=Policy.LIBERAL)
    ask = replace(observation, legal_actions=())
    assert "The coach would have done the same." in told(ask, last=(advice.action, advice))
    assert "The coach would have chosen “Discard: Fascist policy”" in told(
        ask, last=(other, advice)
    )
    assert "You have nothing to decide now." in told(ask)


def practising() -> tuple[User, Game, Client, str]:
    """A practice game in which the person, a liberal who knows nobody's role, has to decide again."""
    person = a_person()
    game = start_practice(user=person, players=7, role=Role.LIBERAL)
    while True:
        table = load_table(game.pk)
        seat = table.seat_of(person.pk)
        is_asked = seat in table.undecided()
        if is_asked and table.state.round > 1 and table.state.phase is Phase.VOTE:
            return person, game, browser(person), f"/learn/coach/{game.code}/"
        if is_asked:
            legal = observe(table.state, seat).legal_actions
            play(
                game,
                next(
                    (each for each in legal if each == CastBallot(seat=each.seat, vote=Vote.JA)),
                    legal[0],
                ),
            )
        else:
            advance(game.pk, timezone.now() + timedelta(hours=1))


def test_coach_is_one_press_away_and_answers_as_a_page_or_for_the_dialog() -> None:
    _person, game, client, path = practising()
    link = page(client, f"/games/{game.code}/").select_one("#ask-coach")
    assert link is not None
    assert link["href"] == path
    whole = page(client, path)
    assert "A careful player in your seat would choose:" in words(whole)
    assert "Your last decision was" in words(whole)
    rows = whole.select("details table tbody tr")
    assert len(rows) == 6
    part = client.get(path, headers={"HX-Request": "true"})
    assert not soup_of(part).select("html")
    assert part["HX-Push-Url"] == "false"


def test_coach_is_nowhere_but_in_ones_own_practice() -> None:
    _person, game, _client, path = practising()
    for other in (browser(), browser(a_person())):
        assert other.get(path).status_code == 404
        assert not page(other, f"/games/{game.code}/").select("#ask-coach")
    for people, bots, pace in ((5, 0, "none"), (2, 3, "none"), (1, 4, "relaxed")):
        table, users = a_game(people, bots, pace=pace)
        client = browser(users[0])
        assert client.get(f"/learn/coach/{table.code}/").status_code == 404
        assert not page(client, f"/games/{table.code}/").select("#ask-coach")


def test_coach_is_switched_off_and_on_and_stays_so_in_the_next_game() -> None:
    person, game, client, path = practising()
    table_path = f"/games/{game.code}/"
    (switch,) = page(client, table_path).select("[role=switch]")
    assert switch["aria-checked"] == "true"
    response = client.post(path, {"coach": switch["value"]})
    assert response["Location"] == f"{table_path}#more"
    off = page(client, table_path)
    assert not off.select("#ask-coach, .coach-in-more")
    assert "A careful player in your seat" not in words(page(client, path))
    # The state is the person's, not the game's.
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    other = start_practice(user=person, players=7)
    (switch,) = page(client, f"/games/{other.code}/").select("[role=switch]")
    assert switch["aria-checked"] == "false"
    client.post(f"/learn/coach/{other.code}/", {"coach": switch["value"]})
    assert page(client, f"/games/{other.code}/").select("#ask-coach")


def test_there_is_no_switch_but_in_ones_own_practice() -> None:
    _person, _game, _client, path = practising()
    stranger = a_person()
    assert browser(stranger).post(path, {"coach": "off"}).status_code == 404
    assert browser().post(path, {"coach": "off"}).status_code == 404
    table, users = a_game(5, 0)
    client = browser(users[0])
    assert not page(client, f"/games/{table.code}/").select("[role=switch]")
    assert client.post(f"/learn/coach/{table.code}/", {"coach": "off"}).status_code == 404
    for person in (stranger, users[0]):
        person.preferences.refresh_from_db()
        assert person.preferences.has_coach


def test_coach_says_the_same_however_the_rest_is_dealt() -> None:
    person, game, client, path = practising()

    def told_by_coach() -> str:
        # Each form has a token of its own.
        part = soup_of(client.get(path, headers={"HX-Request": "true"}))
        for token in part.select("[name=csrfmiddlewaretoken]"):
            token.decompose()
        return str(part)

    before = told_by_coach()
    assert "Your last decision" in before
    table = load_table(game.pk)
    seat = table.seat_of(person.pk)
    assert seat is not None
    changed = 0
    for seed in range(6):
        other = redeal(table.log, seat, Random(seed))
        changed += fold(other).roles != table.state.roles
        write_log(game, other, seat)
        assert told_by_coach() == before
    assert changed


def write_log(game: Game, log: Sequence[Event], seat: SeatNumber) -> None:
    """Give a game another log, in which this seat is a person's."""
    GameEvent.objects.filter(game=game).delete()
    for number, event in enumerate(log, start=1):
        kind, payload = encode_event(event)
        own = decider_of(event) == seat
        GameEvent.objects.create(
            game=game,
            seq=number,
            kind=kind,
            payload=payload,
            actor=Actor.PERSON if own else Actor.BOT,
            acting_seat=seat if own else None,
            action_key=f"{seat}:{number}" if own else None,
            created_at=timezone.now(),
        )
    Game.objects.filter(pk=game.pk).update(version=len(log))
    forget_all()
