/* The stage: shows the moments of the table one after the other, over the place of the decision.

   The server appends each moment to #moments. A tap or a key ends it, else its time does; nothing waits for it.
   What only the viewer may see stays until it is put away: when the stage is wanted, it goes on small beside it until
   the decision after that begins, or another moment; then it is found among what only its viewer knows. Nothing is shown twice, and who comes late or comes back sees the table
   as it is: a page and a new connection bring no moments.

   While a moment is shown, the table says which (data-moment), and seats say what part they have in it (data-part):
   seats turn over and boards take their cards by that (moments.css). What comes after it can be neither seen nor
   pressed before all that everybody sees has been shown (data-covered). */
(function () {
  "use strict";

  const stage = document.getElementById("moments");
  if (!stage) {
    return;
  }

  const root = document.documentElement;
  const BRISK = 0.5;
  /* More than happens at once: somebody was away. */
  const BACKLOG = 4;
  /* When an enacted card turns over, whatever it is, when it leaves the stage, and how long it flies, in milliseconds. */
  const CARD_TURNS_MS = 650;
  const CARD_LEAVES_MS = 2050;
  const CARD_FLIES_MS = 420;
  /* When a moment tells what it is about, in milliseconds; others do at once. Seats and tracker wait for it (held_back.js). */
  const TELLS_MS = {
    elected: 1320, rejected: 1320, veto_granted: 600, chaos_discard: 600, executed: 970, not_hitler: 1370, hitler_revealed: 1370,
    enacted: CARD_LEAVES_MS + CARD_FLIES_MS, chaos: CARD_LEAVES_MS + CARD_FLIES_MS,
  };
  /* How much later the verdict of a close vote comes (--verdict in moments.css). */
  const SLOW_BALLOTS_MS = 330;
  /* How long one's own secret has the stage, whatever else wants it. */
  const SECRET_SEEN_MS = 2500;
  const IN_QUESTION = "[data-asked]:not([data-told])";
  const table = document.getElementById("table");
  /* One's own secrets beside the stage, the newest on top. */
  const kept = document.createElement("ol");
  kept.className = "moments-kept";
  stage.after(kept);
  let shown = null;
  let shownAt = 0;
  let timer = 0;
  let turning = 0;
  let flight = 0;
  let telling = 0;
  /* The moment for which the newest secret has left the stage. */
  let wantedBy = null;

  function pace() {
    return root.dataset.stage === "brisk" ? BRISK : 1;
  }

  function isPrivate(moment) {
    return moment.classList.contains("moment-private");
  }

  function drop(moments) {
    for (const moment of moments) {
      moment.remove();
    }
    tellTable();
  }

  /* --- What the table shows beside the stage ------------------------------------------------------------ */

  function seatOf(number) {
    return document.getElementById(`seat-${number}-name`)?.closest(".seat");
  }

  function cardOf(moment) {
    const isCard = ["enacted", "chaos"].includes(moment.dataset.kind);
    return isCard ? (moment.classList.contains("moment-liberal") ? "liberal" : "fascist") : "";
  }

  /* The moment that is shown, and what it does to the table; the boards wait for its card (held_back.js). */
  function tellTable() {
    table.toggleAttribute("data-staged", stage.children.length > 0);
    table.toggleAttribute("data-covered", [...stage.children].some((moment) => !isPrivate(moment)));
    // A page that brings its moments (the tour) is covered by it until they play.
    delete table.dataset.next;
    set(table, "moment", shown?.dataset.kind ?? "");
    // Grey until it is over, and until the answer to what is asked after it.
    table.toggleAttribute("data-grey", Boolean(shown?.matches("[data-grave]:not([data-asked][data-told])")));
    // The power of the card that has just come down.
    table.toggleAttribute("data-lit", Boolean(shown?.matches("[data-landed]:has(> .moment-power)")));
    table.toggleAttribute("data-uncleared", [...stage.children].some((each) => each.matches(IN_QUESTION)));
    for (const seat of table.querySelectorAll(".seat:is([data-part], [data-slow])")) {
      delete seat.dataset.part;
      delete seat.dataset.slow;
    }
    for (const ballot of shown?.querySelectorAll(".moment-ballots > [data-slow]") ?? []) {
      set(seatOf(ballot.dataset.seat), "slow", ballot.dataset.slow);
    }
    // Before the verdict, nobody is told of those who are elected.
    for (const plate of shown?.querySelectorAll(":is([data-told], :not(:has(> .moment-ballots))) > .moment-plates > .plate") ?? []) {
      const seat = seatOf(plate.dataset.seat);
      if (seat) {
        seat.dataset.part = plate.className.replace(/^plate plate-/, "");
      }
    }
  }

  function set(element, name, value) {
    if (!element) {
      return;
    }
    if (value) {
      element.dataset[name] = value;
    } else {
      delete element.dataset[name];
    }
  }

  /* The card is turned over: also where nothing moves, so that the order is the same for everybody. */
  function turn(moment) {
    moment.dataset.turned = "";
    tellTable();
  }

  /* The card goes from the stage to its place on the board, which until then looks as it did before. */
  function land(moment) {
    table.dispatchEvent(new CustomEvent("table:tells", { detail: { moment, what: "card" } }));
    const from = moment.querySelector(".moment-cards > .policy-card");
    const card = document.querySelector(`#${cardOf(moment)}-track .policy-card-new`);
    moment.dataset.landed = "";
    tellTable();
    if (!from || !card) {
      return;
    }
    card.classList.add("policy-card-landed");
    setTimeout(() => card.classList.remove("policy-card-landed"), 2400);
    const [start, end] = [from.getBoundingClientRect(), card.getBoundingClientRect()];
    // Under a drawer of a phone the card is not drawn (drawers.css).
    if (!moves() || !end.width || !start.width) {
      return;
    }
    const across = start.x + start.width / 2 - end.x - end.width / 2;
    const down = start.y + start.height / 2 - end.y - end.height / 2;
    // Up and out of the stage first: it flies over none of its words.
    const out = stage.getBoundingClientRect().top - end.y - 1.2 * end.height;
    const at = (y) => [across, y].map((length) => `${length}px`).join(" ");
    card.animate(
      [
        { translate: at(down), scale: Math.min(start.width / end.width, start.height / end.height), rotate: "-5deg" },
        ...(out > 0 ? [{ translate: at(out), scale: 1.4, rotate: "0deg", offset: 0.45 }] : []),
        { translate: "0 0", scale: 1.25, rotate: "0deg", offset: 0.85 },
        { translate: "0 0", scale: 1, rotate: "0deg" },
      ],
      { duration: CARD_FLIES_MS * pace(), easing: "cubic-bezier(.4, 0, .6, 1)" },
    );
  }

  function moves() {
    return Number(getComputedStyle(root).getPropertyValue("--pace")) > 0;
  }

  /* --- One after the other -------------------------------------------------------------------------------- */

  /* Seats and tracker show what it is about. */
  function tell(moment, what = "all") {
    clearTimeout(telling);
    moment.dataset.told = "";
    tellTable();
    table.dispatchEvent(new CustomEvent("table:tells", { detail: { moment, what } }));
  }

  /* A busy device may draw the stamp late. */
  function tellWithStamp(moment) {
    const stamp = moment.querySelector(".moment-stamp");
    if (stamp && getComputedStyle(stamp).opacity === "0") {
      telling = setTimeout(tellWithStamp, 50, moment);
    } else {
      tell(moment);
    }
  }

  function end() {
    clearTimeout(timer);
    clearTimeout(turning);
    clearTimeout(flight);
    if (shown) {
      tell(shown, "over");
    }
    const seen = shown;
    shown = null;
    if (seen) {
      putAway(seen);
    }
    play();
  }

  function play() {
    const next = stage.firstElementChild;
    if (shown || !next) {
      if (!shown && isOver()) {
        kept.replaceChildren();
      }
      if (!shown && table.hasAttribute("data-staged")) {
        tellTable();
        table.dispatchEvent(new CustomEvent("table:cleared"));
      }
      return;
    }
    shown = next;
    if (!isPrivate(next) && next !== wantedBy) {
      fold([...kept.children]);
    }
    shown.dataset.shown = "";
    stage.parentElement.scrollTop = 0;
    tellTable();
    const isCard = Boolean(cardOf(shown));
    const later = (isCard ? CARD_TURNS_MS : shown.querySelector("[data-slow]") ? SLOW_BALLOTS_MS : 0) * pace();
    table.dispatchEvent(new CustomEvent("table:tells", { detail: { moment: shown, what: "ballots" } }));
    const tells = (TELLS_MS[shown.dataset.kind] ?? 0) * pace();
    telling = setTimeout(tellWithStamp, isCard ? tells : moves() ? tells + later : 0, shown);
    table.dispatchEvent(new CustomEvent("table:moment", { detail: { sound: shown.dataset.sound, later } }));
    if (isCard) {
      turning = setTimeout(turn, CARD_TURNS_MS * pace(), shown);
      flight = setTimeout(land, CARD_LEAVES_MS * pace(), shown);
    }
    if (isPrivate(shown)) {
      shownAt = performance.now();
      giveWay();
    } else {
      // The announcements say it already (announce.js).
      shown.ariaHidden = "true";
      timer = setTimeout(end, Number(shown.dataset.lasts) * pace());
    }
  }

  function isOver() {
    return document.querySelector("#table-state[data-ended]") !== null;
  }

  /* A decision of one's own, the end, and what everybody sees want the stage of one's own secret. */
  function giveWay() {
    clearTimeout(timer);
    if (shown.nextElementSibling || document.querySelector("#phase-sentence.decision-sentence-own") || isOver()) {
      timer = setTimeout(stepAside, Math.max(0, shownAt + SECRET_SEEN_MS - performance.now()));
    }
  }

  function stepAside() {
    const secret = shown;
    secret.dataset.until = table.dataset.phase;
    wantedBy = secret.nextElementSibling;
    const focused = secret.contains(document.activeElement) ? document.activeElement : null;
    shown = null;
    delete secret.dataset.shown;
    kept.append(secret);
    focused?.focus({ preventScroll: true });
    tell(secret, "over");
    play();
  }

  /* The table has gone on, and its answer is under "Seen". */
  function fold(secrets) {
    secrets.forEach(putAway);
  }

  function putAway(secret) {
    const hadFocus = secret.contains(document.activeElement);
    secret.remove();
    if (hadFocus) {
      document.getElementById("phase-sentence")?.focus({ preventScroll: true });
    }
  }

  function take() {
    const waiting = [...stage.children].filter((moment) => moment !== shown);
    const open = waiting.filter((moment) => !isPrivate(moment));
    if (root.dataset.stage === "text") {
      // The log says it all, and the box of what only the viewer knows.
      drop(waiting);
    } else if (document.hidden) {
      drop(open);
    } else if (open.length > BACKLOG) {
      drop(open.slice(0, -1));
    }
    fold([...kept.children].filter((secret) => secret.dataset.until !== table.dataset.phase));
    if (shown && isPrivate(shown)) {
      giveWay();
    }
    if (stage.children.length) {
      tellTable();
    }
    play();
  }

  function isTyping(target) {
    return target instanceof Element && Boolean(target.closest("input, textarea, select, [contenteditable]"));
  }

  table.addEventListener("table:updated", take, true);

  stage.addEventListener("click", function (event) {
    if (shown && (!isPrivate(shown) || event.target.closest(".moment-done"))) {
      end();
    }
  });

  kept.addEventListener("click", function (event) {
    if (event.target.closest(".moment-done")) {
      putAway(kept.lastElementChild);
    }
  });

  kept.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      putAway(kept.lastElementChild);
    }
  });

  /* Any key that is not meant for something else; what is private only Escape puts away, beside its button. */
  document.addEventListener("keydown", function (event) {
    if (!shown || event.repeat || isTyping(event.target) || document.querySelector("dialog:modal")) {
      return;
    }
    if (event.key === "Escape" || (!isPrivate(shown) && (event.key === "Enter" || event.key === " "))) {
      if (!event.target.closest?.("a, button, summary") || event.key === "Escape") {
        event.preventDefault();
        end();
      }
    }
  });

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) {
      drop([...stage.children].filter((moment) => !isPrivate(moment)));
      if (shown && !shown.isConnected) {
        [timer, turning, flight, telling].forEach(clearTimeout);
        shown = null;
        tellTable();
      }
    } else {
      play();
    }
  });

  // An update came while this file was on its way.
  if (table.hasAttribute("data-live")) {
    take();
  }
})();
