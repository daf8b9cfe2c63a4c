// What this browser adds to the deal: it draws a share, announces the share's digest, and opens the share when the game
// begins. This tab keeps it, for the page that checks the deal after the game. games/engine/FAIR_DEAL.md says why.

const AFTER_THE_DEAL_MS = 5000;
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function digest(deal, share) {
  const head = new TextEncoder().encode(`secret-hitler/share/1\0${deal}\0`);
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array([...head, ...share])));
}

// One share for each deal in this tab, with what the page said of the deal when the share was drawn.
async function keptShare({ deal, commitment }) {
  const kept = JSON.parse(sessionStorage.getItem(`deal ${deal}`) ?? "null");
  if (kept) return kept;
  const share = crypto.getRandomValues(new Uint8Array(16));
  const drawn = { deal, commitment, share: hex(share), hash: await digest(deal, share) };
  keep(drawn);
  return drawn;
}

function keep(own) {
  sessionStorage.setItem(`deal ${own.deal}`, JSON.stringify(own));
}

function fillForm(own) {
  const form = document.getElementById("lobby-actions");
  for (const [name, value] of [["deal", own.deal], ["share_hash", own.hash]]) {
    const field = form.elements[name] ?? form.appendChild(document.createElement("input"));
    Object.assign(field, { type: "hidden", name, value });
  }
}

function send(url, fields) {
  const token = JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";
  const body = new URLSearchParams(fields);
  return fetch(url, { method: "POST", headers: { "X-CSRFToken": token }, body }).catch(() => null);
}

let announced = "";
let opened = "";

async function look() {
  const region = document.getElementById("lobby-deal");
  if (!region?.dataset.deal) return;
  const { deal, commitment, opening, ownHash, url } = region.dataset;
  const own = await keptShare(region.dataset);
  fillForm(own);
  if (opening && opened !== deal) {
    opened = deal;
    own.hashes = opening.split(" ");
    keep(own);
    // Only if the site shows what this browser announced, and is bound to what it was bound to before.
    if (own.hashes.includes(own.hash) && own.commitment === commitment) await send(url, { deal, share: own.share });
    // The lobby's socket leads to the table; a page without one looks again.
    setTimeout(() => window.location.reload(), AFTER_THE_DEAL_MS);
  } else if (!opening && region.hasAttribute("data-wanted") && ownHash !== own.hash && announced !== own.hash) {
    announced = own.hash;
    await send(url, { deal, share_hash: own.hash });
  }
}

// Only on pages that nobody else can read on the way; elsewhere a browser adds nothing.
if (crypto.subtle) {
  let looking = Promise.resolve();
  // One that may not keep anything adds nothing either.
  const lookAgain = () => (looking = looking.then(look).catch(() => {}));
  lookAgain();
  new MutationObserver(lookAgain).observe(document.getElementById("lobby"), { childList: true, subtree: true });
}
