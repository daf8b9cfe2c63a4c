/* Movement: marks what an update has just changed, so that moments.css can animate it.

   Only after an update, never on the first look; nothing waits for it, any key or tap ends it, and it is
   off where less motion is asked for. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  const LONGEST_MS = 3000;
  const asksForLess = window.matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;
  let timer = 0;

  function isReduced() {
    const choice = document.documentElement.dataset.motion;
    return choice === "reduced" || (choice !== "full" && asksForLess.matches);
  }

  function look() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
      version: Number(table.dataset.version),
      policies: ["liberal", "fascist"].map(
        (party) => all(`#${party}-track .policy-slot > .policy-card`).length,
      ),
      tracker: all("#election-tracker .tracker-step").findIndex((step) => step.ariaCurrent),
      ballots: all(".seat > .vote-ja, .seat > .vote-nein").length,
      hand: all("#decision .policy-card").length,
      isOver: Boolean(document.querySelector("#final-reveal .role-card")),
    };
  }

  function move(selector) {
    for (const element of document.querySelectorAll(selector)) {
      element.classList.add("moves");
    }
  }

  function stop() {
    clearTimeout(timer);
    for (const element of document.querySelectorAll(".moves")) {
      element.classList.remove("moves");
    }
  }

  function animate() {
    const now = look();
    const then = before;
    before = null;
    if (then && now.isOver && !then.isOver && !document.activeElement?.closest("input, textarea")) {
      showPoster();
    }
    if (!then || now.version <= then.version || isReduced() || document.hidden) {
      return;
    }
    stop();
    if (isStaged()) {
      // Boards and seats move with the moments (moments.css). What they hide moves when they are over.
      table.addEventListener("table:cleared", () => moveUncovered(now, then), { once: true });
      return;
    }
    ["liberal", "fascist"].forEach(function (party, place) {
      if (now.policies[place] > then.policies[place]) {
        move(`#${party}-track .policy-card-new`);
      }
    });
    if (now.tracker !== then.tracker) {
      move("#election-tracker .tracker-step[aria-current]");
    }
    if (now.ballots && !then.ballots) {
      move(".seat > .vote-ja, .seat > .vote-nein");
    }
    moveUncovered(now, then);
  }

  function isStaged() {
    return document.documentElement.dataset.stage !== "text" && Boolean(document.querySelector("#moments > *"));
  }

  /* What the stage has covered, or the end of the game. */
  function moveUncovered(now, then) {
    if (now.hand && !then.hand) {
      move("#decision .hand > li");
    }
    if (now.isOver && !then.isOver) {
      move("#final-reveal, #final-reveal .final-reveal-roles > li");
    }
    timer = setTimeout(stop, LONGEST_MS);
  }

  /* --- The poster at the end is put over the table; put away, it leaves the whole window to it ---------- */

  function showPoster() {
    const poster = document.getElementById("final-reveal");
    const { top } = poster.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) {
      poster.scrollIntoView({ behavior: isReduced() ? "auto" : "smooth", block: "start" });
    }
  }

  function takeOff() {
    if (document.querySelector(".game-table-live > .final-reveal:not([hidden])")) {
      table.classList.remove("game-table-live");
      window.scrollTo({ top: 0 });
      document.getElementById("show-poster")?.focus({ preventScroll: true });
    }
  }

  function putBack() {
    table.classList.add("game-table-live");
    document.getElementById("final-reveal-heading")?.focus({ preventScroll: true });
  }

  table.addEventListener("click", function (event) {
    if (event.target.closest("#put-poster-away")) {
      takeOff();
    } else if (event.target.closest("#show-poster")) {
      event.preventDefault();
      putBack();
    }
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      takeOff();
    }
  });
  /* It must not cover the focused element either. */
  for (const part of table.querySelectorAll(".boards, .seats")) {
    part.addEventListener("focusin", takeOff);
  }

  table.addEventListener("table:before", () => (before = look()));
  table.addEventListener("table:updated", animate, true);
  document.addEventListener("keydown", stop, true);
  document.addEventListener("pointerdown", stop, true);
})();
