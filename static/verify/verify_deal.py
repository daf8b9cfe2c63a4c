"""Checks the deal of a finished game of Secret Hitler.

Run it with a record, in Python 3.8 or newer: python verify_deal.py game-CODE.json. Written from the specification alone, it
computes everything again and names the first thing that does not fit. That nobody looked at the cards it cannot prove.
"""

import hashlib
import hmac
import json
import sys

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class DoesNotFitError(Exception):
    """The first thing in a record that does not fit."""


def need(fits, what):
    if not fits:
        raise DoesNotFitError(what)


def sha(data):
    return hashlib.sha256(data).digest()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def named(purpose, deal_id, data):
    return sha(purpose.encode() + b"\0" + deal_id.encode() + b"\0" + data)


def commitment(deal_id, seed):
    return named("secret-hitler/deal/1", deal_id, seed)


def share_hash(deal_id, share):
    return named("secret-hitler/share/1", deal_id, share)


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


def box(board, players):
    """Return how many fascists play beside Hitler, and the policies of deck 0."""
    if board in ("standard", "rebalanced"):
        fewer = board == "rebalanced" and players in (6, 7, 9)
        return (players + 1) // 2 - 2, ["F"] * (11 - fewer) + ["L"] * 6
    size, fascists, _, _, _, _, cards, at_start, _ = board.split("-")
    need(int(size) == players, "the board is made for another number of players")
    (liberal, fascist), (l_on, f_on) = cards.split("x"), at_start.split("x")
    return int(fascists), ["F"] * (int(fascist) - int(f_on)) + ["L"] * (int(liberal) - int(l_on))


def roles(key, players, board="standard"):
    fascists = ["fascist"] * box(board, players)[0]
    liberals = ["liberal"] * (players - 1 - len(fascists))
    return shuffled(key, "roles", ["hitler", *fascists, *liberals])


def deck(key, number, cards):
    return shuffled(key, f"deck {number}", sorted(cards))  # "F" comes before "L"


def ordered(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return {name: ordered(value[name]) for name in names}
    return [ordered(each) for each in value] if isinstance(value, list) else value


def canonical(value):
    return json.dumps(ordered(value), ensure_ascii=False, separators=(",", ":")).encode()


def chain(deal_id, committed, key, events):
    link, hidden, links = named("secret-hitler/chain/1", deal_id, committed), [], []
    for is_public, event in events:
        if not is_public:
            hidden.append(event)
            continue
        salt = mac(key, b"salt\0" + (len(links) + 1).to_bytes(4, "big"))
        link = sha(link + sha(canonical(event)) + sha(salt + canonical(hidden)))
        links.append(link)
        hidden = []
    return links


def short(link):
    bits = int.from_bytes(link[:5], "big")
    return "".join(LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))


def check_cards(key, events):
    """Follow the cards from the decks through the whole game."""
    pile, hand, discarded, decks = [], [], [], 0
    for number, (_is_public, event) in enumerate(events, start=1):
        kind, fits = event["kind"], True
        if kind == "draw_pile_arranged":
            cards = pile + discarded if decks else event["draw_pile"]
            fits = event["draw_pile"] == deck(key, decks, cards)
            pile, discarded, decks = list(event["draw_pile"]), [], decks + 1
        elif kind == "policies_drawn":
            hand, pile = pile[:3], pile[3:]
        elif kind == "hand_shown":
            fits = event["policies"] == sorted(hand)
        elif kind == "peek_shown":
            fits = event["policies"] == pile[:3]
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
    """Check a whole record; raises DoesNotFitError."""
    part = record["meta"]["fair_deal"]
    need(part["version"] == 1, "this is another version of the deal")
    deal_id, seed, events = part["deal_id"], bytes.fromhex(part["seed"]), part["events"]
    players = len(record["players"])
    committed = commitment(deal_id, seed)
    need(committed.hex() == part["commitment"], "the seed does not fit the commitment")
    opened = [each for each in part["shares"] if each["share"] is not None]
    for each in opened:
        digest = share_hash(deal_id, bytes.fromhex(each["share"])).hex()
        need(digest == each["hash"], f"seat {each['seat']}: the share does not fit its digest")
    silent = [seat for seat in range(players) if seat not in [e["seat"] for e in opened]]
    need(part["added_nothing"] == silent, "other seats added nothing")
    key = derive_key(deal_id, seed, [bytes.fromhex(each["share"]) for each in opened])
    for seat, place in enumerate(shuffled(key, "seats", range(players))):
        need(part["joined"][place] == seat, f"seat {seat}: another player should sit there")
    dealt = [event for _is_public, event in events if event["kind"] == "secret_role_dealt"]
    board = record.get("board", "standard")
    need(events[0][1].get("board", "standard") == board, "the game began on another board")
    for seat, role in enumerate(roles(key, players, board)):
        told = [event["role"] for event in dealt if event["seat"] == seat]
        need(record["roles"][seat] == role and told == [role], f"seat {seat}: another role")
    first = first_president(key, players)
    passed = [e["president"] for _open, e in events if e["kind"] == "presidency_passed"]
    need(record["first_president"] == first == passed[0], "another first president")
    piles = [record["deck"], *record["reshuffles"]]
    need(sorted(piles[0]) == box(board, players)[1], "deck 0: other cards")
    arranged = [e["draw_pile"] for _open, e in events if e["kind"] == "draw_pile_arranged"]
    need(len(piles) == len(arranged), f"deck {min(len(piles), len(arranged))}: missing")
    for number, pile in enumerate(piles):
        expected = deck(key, number, pile)
        need(list(pile) == expected == arranged[number], f"deck {number}: another order")
    check_cards(key, events)
    links = chain(deal_id, committed, key, events)
    for number, link in enumerate(links, start=1):
        written = part["fingerprints"][number - 1 : number]
        need(written == [short(link)], f"public event {number}: another fingerprint")
    need(len(part["fingerprints"]) == len(links), "there are too many fingerprints")
    need(links[-1].hex() == part["chain"], "the end of the chain is another")
    return f"It all fits: {len(events)} events, fingerprint {short(links[-1])}."


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(check(json.load(file)))
    except DoesNotFitError as error:
        sys.exit(f"DOES NOT FIT: {error}")
    except (IndexError, KeyError, TypeError, ValueError, OSError) as error:
        sys.exit(f"This cannot be checked: {type(error).__name__} {error}")
