"""Provable deals of the site: what browsers add in a lobby, and what is opened after the game."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.events import DrawPileArranged, SecretRoleDealt
from games.engine.fair_deal import deck_order, key_of, provable_deal, seat_order, share_hash
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Role
from games.models import DealShare, FairDeal, Game, Lobby
from games.selectors.fair_deal import key_of_game, opened_deal
from games.selectors.game import load_table
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.clock import run_due
from games.services.fair_deal import announce_share
from games.services.lobby_leaving import leave_open_lobbies
from games.services.lobby_start import open_share
from games.services.practice import start_practice
from games.services.practice_branch import deal_again
from games.values.fair_deal import OPENING_SECONDS, Announced, NoProof, OpenedShare
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person
from tests.games.fair_deals import Browser, a_provable_game, begin, browsers_of, game_of, record_at
from tests.games.lobbies import a_full_table, a_table, join, people_of
from tests.games.refusals import refusal
from tests.games.visits import browser

pytestmark = pytest.mark.django_db


def test_lobby_without_shares_deals_at_once_from_its_sealed_deal() -> None:
    lobby = a_full_table(6)
    sealed = FairDeal.objects.get(lobby=lobby)
    joined = [seat.user for seat in lobby.seats.select_related("user")]
    begin(lobby)
    game = game_of(lobby)
    assert game is not None
    key = key_of(sealed.deal_id, bytes.fromhex(sealed.seed), [])
    assert key_of_game(game.pk) == key
    table = load_table(game.pk)
    dealt = provable_deal(standard_ruleset(6), key)
    roles = [event.role for event in table.log if isinstance(event, SecretRoleDealt)]
    assert tuple(roles) == dealt.roles
    assert table.state.draw_pile == dealt.draw_pile
    assert table.state.president == dealt.first_president
    sat = [seat.user for seat in game.seats.order_by("number")]
    assert sat == list(seat_order(key, joined))


def test_game_is_dealt_as_soon_as_all_shares_are_open_and_each_of_them_counts() -> None:
    lobby = a_full_table(5)
    found = browsers_of(lobby, 3)
    begin(lobby)
    assert game_of(lobby) is None
    found[0].open()
    found[1].open()
    assert game_of(lobby) is None
    found[2].open()
    game = game_of(lobby)
    assert game is not None
    sealed = FairDeal.objects.get(game=game)
    shares = [each.share for each in found]
    assert key_of_game(game.pk) == key_of(sealed.deal_id, bytes.fromhex(sealed.seed), shares)
    seat_of = dict(game.seats.values_list("user", "number"))
    kept = set(DealShare.objects.values_list("seat", "share_hash", "share"))
    assert kept == {(seat_of[each.user.pk], each.digest, each.share.hex()) for each in found}


def test_missing_wrong_and_late_shares_count_as_not_sent_and_nobody_waits_longer() -> None:
    lobby = a_full_table(5)
    honest, wrong, silent, late = browsers_of(lobby, 4)
    begin(lobby)
    honest.open()
    wrong.open(bytes(16))
    silent.post("share", deal="no deal", share="no share")
    now = timezone.now()
    assert lobby_start.deal_without_waiting(now) == 0
    after = now + timedelta(seconds=OPENING_SECONDS)
    opened = OpenedShare(deal_id=late.deal_id, share=late.share.hex())
    open_share(lobby_id=lobby.pk, user_id=late.user.pk, opened=opened, now=after)
    game = game_of(lobby)
    assert game is not None
    assert set(DealShare.objects.exclude(share="").values_list("share", flat=True)) == {
        honest.share.hex()
    }
    assert OPENING_SECONDS < 3


def test_clock_deals_when_the_site_was_killed_between_start_and_deal() -> None:
    """All that the start leaves is in the database: the clock of the next process reads it there."""
    lobby = a_full_table(5)
    (only,) = browsers_of(lobby, 1)
    begin(lobby)
    run_due(timezone.now())
    assert game_of(lobby) is None
    run_due(timezone.now() + timedelta(seconds=OPENING_SECONDS))
    game = game_of(lobby)
    assert game is not None
    run_due(timezone.now() + timedelta(minutes=1))
    assert Game.objects.filter(lobby=lobby).count() == 1
    only.open()
    assert not DealShare.objects.exclude(share="").exists()


def test_digest_cannot_change_once_the_game_begins_and_others_cannot_open_it() -> None:
    lobby = a_full_table(5)
    first, second = browsers_of(lobby, 2)
    begin(lobby)
    other = share_hash(first.deal_id, bytes(16)).hex()
    first.post("share", deal=first.deal_id, share_hash=other)
    assert DealShare.objects.get(lobby_seat__user=first.user).share_hash == first.digest
    second.open(first.share)
    visitor = Browser(lobby, a_person())
    visitor.open(first.share)
    Client().post(f"/lobbies/{lobby.code}/share/", {"share": first.share.hex()})
    assert not DealShare.objects.exclude(share="").exists()


def test_digest_of_another_deal_or_of_a_person_without_a_seat_is_not_kept() -> None:
    lobby, other = a_full_table(5), a_table()
    stranger = Announced(deal_id=FairDeal.objects.get(lobby=other).deal_id, share_hash="ab" * 32)
    announce_share(lobby_id=lobby.pk, user_id=lobby.host.pk, announced=stranger)
    own = Announced(deal_id=FairDeal.objects.get(lobby=lobby).deal_id, share_hash="ab" * 32)
    announce_share(lobby_id=lobby.pk, user_id=other.host.pk, announced=own)
    assert not DealShare.objects.exists()


def test_share_goes_with_whoever_gets_up() -> None:
    lobby = a_full_table(5)
    found = browsers_of(lobby, 2)
    seats.leave_lobby(lobby_id=lobby.pk, user=found[1].user)
    assert DealShare.objects.get().share_hash == found[0].digest


def test_ready_form_carries_the_digest_and_the_last_answer_of_a_ready_check_begins() -> None:
    lobby = a_full_table(5)
    last = Browser(lobby, people_of(lobby)[4])
    seats.set_ready(lobby_id=lobby.pk, user=last.user, is_ready=False)
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host)
    assert last.post("ready", ready="1", deal=last.deal_id, share_hash=last.digest) == 302
    assert game_of(lobby) is None
    last.open()
    assert game_of(lobby) is not None


def test_rematch_that_starts_by_itself_waits_for_shares_too() -> None:
    lobby = a_full_table(5)
    before, _users = a_game(5)
    Lobby.objects.filter(pk=lobby.pk).update(rematch_of=before, waits_until=timezone.now())
    seats.set_ready(lobby_id=lobby.pk, user=lobby.host, is_ready=True)
    (only,) = browsers_of(lobby, 1)
    now = timezone.now()
    for second in range(60):
        lobby_start.start_rematches(now + timedelta(seconds=second))
    assert game_of(lobby) is None
    lobby.refresh_from_db()
    assert lobby.opens_until is not None
    only.open()
    assert lobby_start.deal_without_waiting(now + timedelta(seconds=20)) in (0, 1)
    assert game_of(lobby) is not None


def test_nobody_sits_down_or_gets_up_while_shares_are_opened() -> None:
    lobby = a_table(most_players=6)
    people = [join(lobby) for _ in range(4)]
    for person in people:
        seats.set_ready(lobby_id=lobby.pk, user=person, is_ready=True)
    browsers_of(lobby, 2)
    begin(lobby)
    assert refusal(lambda: join(lobby)) is ServiceReason.LOBBY_STARTED
    leave = refusal(lambda: seats.leave_lobby(lobby_id=lobby.pk, user=people[0]))
    assert leave is ServiceReason.LOBBY_STARTED
    # A second press of the host, and an account that is closed meanwhile.
    begin(lobby)
    leave_open_lobbies(user=people[1])
    page = browser(lobby.host).get(f"/lobbies/{lobby.code}/").content.decode()
    assert "The game begins: everybody draws lots together." in page
    for digest in DealShare.objects.values_list("share_hash", flat=True):
        assert digest in page
    run_due(timezone.now() + timedelta(seconds=OPENING_SECONDS))
    game = game_of(lobby)
    assert game is not None
    assert game.player_count == 5


def test_renewed_decks_follow_from_the_key_and_the_record_opens_everything() -> None:
    game = a_provable_game(seed=3, renewals=1)
    table, key = load_table(game.pk), key_of_game(game.pk)
    assert key is not None
    piles = [event.draw_pile for event in table.log if isinstance(event, DrawPileArranged)]
    assert len(piles) > 1
    assert piles == [deck_order(key, number, pile) for number, pile in enumerate(piles)]
    sealed = FairDeal.objects.get(game=game)
    record = record_at(game)
    part = record["meta"]["fair_deal"]
    assert part == json.loads(json.dumps(opened_deal(game.pk)))
    assert part["seed"] == sealed.seed
    assert part["commitment"] == sealed.commitment
    assert len(part["added_nothing"]) == 5 - sum(
        each["share"] is not None for each in part["shares"]
    )


def test_practice_with_a_chosen_role_or_cards_played_before_has_no_proof() -> None:
    person = a_person()
    chosen = start_practice(user=person, role=Role.HITLER)
    assert FairDeal.objects.get(game=chosen).no_proof == NoProof.CHOSEN_ROLE
    assert FairDeal.objects.get(game=chosen).seed == ""
    again = a_person()
    game = start_practice(user=again)
    assert key_of_game(game.pk) is not None
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    copy = deal_again(game_id=game.pk, user=again)
    for each in (game, copy):
        assert FairDeal.objects.get(game=each).no_proof == NoProof.PLAYED_TWICE
        assert key_of_game(each.pk) is None


def test_commitment_is_shown_before_the_game_and_is_new_for_each_lobby() -> None:
    lobby, other = a_table(), a_table()
    sealed = FairDeal.objects.get(lobby=lobby)
    page = browser(lobby.host).get(f"/lobbies/{lobby.code}/").content.decode()
    assert sealed.commitment in page
    assert sealed.deal_id in page
    assert FairDeal.objects.get(lobby=other).deal_id != sealed.deal_id
