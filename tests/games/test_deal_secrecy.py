"""A seed is a canary: before the end of its game it sings nowhere outside the database."""

import asyncio
import gzip
import json
import logging
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.own_data import own_data
from games.engine.events import DrawPileArranged
from games.live.room import Room
from games.models import DealShare, FairDeal, Game, GameEvent, Lobby
from games.selectors.fair_deal import key_of_game, opened_deal, public_deal
from games.selectors.game import load_table
from games.selectors.table_cache import cached_table, forget_all
from games.services import lobby_start
from games.services.archive import read_archive, write_archive
from games.values.fair_deal import OPENING_SECONDS, NoProof
from tests.factories import a_game, a_person, play_at_random, with_factor
from tests.games.fair_deals import begin, browsers_of, game_of, record_at
from tests.games.lobbies import a_full_table
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db


def a_running_game(version: int = 40) -> Game:
    """A game in its midst, one of whose shares was opened."""
    lobby = a_full_table(5)
    found = browsers_of(lobby, 2)
    begin(lobby)
    found[0].open()
    lobby_start.deal_without_waiting(timezone.now() + timedelta(seconds=OPENING_SECONDS))
    game = game_of(lobby)
    assert game is not None
    play_at_random(game, Random(1), until=lambda table: table.version > version)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return game


def canaries_of(game: Game) -> list[str]:
    """The seed, the key and the opened share, as letters and as Python shows bytes."""
    seed, key = FairDeal.objects.get(game=game).seed, key_of_game(game.pk)
    assert key is not None
    share = DealShare.objects.exclude(share="").get().share
    secret = [bytes.fromhex(seed), key, bytes.fromhex(share)]
    return [*(each.hex() for each in secret), *(repr(each)[2:-1] for each in secret)]


def sings(canaries: list[str], text: str) -> list[str]:
    return [each for each in canaries if each in text]


def test_no_page_admin_log_or_download_has_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = a_running_game()
    canaries = canaries_of(game)
    root = with_factor(a_person("root", is_guest=False, is_staff=True, is_superuser=True))
    paths = [
        f"/games/{game.code}/",
        f"/games/{game.code}/verify/",
        f"/games/{game.code}/record.json",
        f"/games/{game.code}/replay/",
        f"/games/{game.code}/tv/",
        f"/lobbies/{game.lobby.code}/" if game.lobby else "/",
        "/admin/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/lobby/{game.lobby_id}/change/",
        "/admin/games/fairdeal/",
    ]
    people = [seat.user for seat in game.seats.select_related("user")]
    seen = 0
    for person in (None, root, *people):
        client = browser(person)
        for path in paths:
            answer = client.get(path)
            text = answer.content.decode()
            seen += len(text)
            assert sings(canaries, text) == [], path
    assert seen > 100_000
    for person in people:
        assert person is not None
        assert sings(canaries, json.dumps(own_data(person), default=str)) == []
    assert caplog.records
    assert sings(canaries, caplog.text) == []


def test_memory_of_the_table_and_its_room_does_not_have_it() -> None:
    game = a_running_game()
    canaries = canaries_of(game)
    room = Room(game.pk)
    asyncio.run(room.update(load_table(game.pk)))
    cached = cached_table(game.pk)
    assert cached is not None
    for held in (cached, vars(room)):
        assert sings(canaries, repr(held)) == []


def test_error_page_does_not_have_it(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DEBUG = False
    lobby = a_full_table(5)
    sealed = FairDeal.objects.get(lobby=lobby)

    def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("the deal is broken")

    monkeypatch.setattr("games.services.dealing.tie_to_game", broken)
    client = Client(raise_request_exception=False)
    client.force_login(lobby.host)
    answer = client.post(f"/lobbies/{lobby.code}/start/")
    assert answer.status_code == 500
    assert "the deal is broken" in caplog.text
    for text in (answer.content.decode(), caplog.text):
        assert sealed.seed not in text
    assert game_of(lobby) is None


@pytest.mark.django_db(transaction=True)
def test_backup_leaves_it_out_and_the_restored_game_is_played_to_its_end(tmp_path: Path) -> None:
    game, waiting = a_running_game(), a_full_table(5)
    canaries = [*canaries_of(game)[:2], FairDeal.objects.get(lobby=waiting).seed]
    over = a_game_of_the_site_alone()
    opened = FairDeal.objects.get(game=over).seed
    write_archive(tmp_path / "site.gz")
    text = gzip.decompress((tmp_path / "site.gz").read_bytes()).decode()
    assert sings(canaries, text) == []
    # What is over may be checked after a restore, too.
    assert opened in text
    call_command("flush", interactive=False, verbosity=0)
    read_archive(tmp_path / "site.gz")
    forget_all()
    assert FairDeal.objects.get(game=game.pk).no_proof == NoProof.RESTORED
    assert opened_deal(over.pk) is not None
    again = Game.objects.get(pk=game.pk)
    play_at_random(again, Random(4))
    assert load_table(again.pk).is_over
    text = words(page(Client(), f"/games/{again.code}/verify/").main)
    assert "the site was restored from a backup" in text
    lobby = Lobby.objects.get(pk=waiting.pk)
    begin_anew(lobby)


def begin_anew(lobby: Lobby) -> None:
    client = browser(lobby.host)
    assert client.get(f"/lobbies/{lobby.code}/").status_code == 200
    client.post(f"/lobbies/{lobby.code}/start/")
    game = game_of(lobby)
    assert game is not None
    assert key_of_game(game.pk) is not None


def a_game_of_the_site_alone() -> Game:
    lobby = a_full_table(5)
    begin(lobby)
    game = game_of(lobby)
    assert game is not None
    play_at_random(game, Random(2))
    return game


# What everybody sees while a game runs, and afterwards


def test_running_game_shows_commitment_digests_and_a_fingerprint_that_moves() -> None:
    game = a_running_game()
    sealed = FairDeal.objects.get(game=game)
    before = words(page(Client(), f"/games/{game.code}/verify/").main)
    deal = public_deal(game.pk)
    assert deal is not None
    for shown in (sealed.deal_id, sealed.commitment, deal.fingerprint):
        assert shown in before
    for digest in DealShare.objects.values_list("share_hash", flat=True):
        assert digest in before
    assert before.count("added nothing") == 3
    play_at_random(game, Random(1), until=lambda table: table.version > 80)
    after = public_deal(game.pk)
    assert after is not None
    assert after.fingerprint != deal.fingerprint


def test_page_of_a_running_game_tells_of_no_hidden_event_but_by_the_fingerprint() -> None:
    """Other roles and another deck under the same deal: every other byte is the same."""
    # So early nobody has drawn the lowest policies of the first deck.
    game = a_running_game(version=20)
    pages, fingerprints = [], []
    client = Client()
    for _world in range(2):
        forget_all()
        deal = public_deal(game.pk)
        assert deal is not None
        fingerprints.append(deal.fingerprint)
        text = words(page(client, f"/games/{game.code}/verify/").main)
        pages.append(text.replace(deal.fingerprint, "........"))
        pile = GameEvent.objects.filter(game=game, kind="draw_pile_arranged").order_by("seq")[0]
        cards = pile.payload["draw_pile"]
        lowest = len(cards) - 1
        other = max(place for place, card in enumerate(cards) if card != cards[lowest])
        cards[other], cards[lowest] = cards[lowest], cards[other]
        GameEvent.objects.filter(pk=pile.pk).update(payload=pile.payload)
    assert pages[0] == pages[1]
    # There was something to hide.
    assert fingerprints[0] != fingerprints[1]
    assert any(isinstance(event, DrawPileArranged) for event in load_table(game.pk).log)


def test_abandoned_game_is_opened_and_whoever_kept_its_fingerprint_finds_it() -> None:
    game = a_running_game()
    deal = public_deal(game.pk)
    assert deal is not None
    assert Client().get(f"/games/{game.code}/record.json").status_code == 404
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    forget_all()
    part = record_at(game)["meta"]["fair_deal"]
    assert part["fingerprints"][-1] == deal.fingerprint
    assert part["seed"] == FairDeal.objects.get(game=game).seed
    text = words(page(Client(), f"/games/{game.code}/verify/").main)
    assert "not opened in time: it did not count" in text


def test_game_from_before_there_were_provable_deals_says_so() -> None:
    game, _users = a_game()
    text = words(page(Client(), f"/games/{game.code}/verify/").main)
    assert "This game was dealt before deals could be proved." in text
    play_at_random(game, Random(1))
    assert "meta" not in record_at(game) or "fair_deal" not in record_at(game)["meta"]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)


def test_ends_of_games_and_their_replays_lead_to_the_check() -> None:
    game = a_game_of_the_site_alone()
    player = game.seats.select_related("user")[0].user
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/"):
        link = page(browser(player), path).find("a", href=f"/games/{game.code}/verify/")
        assert link is not None
    text = words(page(browser(player), f"/games/{game.code}/verify/").main)
    assert "No browser added a number to this deal." in text
    assert FairDeal.objects.get(game=game).seed in text
