// The home page and lobbies: keeps the focus when regions are swapped, says who comes and goes, sends acts in place,
// and leads people to a started game.
"use strict";

const lobby = document.getElementById("lobby");

// --- What is swapped --------------------------------------------------------------------------------------------

let held = null;

// What must survive a swap: the focus, by id and by region, and open menus.
function hold() {
  const focused = document.activeElement;
  held = {
    id: focused?.id ?? "",
    region: focused?.closest("[id^=lobby-]")?.id ?? "",
    open: [...document.querySelectorAll("details[id][open]")].map((each) => each.id),
  };
}

// A region was replaced; the button that had the focus has a successor with the same id. If that is gone, too, the
// focus goes to the heading of its region, not to the top of the page.
function restore() {
  for (const id of held?.open ?? []) {
    const menu = document.getElementById(id);
    if (menu) menu.open = true;
  }
  if (held?.id && document.activeElement === document.body) {
    document.getElementById(held.id)?.focus({ preventScroll: true });
    if (document.activeElement === document.body) {
      const region = document.getElementById(held.region);
      const place = region?.querySelector("[tabindex='-1'], button:enabled, a[href]");
      (place ?? document.getElementById("lobby-seats-title"))?.focus({ preventScroll: true });
    }
  }
  held = null;
}

document.addEventListener("htmx:wsBeforeMessage", hold);

document.addEventListener("htmx:wsAfterMessage", () => {
  restore();
  const way = document.getElementById("lobby-redirect")?.dataset.redirect;
  // A TV has no seat: it reloads its own address, which shows the game.
  if (way) window.location.assign(document.querySelector("[data-go-to]")?.dataset.goTo ?? way);
  tick();
  listen();
});

// --- For screen readers -----------------------------------------------------------------------------------------

// Lines wait until the focus is back in its place, and come one after the other, so that none cuts another short.
const FIRST_LINE_MS = 400;
const APART_MS = 150;
const KEPT_MS = 20000;
const lines = [];
let speaking = 0;

function listen() {
  for (const line of document.querySelectorAll("#lobby-news > p")) {
    lines.push(line.textContent);
    line.remove();
  }
  if (lines.length && !speaking) speaking = setTimeout(speak, FIRST_LINE_MS);
}

function speak() {
  const line = document.createElement("p");
  line.textContent = lines.shift();
  document.getElementById("lobby-announcer")?.append(line);
  // Old lines go, so that a screen reader does not meet them again in the page.
  setTimeout(() => line.remove(), KEPT_MS);
  speaking = lines.length ? setTimeout(speak, APART_MS) : 0;
}

// --- Acts in place ----------------------------------------------------------------------------------------------

const PATIENCE_MS = 8000;
let isLive = false;
let isSending = false;

document.addEventListener("htmx:wsOpen", () => (isLive = true));
document.addEventListener("htmx:wsClose", () => (isLive = false));

// Filling the table with bots, say, leaves the page where it is; without scripts the same button loads it anew.
document.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (event.target.id !== "lobby-actions" || !button?.hasAttribute("data-in-place")) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const answer = await send(button.formAction, new FormData(event.target, button));
  isSending = false;
  const refused = document.getElementById("lobby-refused");
  if (!answer) {
    refused.textContent = "";
    refused.append(notice(lobby.dataset.notSent));
    return;
  }
  const { response, page } = answer;
  const said = page.getElementById("lobby-refused");
  if (response.ok && new URL(response.url).pathname !== window.location.pathname) {
    window.location.assign(response.url);
  } else if (!said) {
    // This lobby has nothing to offer any more; its page says why.
    window.location.reload();
  } else {
    refused.replaceChildren(...document.importNode(said, true).childNodes);
    if (!isLive) showPage(page);
  }
});

// --- Settings in place ------------------------------------------------------------------------------------------

// Without this the same link and the same form are a page of their own.
const panel = document.getElementById("settings-panel");

function fillPanel(page) {
  const form = page.getElementById("settings-form");
  if (!form) return false;
  panel.replaceChildren(document.importNode(form, true));
  panel.hidden = false;
  document.getElementById("change-settings")?.setAttribute("aria-expanded", "true");
  panel.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "start" });
  return true;
}

function closePanel() {
  panel.replaceChildren();
  panel.hidden = true;
  const opener = document.getElementById("change-settings");
  opener?.removeAttribute("aria-expanded");
  opener?.focus();
}

panel?.parentElement.addEventListener("click", async (event) => {
  const link = event.target.closest("#change-settings, #settings-cancel");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.id === "settings-cancel" || !panel.hidden) {
    closePanel();
    return;
  }
  const answer = await load(link.href, { headers: { Accept: "text/html" } });
  if (!answer || !fillPanel(answer.page)) window.location.assign(link.href);
});

panel?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const answer = await send(event.target.action, new FormData(event.target, event.submitter));
  isSending = false;
  panel.querySelector("[data-not-sent]")?.remove();
  if (!answer) {
    const trouble = notice(lobby.dataset.notSent);
    trouble.dataset.notSent = "";
    panel.append(trouble);
  } else if (!fillPanel(answer.page)) {
    const said = answer.page.getElementById("lobby-refused");
    // Otherwise this lobby has nothing to offer any more; its page says why.
    if (!said) return window.location.reload();
    document.getElementById("lobby-refused").replaceChildren(...document.importNode(said, true).childNodes);
    closePanel();
    if (!isLive) showPage(answer.page);
  }
});

function send(url, fields, headers = {}) {
  const body = new URLSearchParams(fields);
  return load(url, { method: "POST", headers: { Accept: "text/html", ...headers }, body });
}

async function load(url, options) {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { response, page: new DOMParser().parseFromString(await response.text(), "text/html") };
  } catch {
    return null;
  }
}

function notice(text) {
  const paragraph = document.createElement("p");
  paragraph.classList.add("notice", "notice-error");
  paragraph.setAttribute("role", "alert");
  paragraph.textContent = text;
  return paragraph;
}

// Without a socket nothing else brings the page up to date.
function showPage(page) {
  hold();
  for (const name of ["heading", "status", "controls", "seats", "sizes", "settings", "deal", "talk", "talk-note"]) {
    const region = page.getElementById(`lobby-${name}`);
    if (region) document.getElementById(`lobby-${name}`)?.replaceWith(document.importNode(region, true));
  }
  restore();
  tick();
}

// --- Talk -------------------------------------------------------------------------------------------------------

const composer = document.querySelector("[data-lobby-talk]");
const scroller = document.querySelector(".lobby-talk > .chat-scroll");
let wasAtEnd = true;

document.addEventListener("htmx:wsBeforeMessage", () => {
  if (scroller) wasAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
});

document.addEventListener("htmx:wsAfterMessage", () => {
  const talk = document.getElementById("lobby-talk");
  if (scroller && wasAtEnd) scroller.scrollTop = scroller.scrollHeight;
  // The host has changed how people talk: another composer is needed.
  if (composer && talk && talk.dataset.mode !== composer.dataset.lobbyTalk) window.location.reload();
});

if (scroller) scroller.scrollTop = scroller.scrollHeight;

// The newest line stands at the head of the page until the talk has been in sight, with how many are new. It is for
// the eye: the talk is a log of its own.
const said = document.querySelector(".lobby-said");
const newestLine = () => scroller?.querySelector(".chat-line:last-of-type");
let seenLine = newestLine()?.id;

function showSaid() {
  const line = newestLine();
  if (!said || !line || line.id === seenLine) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (!document.hidden && top < window.innerHeight - 96 && bottom > 0) {
    seenLine = line.id;
    said.hidden = true;
    return;
  }
  const parts = line.querySelectorAll(".chat-author bdi, .chat-text");
  const lines = [...scroller.querySelectorAll(".chat-line")];
  const count = document.createElement("b");
  count.className = "badge";
  count.textContent = lines.length - 1 - lines.findIndex((each) => each.id === seenLine);
  said.replaceChildren(count, " ", ...[...parts].flatMap((part) => [part.cloneNode(true), " "]));
  said.hidden = false;
}

document.addEventListener("htmx:wsAfterMessage", showSaid);
document.addEventListener("visibilitychange", showSaid);
document.addEventListener("scroll", showSaid, { passive: true });

// A message leaves the box only when the server has taken it.
if (composer) {
  const box = composer.querySelector("textarea");
  const newId = () => {
    const words = crypto.getRandomValues(new Uint32Array(3));
    composer.elements.message_id.value = `c${[...words].map((word) => word.toString(36)).join("")}`;
  };
  newId();
  composer.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = box?.value;
    const said = await send(composer.getAttribute("action"), new FormData(composer), { "HX-Request": "true" });
    const answer = document.getElementById("lobby-talk-answer");
    const told = said?.page.getElementById("lobby-talk-answer");
    answer.textContent = told ? told.textContent : composer.dataset.notSent;
    if (!told?.dataset.accepted) return;
    if (box && box.value === typed) box.value = "";
    newId();
    const fresh = isLive ? null : await load(window.location.href, { headers: { Accept: "text/html" } });
    if (fresh) showPage(fresh.page);
    scroller.scrollTop = scroller.scrollHeight;
  });
  box?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (box.value.trim()) composer.requestSubmit();
  });
}

// --- Time and title ---------------------------------------------------------------------------------------------

// A ready check, and the wait for a rematch: the time left by the server's clock. The title calls people back to
// this tab: for the check, and when a seat is free that somebody waits for.
const plainTitle = document.title;
let clockIsBehind = 0;
let waitsForSeat = false;
let seatIsFree = false;

const isFull = () => Boolean(document.getElementById("lobby-seats")) && !document.querySelector(".lobby-seat-empty");

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now() - clockIsBehind) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    const opens = clock.closest("[data-opens]");
    if (opens && !left) {
      opens.disabled = false;
      clock.remove();
    }
  }
  const isVisitor = Boolean(document.querySelector(".join"));
  seatIsFree = isVisitor && (seatIsFree || waitsForSeat) && !isFull();
  waitsForSeat = isVisitor && isFull();
  const asked = document.querySelector("[data-asked]")?.dataset.asked ?? (seatIsFree ? lobby.dataset.freeSeat : "");
  document.title = asked ? `● ${asked} · ${plainTitle}` : plainTitle;
}

const now = Number(document.querySelector("[data-now]")?.dataset.now);
if (now) clockIsBehind = now - (performance.timeOrigin + performance.getEntriesByType("navigation")[0].responseStart);
setInterval(tick, 1000);
tick();
