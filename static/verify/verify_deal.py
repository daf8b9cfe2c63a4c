"""Checks the deal of a finished game, in Python 3.8 or newer: verify_deal.py game-CODE.json."""

import hashlib
import hmac
import json
import re
import sys
from functools import partial

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class DoesNotFitError(Exception):
    """The first thing in a record that does not fit."""


def need(fits, what):
    if not fits:
        raise DoesNotFitError(what)


def unhex(text, size, what):
    need(re.fullmatch(f"[0-9a-f]{{{2 * size}}}", str(text)), f"{what} is written in another way")
    return bytes.fromhex(text)


def sha(data):
    return hashlib.sha256(data).digest()


def named(purpose, deal_id, data):
    return sha(purpose.encode() + b"\0" + deal_id.encode() + b"\0" + data)


commitment = partial(named, "secret-hitler/deal/1")
mac = partial(hmac.digest, digest="sha256")
share_hash = partial(named, "secret-hitler/share/1")


def derive_key(deal_id, seed, shares):
    in_order = sorted(shares, key=lambda share: share_hash(deal_id, share))
    extracted = mac(commitment(deal_id, seed), seed + b"".join(in_order))
    return mac(extracted, b"secret-hitler/key/1" + b"\x01")


def numbers(key, label):
    for counter in range(2**32):
        block = mac(key, label.encode() + b"\0" + counter.to_bytes(4, "big"))
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def below(source, n):
    return next(x for x in source if x < 2**32 - 2**32 % n) % n


def shuffled(key, label, items):
    source, items = numbers(key, label), list(items)
    for i in range(len(items) - 1, 0, -1):
        j = below(source, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def first_president(key, players):
    return below(numbers(key, "first president"), players)


def box(board, players):  # how many fascists play beside Hitler, and the policies of deck 0
    if board in ("standard", "rebalanced"):
        fewer = board == "rebalanced" and players in (6, 7, 9)
        return (players + 1) // 2 - 2, ["F"] * (11 - fewer) + ["L"] * 6
    size, fascists, _, _, _, _, cards, at_start, _ = board.split("-")
    need(int(size) == players, "the board is made for another number of players")
    (liberal, fascist), (l_on, f_on) = cards.split("x"), at_start.split("x")
    return int(fascists), ["F"] * (int(fascist) - int(f_on)) + ["L"] * (int(liberal) - int(l_on))


def roles(key, players, board="standard"):
    fascists = box(board, players)[0]
    liberals = players - 1 - fascists
    return shuffled(key, "roles", ["hitler"] + ["fascist"] * fascists + ["liberal"] * liberals)


def deck(key, number, cards):
    return shuffled(key, f"deck {number}", sorted(cards))  # "F" comes before "L"


def ordered(value):
    if isinstance(value, dict):
        return {x: ordered(value[x]) for x in sorted(value, key=lambda x: x.encode("utf-16-be"))}
    return [ordered(each) for each in value] if isinstance(value, list) else value


def canonical(value):
    return json.dumps(ordered(value), ensure_ascii=False, separators=(",", ":")).encode()


def chain(deal_id, committed, key, events):
    link, hidden, links = named("secret-hitler/chain/1", deal_id, committed), [], []
    for is_public, event in events:
        if is_public:
            salt = mac(key, b"salt\0" + (len(links) + 1).to_bytes(4, "big"))
            link = sha(link + sha(canonical(event)) + sha(salt + canonical(hidden)))
            links.append(link)
        hidden = [] if is_public else [*hidden, event]
    return links


def short(link):
    bits = int.from_bytes(link[:5], "big")
    return "".join(LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))


def check_cards(key, events):
    pile, hand, discarded, decks = [], [], [], 0
    for number, (_is_public, event) in enumerate(events, start=1):
        kind, fits = event["kind"], True
        if kind == "draw_pile_arranged":
            cards = pile + discarded if decks else event["draw_pile"]
            fits = event["draw_pile"] == deck(key, decks, cards)
            pile, discarded, decks = list(event["draw_pile"]), [], decks + 1
        elif kind == "policies_drawn":
            hand, pile = pile[:3], pile[3:]
        elif kind in ("hand_shown", "peek_shown"):
            fits = event["policies"] == (sorted(hand) if kind == "hand_shown" else pile[:3])
        elif kind == "policy_enacted" and event["chancellor"] is None:
            fits, pile = pile[:1] == [event["policy"]], pile[1:]
        elif kind in ("discard_chosen", "policy_enacted"):
            fits = event["policy"] in hand and hand.remove(event["policy"]) is None
            discarded += [event["policy"]] if kind == "discard_chosen" else []
        elif kind == "top_policy_discarded":
            fits, discarded, pile = pile[:1] == [event["policy"]], discarded + pile[:1], pile[1:]
        elif kind == "veto_granted":
            discarded, hand = discarded + hand, []
        need(fits, f"event {number}: its cards do not lie there")


def check(record):
    part, players = record["meta"]["fair_deal"], len(record["players"])
    deal_id, events, joined = part["deal_id"], part["events"], part["joined"]
    need(canonical(part["version"]) == b"1", "this is another version of the deal")
    unhex(deal_id, 16, "the name of the deal")
    committed = commitment(deal_id, unhex(part["seed"], 32, "the seed"))
    need(committed.hex() == part["commitment"], "the seed does not fit the commitment")
    shares, silent = [], list(range(players))
    seats = [each["seat"] for each in part["shares"]]
    need(canonical(seats) == canonical([x for x in silent if x in seats]), "shares: other seats")
    for each in part["shares"]:
        seat = each["seat"]
        unhex(each["hash"], 32, f"seat {seat}: the digest")
        if each["share"] is not None:
            shares.append(unhex(each["share"], 16, f"seat {seat}: the share"))
            digest = share_hash(deal_id, shares[-1]).hex()
            need(digest == each["hash"], f"seat {seat}: the share does not fit its digest")
            silent.remove(seat)
    need(canonical(part["added_nothing"]) == canonical(silent), "other seats added nothing")
    for number, (is_public, _event) in enumerate(events, start=1):
        need(isinstance(is_public, bool), f"event {number} is neither public nor hidden")
    key = derive_key(deal_id, bytes.fromhex(part["seed"]), shares)
    for seat, place in enumerate(shuffled(key, "seats", range(players))):
        need(joined[place] == seat, f"seat {seat}: another player should sit there")
    need(canonical(sorted(joined)) == canonical(list(range(players))), "others joined")
    board, told = record.get("board", "standard"), [event for _is_public, event in events]
    need(told[0].get("board", "standard") == board, "the game began on another board")
    need(told[0]["edition"] == record["edition"], "the game began in another edition")
    dealt = [[e["seat"], e["role"]] for e in told if e["kind"] == "secret_role_dealt"]
    for seat, role in enumerate(roles(key, players, board)):
        fits = [record["roles"][seat], dealt[seat]] == [role, [seat, role]]
        need(fits, f"seat {seat}: another role")
    need(len(dealt) == len(record["roles"]) == players, "there are too many roles")
    first = [e["president"] for e in told if e["kind"] == "presidency_passed"][:1]
    first += [record["first_president"], first_president(key, players)]
    need(canonical(first) == canonical(first[2:] * 3), "another first president")
    piles = [record["deck"], *record["reshuffles"]]
    need(sorted(piles[0]) == box(board, players)[1], "deck 0: other cards")
    arranged = ["".join(e["draw_pile"]) for e in told if e["kind"] == "draw_pile_arranged"]
    for number in range(max(len(piles), len(arranged))):
        both = piles[number : number + 1] + arranged[number : number + 1]
        need(["".join(deck(key, number, both[0]))] * 2 == both, f"deck {number}: another order")
    ends = [e["victory"] for e in told if e["kind"] == "game_ended"]
    need(ends == ([record["result"]["reason"]] if "result" in record else []), "another result")
    check_cards(key, events)
    links = chain(deal_id, committed, key, events)
    letters, written = [short(link) for link in links], part["fingerprints"]
    for at in range(max(len(letters), len(written))):
        fits = letters[at : at + 1] == written[at : at + 1]
        need(fits, f"public event {at + 1}: another fingerprint")
    need(links[-1].hex() == part["chain"], "the end of the chain is another")
    return f"It all fits: {len(events)} events, fingerprint {short(links[-1])}."


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(check(json.load(file)))
    except DoesNotFitError as error:
        sys.exit(f"DOES NOT FIT: {error}")
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError, OSError) as error:
        sys.exit(f"This cannot be checked: {type(error).__name__} {error}")
