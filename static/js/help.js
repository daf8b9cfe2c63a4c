/* The rules beside the table, and the hints of a first game.

   Every link to a rule (a.rule) opens its section in #help-sheet: over the table on a phone, beside it on a
   desk. The section is fetched without cookies and without saying where from, so no server learns who reads
   what; without this file the same links open the rules in a new tab.

   A hint of a first game stands on the stage, under what it explains. Where that has no room for it, the round with
   the § is marked, and the hint stands over the section that it opens. At most one hint comes in a round, and to who
   plays no hint about nominations while others nominate: one's own vote is next, whose hint is of more use. What has
   stood beside the decision for some seconds until the phase was over counts as read. Which hint comes follows from
   what is public, and from what this device has shown before. */
(function () {
  "use strict";

  const GAMES_WITH_HINTS = 3;
  const LARGE_CARD = 170;
  const READ_MS = 4000;
  const sheet = document.getElementById("help-sheet");
  const table = document.getElementById("table");
  if (!sheet || !table) {
    return;
  }

  const byId = (id) => document.getElementById(id);
  const body = byId("help-sheet-body");
  const trouble = byId("help-trouble");
  const waiting = byId("help-waiting");
  const isNarrow = window.matchMedia("(max-width: 63.99rem)");
  const kept = new Map();
  let opener = null;
  let openerPlace = "";
  let openerHref = "";
  let asked = 0;

  /* --- The sheet ----------------------------------------------------------------------------------- */

  async function sectionAt(url) {
    if (!kept.has(url)) {
      const response = await fetch(url, {
        credentials: "omit",
        referrerPolicy: "no-referrer",
        headers: { "HX-Request": "true", "Accept-Language": document.documentElement.lang },
      });
      if (!response.ok) {
        throw new Error(String(response.status));
      }
      kept.set(url, await response.text());
    }
    return kept.get(url);
  }

  function anchorOf(url) {
    return new URL(url, location.href).pathname.split("/").filter(Boolean).pop();
  }

  function open() {
    if (sheet.open) {
      return;
    }
    // Over a modal dialog the sheet must be modal, too: nothing under one can be used.
    if (isNarrow.matches || document.querySelector("dialog:modal")) {
      // The sheet's own live regions go on reading out events (announce.js).
      sheet.showModal();
    } else {
      sheet.show();
    }
    tellOfDecision();
  }

  function show(html, anchor) {
    const page = document.createElement("template");
    page.innerHTML = html;
    for (const link of page.content.querySelectorAll("a:not([href^='#'])")) {
      link.target = "_blank";
    }
    body.replaceChildren(page.content);
    const heading = body.querySelector("h2");
    sheet.setAttribute("aria-labelledby", heading.id);
    bringHint(anchor);
    const place = body.querySelector(`#${CSS.escape(anchor)}`);
    const target = !place || place.contains(heading) ? heading : place;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    sheet.scrollTop = 0;
    if (target !== heading) {
      target.scrollIntoView({ block: "start" });
    }
  }

  async function read(url) {
    const mine = ++asked;
    trouble.hidden = true;
    body.setAttribute("aria-busy", "true");
    let html = "";
    try {
      html = await sectionAt(url);
    } catch {
      html = "";
    }
    if (mine !== asked) {
      return;
    }
    body.removeAttribute("aria-busy");
    open();
    if (html) {
      show(html, anchorOf(url));
    } else {
      body.replaceChildren();
      trouble.hidden = false;
      trouble.querySelector("a").href = url;
      byId("help-close").focus();
    }
  }

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a.rule, #help-sheet-body a[href^='#']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    if (sheet.contains(link)) {
      const anchor = link.hash.slice(1);
      const here = body.querySelector(`#${CSS.escape(anchor)}`);
      if (here) {
        here.scrollIntoView({ block: "start" });
      } else {
        read(`${sheet.dataset.rules}${anchor}/`);
      }
      return;
    }
    opener = link;
    openerPlace = link.closest("[id]")?.id ?? "";
    openerHref = link.getAttribute("href");
    read(link.href);
  });

  byId("help-close").addEventListener("click", () => sheet.close());

  /* Beside the table it is not modal, so the browser does not close it on Escape. */
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && sheet.open && !document.querySelector("dialog:modal")) {
      sheet.close();
    }
  });

  sheet.addEventListener("close", function () {
    asked += 1;
    showHint();
    const focused = document.activeElement;
    if (focused && focused !== document.body && !sheet.contains(focused)) {
      return;
    }
    // The link, or its successor in a redrawn region, or the sentence about the phase.
    const region = byId(openerPlace);
    const link = `a.rule[href="${CSS.escape(openerHref)}"]`;
    const successor = region?.matches(link) ? region : region?.querySelector(link);
    for (const place of [opener, successor, region?.querySelector("summary"), byId("phase-sentence")]) {
      if (place?.isConnected && place.checkVisibility()) {
        place.focus({ preventScroll: true });
        return;
      }
    }
  });

  function tellOfDecision() {
    waiting.hidden = !(sheet.open && table.querySelector(".decision-sentence-own"));
  }

  /* --- Hints --------------------------------------------------------------------------------------- */

  const hints = byId("first-hints");
  const stage = table.querySelector(":scope > .decision");
  const texts = [...hints.querySelectorAll("[data-hint]")];
  const again = byId("hints-again");
  const phaseRule = byId("phase-rule");
  // `last` is the hint that came last: its phase, and its game and round.
  let memory = { read: [], games: [], off: false, last: {} };
  try {
    memory = { ...memory, ...JSON.parse(localStorage.getItem("hints") || "{}") };
  } catch {
    // A browser without storage: hints come back with each page.
  }

  function remember() {
    try {
      localStorage.setItem("hints", JSON.stringify(memory));
    } catch {
      // As above.
    }
  }

  function areWanted() {
    return !memory.off && (memory.games.length < GAMES_WITH_HINTS || memory.games.includes(table.dataset.game));
  }

  function roundHere() {
    return `${table.dataset.game} ${document.querySelector("#log > .round-entry:last-of-type")?.id ?? ""}`;
  }

  function isDue(phase) {
    if (!areWanted() || phase === "game_over" || memory.read.includes(phase)) {
      return false;
    }
    const isOwn = table.querySelector(".decision-sentence-own") !== null;
    if (phase === "nominate" && "ownSeat" in table.dataset && !isOwn) {
      return false;
    }
    return memory.last.round !== roundHere() || memory.last.phase === phase;
  }

  // The height of the lowest card that one decides with (px), as far as it matters.
  function cardHeight() {
    const cards = [...stage.querySelectorAll(".hand-card, .ballot")];
    return Math.min(LARGE_CARD, ...cards.map((card) => card.getBoundingClientRect().height));
  }

  /* Shown if it pushes nothing off the screen and out of the stage, and makes no card small. */
  function stands() {
    const page = document.documentElement;
    const [length, inside, card] = [page.scrollHeight, stage.scrollHeight - stage.clientHeight, cardHeight()];
    hints.hidden = false;
    const hasNoRoom =
      page.scrollHeight > length || stage.scrollHeight - stage.clientHeight > Math.max(inside, 0) + 1;
    hints.hidden = hasNoRoom || cardHeight() < card - 1;
    return !hints.hidden;
  }

  // The hint in sight: its phase, and since when (ms) it has stood.
  let seen = { phase: "", since: 0 };

  function leaveBehind(phase) {
    if (seen.phase && seen.phase !== phase) {
      if (Date.now() - seen.since >= READ_MS && !memory.read.includes(seen.phase)) {
        memory.read.push(seen.phase);
        remember();
      }
      seen = { phase: "", since: 0 };
    }
  }

  function showHint() {
    const phase = table.dataset.phase;
    leaveBehind(phase);
    again.hidden = areWanted();
    if (phase === "game_over" && areWanted() && !memory.games.includes(table.dataset.game)) {
      memory.games.push(table.dataset.game);
      remember();
    }
    const due = isDue(phase);
    if (due && sheet.open && sheet.contains(hints)) {
      return;
    }
    for (const text of texts) {
      text.hidden = text.dataset.hint !== phase;
    }
    if (sheet.contains(hints)) {
      byId("decision").after(hints);
    }
    hints.hidden = true;
    mark(due && !stands());
    if (!hints.hidden && seen.phase !== phase) {
      seen = { phase, since: Date.now() };
    }
    const round = roundHere();
    if (due && (memory.last.phase !== phase || memory.last.round !== round)) {
      memory.last = { phase, round };
      remember();
    }
  }

  function mark(isWaiting) {
    phaseRule.classList.toggle("has-hint", isWaiting);
    byId("hint-waits").hidden = !isWaiting;
  }

  /* What had no room stands over the section it belongs to. */
  function bringHint(anchor) {
    if (phaseRule.classList.contains("has-hint") && anchorOf(phaseRule.href) === anchor) {
      mark(false);
      body.before(hints);
      hints.hidden = false;
    }
  }

  function endHint(change) {
    const place = sheet.contains(hints) ? "help-close" : "phase-sentence";
    change();
    remember();
    showHint();
    byId(place).focus({ preventScroll: true });
  }

  byId("hint-read").addEventListener("click", () => endHint(() => memory.read.push(hintShown())));
  byId("hints-off").addEventListener("click", () => endHint(() => (memory.off = true)));

  function hintShown() {
    return texts.find((text) => !text.hidden).dataset.hint;
  }

  again.addEventListener("click", function () {
    memory = { read: [], games: [], off: false, last: {} };
    remember();
    showHint();
    byId("help-close").focus();
  });

  function follow() {
    const rule = hints.querySelector(`[data-hint="${CSS.escape(table.dataset.phase)}"] a.rule`);
    if (rule) {
      phaseRule.href = rule.getAttribute("href");
    }
    showHint();
    tellOfDecision();
  }

  // A decision that has grown, a turned phone: there may be room, or none any more.
  new ResizeObserver(showHint).observe(table);
  table.addEventListener("table:updated", follow);
  follow();
})();
