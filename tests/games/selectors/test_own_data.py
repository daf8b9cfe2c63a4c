"""All my data: every table that names a person is handed out, or has a reason why not."""

import io
import json
import zipfile

import pytest
from django.test import Client

from accounts.models import SanctionKind, User
from accounts.own_data import own_data, tables
from accounts.sanctions import impose
from accounts.services import create_guest
from games.engine.vocabulary import Role
from games.moderation.appeals import appeal
from games.services.blocking import block_person
from games.services.chat import keep_notes, mark_player, say
from games.values.chat import Mark
from tests.factories import a_game, a_person
from tests.games.moderation.people import a_report
from tests.games.services.test_closed_accounts import relations

pytestmark = pytest.mark.django_db

# Relations to a person that are not handed out, each with its reason.
KEPT_BACK = {
    "accounts.Block.blocked": "nobody is told who has blocked them",
    "accounts.FriendRequest.asked": "what somebody else asked; the answer is not told to them either",
    "accounts.Notice.by": "what others are told; they have it in their own notices",
    "accounts.Friendship.friend": "the other direction of one's own row",
    "games.Mute.muted": "nobody is told who has muted them",
    "games.HeadToHead.other": "the same numbers as one's own",
    "games.LobbyRemoval.user": "whom a host removed: a decision of the host, gone with the lobby",
    "games.GameResult.annulled_by": "what staff did",
    "clubs.Ask.by": "whom an officer invites: told to whoever is invited",
    "clubs.Removal.user": "whom officers removed: a decision of the club",
    "admin.LogEntry.user": "what staff did",
    "accounts.User.groups": "rights of staff",
    "accounts.User.user_permissions": "rights of staff",
    "moderation.Case.person": "would show who reported; what was decided is among the sanctions",
    "moderation.Case.claimed_by": "what staff did",
    "moderation.Case.decided_by": "what staff did",
    "moderation.Appeal.answered_by": "what staff did",
    "moderation.MonthLine.person": "would tell cheats what is counted; what was decided is among the sanctions",
    "nights.NightAct.person": "what an organiser did with them; the night's page says it to everybody",
    "moderation.MonthLine.other": "the same, and it names somebody else",
}


def test_every_table_that_names_a_person_is_handed_out_or_kept_back_for_a_reason() -> None:
    # An appeal leads to the person by its sanction.
    handed_out = set(tables()) - {"moderation.Appeal.sanction__user"}
    assert handed_out | set(KEPT_BACK) == relations()
    assert not handed_out & set(KEPT_BACK)


def test_archive_holds_ones_own_and_nothing_of_others(client: Client) -> None:
    game, users = a_game()
    me, other = users[0], users[1]
    say(game_id=game.pk, user_id=me.pk, text="mine", message_id="m")
    say(game_id=game.pk, user_id=other.pk, text="theirs", message_id="m")
    keep_notes(game_id=game.pk, user_id=me.pk, text="my notes")
    mark_player(game_id=game.pk, user_id=me.pk, seat=1, mark=Mark.SUSPECT)
    block_person(user=other, other=me)
    a_report(game, me, sentence="my report")
    a_report(game, other, seat=0, sentence="about me")
    appeal(sanction=impose(user=me, kind=SanctionKind.BAN, text="why"), text="my appeal")
    client.force_login(me)
    answer = client.post("/accounts/data/")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = {name: json.loads(archive.read(name)) for name in archive.namelist()}
    text = json.dumps(files)
    for words in ("mine", "my notes", "my report", "my appeal", "why", game.code, me.username):
        assert words in text, words
    for words in ("theirs", "about me", "blocked_by", "password", "session_key"):
        assert words not in text, words
    assert not any(f'"{role.value}"' in text for role in Role), "the game is running"


def test_guest_without_a_game_has_an_archive() -> None:
    guest: User = create_guest(name="Ana")
    data = own_data(guest)
    assert data["account"][0]["guest_name"] == "Ana"
    assert data["games.Seat.user"] == []


def test_password_is_asked_again(client: Client) -> None:
    member = a_person("Ana", is_guest=False)
    member.set_password("a long secret phrase")
    member.save()
    client.force_login(member)
    answer = client.post("/accounts/data/")
    assert answer.status_code == 302
    assert "/accounts/reauthenticate/" in answer.headers["Location"]
