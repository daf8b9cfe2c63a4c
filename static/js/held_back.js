/* Held back: what a moment of the stage tells does not stand at the seats and beside the boards before it.

   A frame brings moments and the table as it is after them. The marks and ballots of seats, the election tracker,
   the piles and what is at stake keep what they show until the moment that tells of it (stage.js says when). What is read out is
   never held back, nor the decision, and nothing is held back where the stage shows nothing. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  const stage = document.getElementById("moments");
  if (!table || !stage) {
    return;
  }

  const BALLOTS = /^ballot-\d+$/;
  const BALLOTS_OF_MOMENT = ".moment-ballots > [data-seat]";
  const MARKS = /^seat-\d+$/;
  const COUNTS = /^(election-tracker(-steps|-\d+)?|piles(-draw-cards|-discard-cards)?|(liberal|fascist)-track-count|stakes)$/;
  /* At the end of the game all are told that they may speak, and the page may ask for the whole log. */
  const END = /^(open-log|talk-state)$/;
  /* What is added to the log, and a government at a seat. */
  const FRESH = ".log-section *, .seat-terms > *";
  const BOARDS = /^(liberal|fascist)-track(-slot-\d+|-notes)?$/;
  /* The regions that wait, the oldest first: their id, what they become, the frame that brought them. */
  let held = [];
  let frame = 0;
  let tells = false;
  let ends = false;

  /* A page that brings its moments (the tour) brings the boards before them, too. */
  const before = document.documentElement.dataset.stage !== "text" && document.getElementById("before");
  for (const shown of before ? [...before.content.children] : []) {
    const fresh = document.getElementById(shown.id);
    fresh.replaceWith(shown);
    held.push({ id: shown.id, fresh, frame });
  }

  function isHeldBack(id) {
    return [BALLOTS, MARKS, COUNTS, BOARDS].some((each) => each.test(id)) || (ends && END.test(id));
  }

  function show({ id, fresh }) {
    const shown = document.getElementById(id);
    const focused = shown?.contains(document.activeElement) ? document.activeElement.id : "";
    fresh.dataset.told = "";
    shown?.replaceWith(fresh);
    window.htmx?.process(fresh);
    if (focused) {
      document.getElementById(focused)?.focus({ preventScroll: true });
    }
  }

  /* Show what waits and came until this frame, of these regions. */
  function release(regions, until) {
    const isDue = (each) => regions.test(each.id) && each.frame <= until;
    held.filter(isDue).forEach(show);
    held = held.filter((each) => !isDue(each));
  }

  table.addEventListener("htmx:wsBeforeMessage", function (event) {
    const isSeen = document.documentElement.dataset.stage !== "text" && !document.hidden;
    tells = isSeen && event.detail.message.includes("data-lasts");
    ends = tells && event.detail.message.includes("final-reveal-headline");
    frame += 1;
  });

  table.addEventListener("htmx:oobBeforeSwap", function (event) {
    const { target, fragment } = event.detail;
    if (isHeldBack(target.id) && (tells || held.some((each) => each.id === target.id))) {
      event.detail.shouldSwap = false;
      held.push({ id: target.id, fresh: fragment.firstElementChild, frame });
    }
  });

  /* A moment belongs to the frame that brought it. */
  table.addEventListener("table:updated", function () {
    for (const moment of stage.querySelectorAll(":scope > :not([data-frame])")) {
      moment.dataset.frame = frame;
    }
  }, true);

  /* The marks of whom a moment is about; all others show what comes after it. */
  function marksIn(moment) {
    const plates = [...moment.querySelectorAll(".plate[data-seat]")];
    const targets = plates.filter((plate) => plate.matches(".plate-target"));
    return new RegExp(`^seat-(${(targets.length ? targets : plates).map((plate) => plate.dataset.seat).join("|") || "none"})$`);
  }

  table.addEventListener("table:tells", function ({ detail: { moment, what } }) {
    const until = Number(moment.dataset.frame);
    const waiting = [...stage.children].filter(
      (each) => each !== moment && !each.matches(".moment-private") && Number(each.dataset.frame) <= until,
    );
    const isNext = (...kinds) => waiting.some((each) => kinds.includes(each.dataset.kind));
    if (what === "ballots") {
      // What an earlier moment told has moved, and does so no more.
      table.querySelectorAll(":is(.boards, .seats) [data-told]").forEach((each) => delete each.dataset.told);
      // Those of a vote that is still to be told wait for it.
      if (!isNext("elected", "rejected")) {
        release(BALLOTS, until);
      } else {
        layBallots(moment);
      }
      return;
    }
    if (what === "card" || moment.matches("[data-kind=enacted], [data-kind=chaos]")) {
      release(BOARDS, until);
    }
    if (what === "card") {
      return;
    }
    // Who is nominated and elected with one frame is not in office before the vote.
    if (!(moment.dataset.kind === "nominated" && isNext("elected", "rejected"))) {
      release(what === "over" && !waiting.length ? MARKS : marksIn(moment), until);
    }
    if (what === "over" && isNext("elected", "rejected")) {
      moment.querySelectorAll(BALLOTS_OF_MOMENT).forEach((each) => layBallot(each.dataset.seat, ""));
    }
    if (isNext("elected", "chaos") && moment.querySelector(".moment-tracker")) {
      stepOn(moment);
    } else if (!isNext("enacted", "chaos") && moment.dataset.kind !== "nominated") {
      release(COUNTS, until);
    }
  });

  /* The ballots of a vote that another one follows: what waits are those of the last one. */
  function layBallots(moment) {
    moment.querySelectorAll(BALLOTS_OF_MOMENT).forEach((each) => layBallot(each.dataset.seat, each.className));
  }

  function layBallot(seat, vote) {
    const ballot = document.getElementById(`ballot-${seat}`);
    ballot.hidden = !vote;
    ballot.className = vote && `vote-${vote}`;
    ballot.lang = "de";
    ballot.textContent = { ja: "Ja!", nein: "Nein!" }[vote] ?? "";
  }

  /* What the frame brings is the tracker after an election or chaos, which puts it back. */
  function stepOn(moment) {
    const steps = [...document.querySelectorAll("#election-tracker .tracker-step")];
    const left = steps.find((each) => each.ariaCurrent);
    const here = steps[[...moment.querySelector(".moment-tracker").children].findIndex((each) => each.matches(".here"))];
    if (!left || !here || left === here || left.matches(".tracker-step-chaos")) {
      return;
    }
    const [pawn, said] = left.children;
    left.replaceChildren(said.textContent);
    if (!here.matches(".tracker-step-chaos")) {
      said.textContent = here.textContent.trim();
      here.replaceChildren(pawn, said);
    }
    left.ariaCurrent = null;
    here.ariaCurrent = "step";
    here.parentElement.dataset.told = "";
  }

  function isTelling() {
    return Boolean(stage.querySelector(":scope > :not(.moment-private)"));
  }

  function releaseAll() {
    if (!isTelling()) {
      release(/./, frame);
      table.querySelectorAll("[data-fresh]").forEach((line) => delete line.dataset.fresh);
    }
  }

  /* What the log and the seats' governments tell of it, as soon as it can be seen. */
  const news = new MutationObserver(function (changes) {
    const added = isTelling() ? changes.flatMap(({ addedNodes }) => [...addedNodes]) : [];
    for (const node of added.filter((each) => each instanceof HTMLElement && each.matches(FRESH))) {
      node.dataset.fresh = "";
    }
    releaseAll();
  });
  // A new connection replaces the regions in them.
  for (const place of table.querySelectorAll(".log-section, .round-table")) {
    news.observe(place, { childList: true, subtree: true });
  }

  table.addEventListener("table:updated", releaseAll, true);
  new MutationObserver(releaseAll).observe(stage, { childList: true });
  // The page is asked for then, and is newer than what waits.
  table.addEventListener("htmx:wsClose", () => release(/./, frame));
})();
