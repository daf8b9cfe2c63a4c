"""Every page of the site, for each kind of viewer, for axe and for screenshots."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.running_site import Site

Staged = Mapping[str, Mapping[str, str]]
# Phases in which one of the other seats is dead.
WITH_A_DEAD_PLAYER = "veto_answer"
VISITORS_PAGES = {
    "home": "/",
    "home-filtered": "/?filter=1&spoken=it&pace=slow",
    "guest": "/accounts/guest/",
    "sign-up": "/accounts/signup/",
    "log-in": "/accounts/login/",
    "password-reset": "/accounts/password/reset/",
    "about": "/about/",
    "open-a-table": "/lobbies/new/",
    "leaderboard": "/leaderboard/",
    "season": "/seasons/",
    "calibration": "/calibration/",
    "community": "/community/",
    "boards": "/boards/",
    "boards-refused": "/boards/?players=7&of=7&fascists=3",
    "board": "/boards/7-1-ipsee-k1-z4-v4-7x10-1x2-c0/?name=Quick+start",
    "board-rebalanced": "/boards/rebalanced/?players=6",
    "no-board": "/boards/nonsense/",
    "questions": "/rules/questions/",
    "strategy": "/rules/strategy/",
    "offline": "/offline/",
    "learn": "/learn/",
    "lesson": "/learn/lessons/tie/",
    "lesson-answered": "/learn/lessons/veto/?answer=1",
    "riddles": "/learn/riddles/",
    "riddle-answered": "/learn/riddles/1/?answer=0",
    "community-rules": "/community-rules/",
    "privacy": "/privacy/",
    "terms": "/terms/",
    "contact": "/contact/",
    "interface": "/api/",
    "moderation-numbers": "/moderation/numbers/",
    "no-such-page": "/no/such/page/",
}
PERSONS_PAGES = {
    "home-seated": "/",
    "riddles-own": "/learn/riddles/",
    "preferences": "/accounts/preferences/",
    "account": "/accounts/",
    "emblem": "/accounts/emblem/",
    "about": "/accounts/about/",
    "keep": "/accounts/keep/",
    "data": "/accounts/data/",
    "own-reports": "/moderation/mine/",
    "notices": "/accounts/notices/",
    "notice-settings": "/accounts/notices/settings/",
}
MEMBERS_PAGES = {
    "member": "/accounts/",
    "sessions": "/accounts/sessions/",
    "tokens": "/api/tokens/",
    "close": "/accounts/close/",
    "table-wish": "/notices/tables/",
    "reauthenticate": "/accounts/reauthenticate/",
    "factors": "/accounts/2fa/",
    "reauthenticate-code": "/accounts/2fa/reauthenticate/",
    "reauthenticate-passkey": "/accounts/2fa/webauthn/reauthenticate/",
    "passkeys": "/accounts/2fa/webauthn/",
    "passkey-add": "/accounts/2fa/webauthn/add/",
    "passkey-rename": "/accounts/2fa/webauthn/keys/{passkey}/edit/",
    "passkey-remove": "/accounts/2fa/webauthn/keys/{passkey}/remove/",
    "app-remove": "/accounts/2fa/totp/deactivate/",
    "recovery-codes": "/accounts/2fa/recovery-codes/",
    "recovery-codes-new": "/accounts/2fa/recovery-codes/generate/",
}
# Of moderation: by name the address, and who looks.
MODERATION_PAGES = {
    "report": ("/moderation/report/game/{game}/seat-1/", "Ola"),
    "reports-made": ("/moderation/mine/", "Ida"),
    "sanctions": ("/accounts/moderators/", "Udo"),
    "appeal": ("/moderation/appeal/{sanction}/", "Udo"),
    "appeal-sent": ("/moderation/appeal/{answered}/", "Udo"),
    "queue": ("/moderation/", "second"),
    "case": ("/moderation/cases/{case}/", "moderator"),
    "decide-suspension": ("/moderation/cases/{case}/suspension/", "moderator"),
    "decide-rename": ("/moderation/cases/{case}/rename/", "moderator"),
    "answer-appeal": ("/moderation/appeals/{appeal}/", "second"),
    "numbers": ("/moderation/numbers/", "Ida"),
    "staffs-account": ("/accounts/", "moderator"),
}
# Of friends: by name the address, and who looks.
FRIENDS_PAGES = {
    "home-friends": ("/", "fia"),
    "friends": ("/friends/", "fia"),
    "friends-search": ("/friends/search/?name=br", "fia"),
    "friend-asks": ("/players/{asking}/friend/", "fia"),
    "friend": ("/players/{friend}/friend/", "fia"),
    "friends-guest": ("/friends/", "guest"),
    "lobby-with-friends": ("/lobbies/{code}/", "fia"),
    "lobby-invited": ("/lobbies/{code}/", "invited"),
    "invite": ("/lobbies/{code}/invite/", "fia"),
    "play-again": ("/games/{game}/again/", "fia"),
}
# Of a club: by name the address, and who looks; nobody is a visitor.
CLUB_PAGES = {
    "clubs": ("/clubs/", "owner"),
    "clubs-visitor": ("/clubs/", ""),
    "club-visitor": ("/clubs/{slug}/", ""),
    "club-member": ("/clubs/{slug}/", "member"),
    "club-invited": ("/clubs/{slug}/", "invited"),
    "club-offered": ("/clubs/{slug}/", "officer"),
    "club-members": ("/clubs/{slug}/members/", "owner"),
    "club-news": ("/clubs/{slug}/news/", "officer"),
    "club-games": ("/clubs/{slug}/games/", "member"),
    "club-found": ("/clubs/new/", "member"),
    "club-settings": ("/clubs/{slug}/settings/", "owner"),
    "club-close": ("/clubs/{slug}/close/", "owner"),
    "club-refused": ("/clubs/{slug}/close/", "member"),
    "club-report": ("/clubs/{slug}/report/", "invited"),
}
# Of game nights: by name the address, and who looks; nobody is a visitor.
NIGHT_PAGES = {
    "nights": ("/nights/", ""),
    "night-new": ("/nights/new/", "organiser"),
    "night-announced": ("/nights/{announced}/", "organiser"),
    "night-change": ("/nights/{announced}/change/", "organiser"),
    "night-waiting": ("/nights/{announced}/", "waiting"),
    "night-visitor": ("/nights/{announced}/", ""),
    "night-drawn": ("/nights/{drawn}/", "drawing"),
    "night-running": ("/nights/{running}/", "player"),
    "night-over": ("/nights/{over}/", "guest"),
    "night-tv": ("/nights/{running}/tv/", ""),
    "night-over-tv": ("/nights/{over}/tv/", ""),
}
NO_TABLES = {
    "lobby",
    "account",
    "moderation",
    "friends",
    "club",
    "nights",
    "practice",
    "learning",
    "deals",
}


@dataclass(frozen=True)
class View:
    """One page for one kind of viewer."""

    name: str
    path: str
    session: str = ""
    phase: str = ""

    def cookies(self, site_url: str, language: str = "en") -> list[Any]:
        """The cookies of a browser that sees the page this way."""
        values = {"django_language": language} | (
            {"sessionid": self.session} if self.session else {}
        )
        return [{"name": name, "value": value, "url": site_url} for name, value in values.items()]


def stage(site: Site, *names: str) -> Staged:
    """Stage games in every phase and a lobby, or the named ones, on a site's database."""
    printed = site.runs(f"from tests.browser import stage; stage.main(*{names!r})")
    staged: Staged = json.loads(printed)
    return staged


def views(staged: Staged) -> Iterator[View]:
    """Every page, for each kind of viewer it has."""
    lobby = staged["lobby"]
    for name, path in VISITORS_PAGES.items():
        yield View(name, path)
    for name, path in PERSONS_PAGES.items():
        yield View(name, path, lobby["member"])
    yield from member_views(staged)
    yield from moderation_views(staged)
    yield from friends_views(staged)
    yield from club_views(staged)
    yield from night_views(staged)
    yield from learning_views(staged)
    lobby_path = f"/lobbies/{lobby['code']}/"
    yield View("lobby-host", lobby_path, lobby["host"])
    yield View("lobby-member", lobby_path, lobby["member"])
    yield View("lobby-talk", f"{lobby_path}talk/", lobby["host"])
    yield View("lobby-visitor", lobby_path)
    yield View("lobby-invitation", f"{lobby_path}invitation/")
    yield View("lobby-tv", f"{lobby_path}tv/")
    yield View("lobby-settings", f"{lobby_path}settings/", lobby["host"])
    practice = staged["practice"]
    yield View("coach", f"/learn/coach/{practice['code']}/", practice["actor"])
    yield View("practice-actor", f"/games/{practice['code']}/", practice["actor"], "vote")
    over = staged["game_over"]["code"]
    yield View("could-know", f"/learn/could-know/{over}/")
    yield View("could-know-seat", f"/learn/could-know/{over}/?eyes=1&step=20")
    yield View("verify-running", f"/games/{staged['deals']['running']}/verify/")
    yield View("verify-over", f"/games/{staged['deals']['over']}/verify/")
    yield View("verify-old", f"/games/{over}/verify/")
    yield from table_views(staged)


def member_views(staged: Staged) -> Iterator[View]:
    """The pages of a member with second factors."""
    account = staged["account"]
    for name, path in MEMBERS_PAGES.items():
        yield View(name, path.format(passkey=account["passkey"]), account["session"])


def moderation_views(staged: Staged) -> Iterator[View]:
    """The pages of reports, cases and appeals, each for somebody who has one."""
    told = staged["moderation"]
    for name, (path, who) in MODERATION_PAGES.items():
        yield View(name, path.format_map(told), told[who])


def friends_views(staged: Staged) -> Iterator[View]:
    """The pages of friends and invitations, with names as long as names may be."""
    told = staged["friends"]
    for name, (path, who) in FRIENDS_PAGES.items():
        yield View(name, path.format_map(told), told[who])


def club_views(staged: Staged) -> Iterator[View]:
    """The pages of a club, each for somebody who has it; and what moderators do with a club."""
    told = staged["club"]
    for name, (path, who) in CLUB_PAGES.items():
        yield View(name, path.format_map(told), told.get(who, ""))
    moderator = staged["moderation"]["moderator"]
    yield View("club-moderate", f"/clubs/moderate/{told['number']}/", moderator)


def night_views(staged: Staged) -> Iterator[View]:
    """The pages of game nights."""
    told = staged["nights"]
    for name, (path, who) in NIGHT_PAGES.items():
        yield View(name, path.format_map(told), told.get(who, ""))


def learning_views(staged: Staged) -> Iterator[View]:
    """A riddle from a game of people, and the pages of somebody in the middle of the lessons."""
    told = staged["learning"]
    yield View("riddle-of-people", f"/learn/riddles/{told['riddle']}/")
    yield View("learn-going-on", "/learn/", told["learner"])
    yield View("lesson-going-on", "/learn/lessons/tracker/?answer=1", told["learner"])


def table_views(staged: Staged) -> Iterator[View]:
    """The table in every phase, and with few and many people."""
    for name, game in staged.items():
        if name in NO_TABLES:
            continue
        path, phase = f"/games/{game['code']}/", game["phase"]
        viewers = {"actor": game["actor"]}
        if name == phase:
            viewers["waiter"] = game["waiter"]
        if name == WITH_A_DEAD_PLAYER:
            viewers["dead"] = game["dead"]
        if name in {"vote", "game_over"}:
            viewers["spectator"] = ""
        for viewer, session in viewers.items():
            yield View(f"{name}-{viewer}", path, session, phase)
        yield View(f"{name}-tv", f"{path}tv/", phase=phase)
