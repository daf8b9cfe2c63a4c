"""Checks the deal of a finished game, in Python 3.8 or newer: verify_deal.py game-CODE.json."""

import hashlib
import hmac
import json
import re
import struct
import sys
from functools import partial

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PLACE = ["the record"]  # what of it is being read


def need(fits, what):
    if not fits:
        sys.exit(f"DOES NOT FIT: {what}")


def at(value, *names):
    for name in names:
        PLACE[0] = name
        value = value[name]
    return value


def each_of(place, items):
    for number, item in enumerate(items):
        PLACE[0] = f"{place}[{number}]"
        yield item


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
        yield from struct.unpack(">8I", block)


def below(source, n):
    return next(x for x in source if x < 2**32 - 2**32 % n) % n


def shuffled(key, label, items):
    source, items = numbers(key, label), list(items)
    for i in range(len(items) - 1, 0, -1):
        j = below(source, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def box(board, players):  # how many fascists play beside Hitler, and the policies of deck 0
    if board in ("standard", "rebalanced"):
        fewer = board == "rebalanced" and players in (6, 7, 9)
        return (players + 1) // 2 - 2, ["F"] * (11 - fewer) + ["L"] * 6
    size, fascists, _, _, _, _, cards, at_start, _ = board.split("-")
    need(int(size) == players, "the board is made for another number of players")
    (liberal, fascist), (l_on, f_on) = cards.split("x"), at_start.split("x")
    return int(fascists), ["F"] * (int(fascist) - int(f_on)) + ["L"] * (int(liberal) - int(l_on))


def roles(key, players, board="standard"):
    dealt = ["hitler"] + ["fascist"] * box(board, players)[0]
    return shuffled(key, "roles", dealt + ["liberal"] * (players - len(dealt)))


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
    for number, (_is_public, event) in enumerate(each_of("events", events), start=1):
        kind, fits = event["kind"], True
        if kind == "draw_pile_arranged":
            cards = pile + discarded if decks else event["draw_pile"]
            fits = event["draw_pile"] == shuffled(key, f"deck {decks}", sorted(cards))
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
    part, players = at(record, "meta", "fair_deal"), len(at(record, "players"))
    need(canonical(at(part, "version")) == b"1", "this is another version of the deal")
    deal_id, seed = at(part, "deal_id"), unhex(at(part, "seed"), 32, "the seed")
    unhex(deal_id, 16, "the name of the deal")
    committed = commitment(deal_id, seed)
    need(committed.hex() == at(part, "commitment"), "the seed does not fit the commitment")
    shares, silent, seats = [], list(range(players)), []
    for each in each_of("shares", at(part, "shares")):
        seats, digest = [*seats, each["seat"]], unhex(each["hash"], 32, f"{PLACE[0]}: the digest")
        if each["share"] is not None:
            shares.append(unhex(each["share"], 16, f"{PLACE[0]}: the share"))
            fits = share_hash(deal_id, shares[-1]) == digest
            need(fits, f"seat {seats[-1]}: the share does not fit its digest")
            silent.remove(seats[-1])
    need(canonical(seats) == canonical([x for x in range(players) if x in seats]), "other seats")
    need(canonical(at(part, "added_nothing")) == canonical(silent), "other seats added nothing")
    events, joined, told = at(part, "events"), at(part, "joined"), []
    for is_public, event in each_of("events", events):
        need(isinstance(is_public, bool), f"{PLACE[0]} is neither public nor hidden")
        told += [event] * isinstance(event["kind"], str)
    key = derive_key(deal_id, seed, shares)
    for seat, place in enumerate(each_of("joined", shuffled(key, "seats", range(players)))):
        need(canonical(joined[place]) == canonical(seat), f"seat {seat}: others should sit there")
    need(len(joined) == players, "others joined")
    board = at(record, "board") if "board" in record else "standard"
    begun = [[e.get("board", "standard"), e["edition"]] for e in told[:1]]
    need(begun == [[board, at(record, "edition")]], "the game began on another board or edition")
    dealt = [[e["seat"], e["role"]] for e in told if e["kind"] == "secret_role_dealt"]
    for seat, role in enumerate(each_of("roles", roles(key, players, board))):
        fits = [record["roles"][seat], dealt[seat]] == [role, [seat, role]]
        need(fits, f"seat {seat}: another role")
    need(len(dealt) == len(record["roles"]) == players, "there are too many roles")
    first = [e["president"] for e in told if e["kind"] == "presidency_passed"][:1]
    first += [at(record, "first_president"), below(numbers(key, "first president"), players)]
    need(canonical(first) == canonical(first[2:] * 3), "another first president")
    need(sorted(at(record, "deck")) == box(board, players)[1], "deck 0: other cards")
    piles = [record["deck"], *at(record, "reshuffles")]
    arranged = ["".join(e["draw_pile"]) for e in told if e["kind"] == "draw_pile_arranged"]
    for number in each_of("decks", range(max(len(piles), len(arranged)))):
        both = piles[number : number + 1] + arranged[number : number + 1]
        expected = "".join(shuffled(key, f"deck {number}", sorted(both[0])))  # "F" before "L"
        need(both == [expected] * 2, f"deck {number}: another order")
    ends = [e["victory"] for e in told if e["kind"] == "game_ended"]
    need(ends == ([at(record, "result", "reason")] if "result" in record else []), "another end")
    check_cards(key, events)
    links = chain(deal_id, committed, key, events)
    for number, link in enumerate(links):
        fits = at(part, "fingerprints")[number : number + 1] == [short(link)]
        need(fits, f"public event {number + 1}: another fingerprint")
    end = [len(at(part, "fingerprints")), at(part, "chain")]
    need(end == [len(links), links[-1].hex()], "the end of the chain is another")
    return f"It all fits: {len(events)} events, fingerprint {short(links[-1])}."


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(check(json.load(file)))
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError, OSError) as error:
        sys.exit(f"This cannot be checked: {PLACE[0]}: {type(error).__name__} {error}")
