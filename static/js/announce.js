/* Reads out what happened at the table: one announcement for each event, in order.

   The server appends lines to the hidden list #announcements; here they go one after the other into a
   polite live region, so that a burst of ten is ten announcements. The ballots tell who has voted. What has its
   moment on the stage is said in the moment's words. "Your decision" is said with all that led to it and was not
   said yet, in one piece, in an assertive region: so nothing of it comes after the call. Both regions stand outside
   everything that is swapped. A modal dialog silences whatever lies under it, so every dialog has a pair of its own,
   there before it is needed. */
(function () {
  "use strict";

  const APART_MS = 120;
  /* Lines wait here a little, as a screen reader would let them wait: faster than any of them speaks. */
  const A_LETTER_MS = 12;
  const LONGEST_WAIT_MS = 1500;
  const LONGEST_QUEUE = 10;
  const KEPT_MS = 20000;

  const table = document.getElementById("table");
  const incoming = document.getElementById("announcements");
  const polite = document.getElementById("announcer");
  const urgent = document.getElementById("announcer-urgent");
  if (!table || !incoming || !polite || !urgent) {
    return;
  }

  for (const dialog of document.querySelectorAll("dialog")) {
    for (const region of [polite, urgent]) {
      const twin = region.cloneNode(false);
      twin.removeAttribute("id");
      twin.dataset.twinOf = region.id;
      dialog.append(twin);
    }
  }

  /* The live region, or its copy in an open dialog. */
  function heard(region) {
    const over = region.closest("dialog:modal") ? null : document.querySelector("dialog:modal");
    return over?.querySelector(`[data-twin-of="${region.id}"]`) ?? region;
  }

  const options = document.documentElement.dataset;
  /* Each is what is said in one piece. */
  const queue = [];
  const staged = new WeakSet();
  let timer = 0;
  let notice = "";
  let refocused = "";

  function say(region, ...texts) {
    const piece = document.createElement("div");
    for (const text of texts) {
      const line = document.createElement("p");
      line.textContent = text;
      piece.append(line, " ");
    }
    heard(region).append(piece);
    // Old announcements go, so that a screen reader does not meet them again in the page.
    setTimeout(() => piece.remove(), KEPT_MS);
  }

  function timeFor(text) {
    const spoken = Math.min(Math.max(APART_MS, text.length * A_LETTER_MS), LONGEST_WAIT_MS);
    return queue.length > LONGEST_QUEUE ? APART_MS : spoken;
  }

  function next() {
    timer = 0;
    const piece = queue.shift();
    if (piece) {
      say(piece.region, ...piece.texts);
      timer = setTimeout(next, timeFor(piece.texts.join(" ")));
    }
  }

  function enqueue(text) {
    queue.push({ region: polite, texts: [text] });
  }

  /* What has happened comes first, in the same breath. */
  function call(text) {
    const before = queue.splice(0).flatMap((piece) => piece.texts);
    queue.push({ region: urgent, texts: [...before, text] });
  }

  function sentence() {
    return document.getElementById("phase-sentence");
  }

  /* The moments that this update has brought, by stage.js still unplayed. */
  function newMoments() {
    const moments = [...document.querySelectorAll("#moments > li:not(.moment-private)")];
    const fresh = options.stage === "text" ? [] : moments.filter((moment) => !staged.has(moment));
    fresh.forEach((moment) => staged.add(moment));
    return fresh;
  }

  function headline(moment) {
    const told = moment.querySelectorAll(".moment-headline, .moment-aside[data-said]");
    return [...told].map((each) => each.textContent).join(" ");
  }

  /* That the viewer has to decide, in which round if it is known, and what. */
  function callOf(round = "") {
    return [polite.dataset.decision, round && polite.dataset.round.replace("{round}", round), sentence().textContent]
      .filter(Boolean).join(". ");
  }

  /* A line with a round, and one without words, stands for the sentence of the phase. */
  function textOf({ dataset, textContent }) {
    return dataset.round ? callOf(dataset.round) : textContent || sentence().textContent;
  }

  /* Which texts to say of these lines: a moment in its own words, and then what no line tells. */
  function textsOf(lines, moments) {
    const inLines = new Set(lines.map((line) => line.dataset.moment));
    const texts = [];
    for (const line of lines) {
      const place = moments.findIndex((moment) => moment.dataset.kind === line.dataset.moment);
      if (place >= 0) {
        texts.push({ line, text: headline(moments.splice(place, 1)[0]) });
        while (moments[place] && !inLines.has(moments[place].dataset.kind)) {
          texts.push({ line, text: headline(moments.splice(place, 1)[0]) });
        }
      } else {
        texts.push({ line, text: textOf(line) });
      }
    }
    return texts;
  }

  /* Whose ballots this update has brought; the viewer's own is told by its vote. Heard at once, also where the seat
     waits for a moment of the stage (held_back.js). */
  let voted = [];

  table.addEventListener("htmx:oobBeforeSwap", function ({ detail: { target, fragment } }) {
    const isNew = fragment.firstElementChild?.matches(".vote-cast") && !target.matches(".vote-cast");
    const seat = isNew && target.closest(".seat:not(.seat-own)");
    if (seat) {
      voted.push(seat.querySelector(".seat-name").textContent.trim());
    }
  });

  let waitedFor = sentence().textContent;

  /* The open motion, and the answers to it. */
  function agreement() {
    const lines = document.querySelectorAll("#agreement p");
    return [...lines].map((line) => line.textContent).join(" ");
  }

  let agreed = agreement();

  function isPaused() {
    return document.querySelector("#agreement[data-paused]") !== null;
  }

  let wasPaused = isPaused();

  /* What the viewer may now say of an act of their own; its round tells a new offer from an older one. */
  function offer() {
    const newest = document.querySelector("#claim-offers > .claim-offer");
    const round = Number(newest?.querySelector("[name=round]").value ?? 0);
    return { round, question: newest?.querySelector("summary").textContent ?? "" };
  }

  let offered = offer();

  /* Who has taken more time. */
  function longer() {
    return document.querySelector("#phase-aside .phase-longer")?.textContent ?? "";
  }

  let tookTime = longer();

  /* That a stand-in plays the seat, and what brings its player back. */
  function standIn() {
    const said = document.querySelectorAll("#stand-in p, #take-seat-back");
    return [...said].map((each) => each.textContent.trim()).join(" ");
  }

  let stoodIn = standIn();

  function listen() {
    if (options.ballots !== "off") {
      voted.forEach((name) => enqueue(polite.dataset.voted.replace("{name}", () => name)));
    }
    const lines = [...incoming.children];
    for (const { line, text } of textsOf(lines, newMoments())) {
      if (line.dataset.round) {
        call(text);
      } else if (text !== refocused) {
        // The focus has just been given to the same sentence, which says it.
        enqueue(text);
      }
    }
    incoming.replaceChildren();
    refocused = "";
    voted = [];
    if (!lines.length && sentence().textContent !== waitedFor) {
      // After a gap: the log has what happened in between.
      if (sentence().classList.contains("decision-sentence-own")) {
        call(callOf());
      } else {
        enqueue(sentence().textContent);
      }
    }
    waitedFor = sentence().textContent;
    const refused = document.getElementById("notices")?.textContent.trim() ?? "";
    if (refused && refused !== notice) {
      say(urgent, refused);
    }
    notice = refused;
    const asked = agreement();
    if (asked && asked !== agreed) {
      enqueue(asked);
    }
    agreed = asked;
    if (wasPaused && !isPaused() && !document.querySelector("#table > [data-ended]")) {
      enqueue(polite.dataset.goesOn);
    }
    wasPaused = isPaused();
    const extended = longer();
    if (extended && extended !== tookTime) {
      enqueue(extended);
    }
    tookTime = extended;
    const newest = offer();
    if (newest.question && newest.question !== offered.question && newest.round >= offered.round) {
      enqueue(newest.question);
    }
    offered = newest.question ? newest : offered;
    const replaced = standIn();
    if (replaced && replaced !== stoodIn) {
      say(urgent, replaced);
    }
    stoodIn = replaced;
    if (!timer) {
      next();
    }
  }

  table.addEventListener("table:updated", listen, true);
  // What came while this file was on its way.
  if (incoming.childElementCount) {
    listen();
  }
  /* A screen reader tells where the focus has gone; what happened waits until then. */
  table.addEventListener("table:refocused", function (event) {
    refocused = event.detail;
    clearTimeout(timer);
    timer = setTimeout(next, timeFor(refocused));
  });
  table.addEventListener("table:say", (event) => say(urgent, event.detail));
})();
