/* The hints of a first game.

   A hint stands on the stage, under what it explains. Where that has no room for it, the round with
   the § is marked, and the hint stands over the section that it opens (help.js). At most one hint comes in a round, and to who
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
  function bringHint({ detail: anchor }) {
    if (phaseRule.classList.contains("has-hint") && phaseRule.pathname.split("/").filter(Boolean).pop() === anchor) {
      mark(false);
      byId("help-sheet-body").before(hints);
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
  }

  // A decision that has grown, a turned phone: there may be room, or none any more.
  new ResizeObserver(showHint).observe(table);
  table.addEventListener("table:updated", follow);
  sheet.addEventListener("help:shown", bringHint);
  sheet.addEventListener("close", showHint);
  follow();
})();
