// Checks the deal of a finished game in this browser: computes all of it again from the record, and says what fits.
// Written after games/engine/FAIR_DEAL.md. `verifyDeal` needs no page.

const encode = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// A text of so many bytes: another length would let one commitment fit several seeds.
function unhex(text, size, place) {
  need(typeof text === "string" && text.length === 2 * size && /^[0-9a-f]*$/.test(text), place);
  return Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16));
}

function number(value) {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
}

function join(...parts) {
  return new Uint8Array(parts.flatMap((part) => [...(typeof part === "string" ? encode(part) : part)]));
}

async function sha(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
}

async function hmac(key, ...parts) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, join(...parts)));
}

// The first thing that does not fit: a kind, and its place.
export class Fault extends Error {
  constructor(kind, values) {
    super(`${kind} ${JSON.stringify(values)}`);
    this.kind = kind;
    this.values = values;
  }
}

// Of the record it is asked only that what is read here is there; the place is told if it is not.
function need(fits, place) {
  if (!fits) throw new Fault("record", { key: place });
}

export const commitment = (deal, seed) => sha("secret-hitler/deal/1\0", deal, "\0", seed);
export const shareHash = (deal, share) => sha("secret-hitler/share/1\0", deal, "\0", share);

export async function keyOf(deal, seed, shares) {
  const hashed = [];
  for (const share of shares) hashed.push([hex(await shareHash(deal, share)), share]);
  hashed.sort(([one], [other]) => (one < other ? -1 : 1));
  const salt = await commitment(deal, seed);
  const info = encode("secret-hitler/key/1");
  const input = await crypto.subtle.importKey("raw", join(seed, ...hashed.map(([, share]) => share)), "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, input, 256));
}

function stream(key, label) {
  let block = 0;
  let words = [];
  return async function below(limit) {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      if (!words.length) {
        const view = new DataView((await hmac(key, label, "\0", number(block))).buffer);
        words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at));
        block += 1;
      }
      const word = words.shift();
      if (word < fair) return word % limit;
    }
  };
}

export const firstPresident = (key, players) => stream(key, "first president")(players);

export async function shuffled(key, label, items) {
  const below = stream(key, label);
  const list = [...items];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

export const deckOrder = (key, renewal, cards) => shuffled(key, `deck ${renewal}`, [...cards].sort());

// How many fascists play beside Hitler, and the policies of deck 0; a custom board is its code, such as
// "7-2-nisee-k0-z3-v5-6x11-0x0-c1".
export function boxOf(players, board = "standard") {
  let [fascists, liberal, fascist] = [Math.ceil(players / 2) - 2, 6, 11];
  if (board === "rebalanced") {
    if ([6, 7, 9].includes(players)) fascist -= 1;
  } else if (board !== "standard") {
    const code = /^(\d+)-(\d)-[a-z]{5}-k\d-z\d-v\d-(\d+)x(\d+)-(\d)x(\d)-c\d$/.exec(board)?.slice(1).map(Number);
    if (code?.[0] !== players) throw new Fault("board", {});
    [fascists, liberal, fascist] = [code[1], code[2] - code[4], code[3] - code[5]];
  }
  return { fascists, policies: "F".repeat(Math.max(0, fascist)) + "L".repeat(Math.max(0, liberal)) };
}

export function rolesInTheBox(players, board = "standard") {
  const { fascists } = boxOf(players, board);
  return ["hitler", ...Array(fascists).fill("fascist"), ...Array(players - 1 - fascists).fill("liberal")];
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export async function chainOf(deal, committed, key, events) {
  let link = await sha("secret-hitler/chain/1\0", deal, "\0", committed);
  let hidden = [];
  const links = [];
  for (const [isPublic, event] of events) {
    if (!isPublic) {
      hidden.push(event);
      continue;
    }
    const salt = await hmac(key, "salt\0", number(links.length + 1));
    link = await sha(link, await sha(canonical(event)), await sha(salt, canonical(hidden)));
    hidden = [];
    links.push(link);
  }
  return links;
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function shortForm(link) {
  const bits = link.slice(0, 5).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return [35n, 30n, 25n, 20n, 15n, 10n, 5n, 0n].map((shift) => LETTERS[Number((bits >> shift) & 31n)]).join("");
}

const same = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);
const sorted = (cards) => [...cards].sort();

// Follows the cards from the decks; at the first event whose cards do not lie there it stops.
async function checkCards(key, events) {
  let [pile, hand, discarded, decks] = [[], [], [], 0];
  const layDown = (card) => {
    const at = hand.indexOf(card);
    if (at >= 0) hand.splice(at, 1);
    return at >= 0;
  };
  for (const [at, [, event]] of events.entries()) {
    let fits = true;
    if (event.kind === "draw_pile_arranged") {
      const cards = decks ? [...pile, ...discarded] : event.draw_pile;
      fits = same(event.draw_pile, await deckOrder(key, decks, cards));
      [pile, discarded, decks] = [[...event.draw_pile], [], decks + 1];
    } else if (event.kind === "policies_drawn") {
      hand = pile.splice(0, 3);
    } else if (event.kind === "hand_shown") {
      fits = same(event.policies, sorted(hand));
    } else if (event.kind === "peek_shown") {
      fits = same(event.policies, pile.slice(0, 3));
    } else if (event.kind === "discard_chosen") {
      discarded.push(event.policy);
      fits = layDown(event.policy);
    } else if (event.kind === "policy_enacted") {
      fits = event.chancellor === null ? pile.shift() === event.policy : layDown(event.policy);
    } else if (event.kind === "top_policy_discarded") {
      const top = pile.splice(0, 1);
      discarded.push(...top);
      fits = top[0] === event.policy;
    } else if (event.kind === "veto_granted") {
      discarded.push(...hand.splice(0));
    }
    if (!fits) throw new Fault("cards", { number: at + 1 });
  }
  return decks;
}

const isNumber = (value, limit) => Number.isInteger(value) && value >= 0 && value < limit;

// The parts of a deal are written as they must be.
function checkForm({ shares, added_nothing: silent, joined, events, fingerprints }, players) {
  const lists = { shares, added_nothing: silent, joined, events, fingerprints };
  for (const [name, list] of Object.entries(lists)) need(Array.isArray(list), name);
  for (const [at, each] of shares.entries()) {
    const isNext = isNumber(each?.seat, players) && shares.slice(0, at).every(({ seat }) => seat < each.seat);
    need(isNext, `shares[${at}].seat`);
    unhex(each.hash, 32, `shares[${at}].hash`);
    if (each.share !== null) unhex(each.share, 16, `shares[${at}].share`);
  }
  for (const [at, seat] of joined.entries()) need(isNumber(seat, players) && joined.indexOf(seat) === at, `joined[${at}]`);
  need(joined.length === players, "joined");
  for (const [at, each] of events.entries()) {
    need(each?.length === 2 && typeof each[0] === "boolean" && typeof each[1]?.kind === "string", `events[${at}]`);
    const { kind, policies, draw_pile: pile } = each[1];
    if (kind === "draw_pile_arranged") need(Array.isArray(pile), `events[${at}].draw_pile`);
    if (kind === "hand_shown" || kind === "peek_shown") need(Array.isArray(policies), `events[${at}].policies`);
  }
}

// What else of a record is read here.
function checkRecord({ players, roles, deck, reshuffles, result, board = "standard" }) {
  for (const [name, list] of Object.entries({ players, roles, reshuffles })) need(Array.isArray(list), name);
  for (const [name, text] of Object.entries({ deck, board })) need(typeof text === "string", name);
  for (const [at, pile] of reshuffles.entries()) need(typeof pile === "string", `reshuffles[${at}]`);
  need(result !== null, "result");
}

// Calls `passed` with the name of each check that fits; throws the first Fault.
export async function verifyDeal(record, passed = () => {}) {
  checkRecord(record);
  const deal = record.meta?.fair_deal;
  need(deal?.version === 1, "meta.fair_deal.version");
  const players = record.players.length;
  checkForm(deal, players);
  const { deal_id: id, events, shares, joined } = deal;
  const of = (kind) => events.map(([, event]) => event).filter((event) => event.kind === kind);
  unhex(id, 16, "deal_id");
  const seed = unhex(deal.seed, 32, "seed");

  const committed = await commitment(id, seed);
  if (hex(committed) !== deal.commitment) throw new Fault("seed", {});
  passed("seed");

  const opened = shares.filter(({ share }) => share !== null);
  for (const { seat, hash, share } of opened) {
    if (hex(await shareHash(id, unhex(share, 16, "share"))) !== hash) throw new Fault("share", { seat });
  }
  const without = record.players.map((_name, seat) => seat).filter((seat) => !opened.some((each) => each.seat === seat));
  need(same(deal.added_nothing, without), "added_nothing");
  passed("share");
  const key = await keyOf(id, seed, opened.map(({ share }) => unhex(share, 16, "share")));

  const order = await shuffled(key, "seats", record.players.keys());
  for (const [seat, place] of order.entries()) if (joined[place] !== seat) throw new Fault("seat", { seat });
  passed("seat");

  const board = record.board ?? "standard";
  if ((of("game_started")[0]?.board ?? "standard") !== board) throw new Fault("board", {});
  need(of("game_started")[0]?.edition === record.edition, "edition");
  const box = boxOf(players, board);
  const dealt = of("secret_role_dealt");
  for (const [seat, role] of (await shuffled(key, "roles", rolesInTheBox(players, board))).entries()) {
    if (record.roles[seat] !== role || dealt[seat]?.seat !== seat || dealt[seat].role !== role) throw new Fault("role", { seat });
  }
  for (const all of [dealt, record.roles]) if (all.length !== players) throw new Fault("role", { seat: players });
  passed("role");

  const first = await firstPresident(key, players);
  if (record.first_president !== first || of("presidency_passed")[0]?.president !== first) throw new Fault("first", {});
  passed("first");

  const piles = [record.deck, ...record.reshuffles];
  const arranged = of("draw_pile_arranged");
  for (let renewal = 0; renewal < Math.max(piles.length, arranged.length); renewal += 1) {
    const expected = piles[renewal] && (await deckOrder(key, renewal, piles[renewal])).join("");
    const fits = expected && piles[renewal] === expected && arranged[renewal]?.draw_pile.join("") === expected;
    if (!fits || (!renewal && sorted(expected).join("") !== box.policies)) throw new Fault("deck", { number: renewal });
  }
  passed("deck");

  await checkCards(key, events);
  passed("cards");

  const ends = of("game_ended").map(({ victory }) => victory);
  need(same(ends, record.result === undefined ? [] : [record.result.reason]), "result");

  const links = await chainOf(id, committed, key, events);
  const letters = links.map(shortForm);
  const wrong = letters.findIndex((each, at) => each !== deal.fingerprints[at]);
  if (wrong >= 0) throw new Fault("fingerprint", { number: wrong + 1 });
  if (deal.fingerprints.length !== links.length || hex(links.at(-1)) !== deal.chain) {
    throw new Fault("fingerprint", { number: links.length });
  }
  passed("fingerprint");
}

// --- The page ---------------------------------------------------------------------------------------------------

// What this tab kept when it added to the deal (lobby_share.js): the record must say the same.
function checkOwn(deal) {
  const own = JSON.parse(sessionStorage.getItem(`deal ${deal.deal_id}`) ?? "null");
  if (!own) return null;
  const isOpened = deal.shares.some(({ share }) => share === own.share);
  const areShown = (own.hashes ?? []).every((hash) => deal.shares.some((each) => each.hash === hash));
  return own.commitment === deal.commitment && areShown && (isOpened || !own.hashes?.includes(own.hash));
}

async function checkPage(page) {
  const show = (name) => (page.querySelector(`[data-check="${name}"]`).hidden = false);
  const end = (name) => {
    page.querySelector("[data-busy]").hidden = true;
    page.querySelector(`[data-end="${name}"]`).hidden = false;
    page.dataset.result = name;
  };
  if (!crypto.subtle) return end("unable");
  try {
    const response = await fetch(page.dataset.record);
    if (!response.ok) return end("unable");
    const record = await response.json();
    await verifyDeal(record, show);
    const own = checkOwn(record.meta.fair_deal);
    if (own === false) throw new Fault("own", {});
    if (own) show("own");
    end("fits");
  } catch (error) {
    const { kind, values } = error instanceof Fault ? error : new Fault("record", { key: error.name });
    const sentence = page.querySelector(`[data-fault="${kind}"]`);
    for (const [name, value] of Object.entries(values)) {
      sentence.textContent = sentence.textContent.replace(`%(${name})s`, value);
    }
    sentence.hidden = false;
    end("fault");
  }
}

const page = globalThis.document?.getElementById("verify");
if (page) checkPage(page);
