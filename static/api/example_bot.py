"""Plays one game of Secret Hitler at a table of this site, with the token of a bot account.

Call it with the site, a token with the scope bot:play of a bot account, and the code of an open table:
python example_bot.py https://example.org shapi_... ABC123

Needs Python 3.10 or newer and httpx. It knows nothing but what its seat knows, and is no good player: improve `choose`.
"""

import json
import random
import sys
import time
import uuid

import httpx


def choose(known: dict) -> dict:
    """Return one of the actions that are allowed now; `known` is what this seat knows."""
    allowed = known["legal_actions"]
    own_role = known["roles"][known["viewer"]]
    if known["phase"] in ("president_discard", "chancellor_enact"):
        # Liberals keep Liberal policies in the game, the others Fascist ones.
        wanted = "liberal" if own_role == "liberal" else "fascist"
        keeps = known["phase"] == "chancellor_enact"
        fitting = [each for each in allowed if each["card"] and (each["card"] == wanted) == keeps]
        return random.choice(fitting or allowed)
    if known["phase"] == "vote":
        # One more failed election would bring chaos.
        is_close = known["tracker"] == known["ruleset"]["chaos_at"] - 1
        ja = is_close or random.random() < 0.6
        return next(each for each in allowed if each["ja"] == ja)
    return random.choice(allowed)


def sit_down(site: httpx.Client, code: str) -> str:
    """Sit down at a table, and return the code of its game once it has begun."""
    site.post(f"tables/{code}/join", json={}).raise_for_status()
    site.post(f"tables/{code}/ready", json={"is_ready": True}).raise_for_status()
    while not (game := site.get(f"tables/{code}").raise_for_status().json()["game"]):
        time.sleep(2)
    return game


def play(site: httpx.Client, game: str) -> str:
    """Play to the end, and return how it ended."""
    decided = ""
    with site.stream("GET", f"games/{game}/seat/stream") as lines:
        for told in map(json.loads, lines.iter_lines()):
            if told["type"] != "table":
                continue
            known = told["table"]["observation"]
            if told["table"]["is_over"]:
                return known["victory"]
            if not known["legal_actions"] or known["decision"] == decided:
                continue
            decided = known["decision"]
            action = {name: value for name, value in choose(known).items() if value is not None}
            asked = {**action, "decision": decided, "action_id": uuid.uuid4().hex}
            refused = site.post(f"games/{game}/actions", json=asked)
            if refused.status_code >= 500:
                refused.raise_for_status()
    return "the stream has ended"


def main(address: str, token: str, code: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{address}/api/v1/", headers=headers, timeout=30) as site:
        print(play(site, sit_down(site, code)))


if __name__ == "__main__":
    main(*sys.argv[1:])
