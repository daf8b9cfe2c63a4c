/* What lies behind the table on a phone: the talk, the rounds, the notes, and "More".

   The address of the page says which drawer is open (#talk), so they open and close without this file.
   It closes them when Escape or what opened them is pressed, and those over the stage when a decision becomes its
   viewer's own or its time is nearly up, when a stand-in takes the seat, or when somebody is chosen at their seat;
   what was typed stays.
   Nothing is taken from under a line that is being typed: then the head of the stage, above the drawer, leads back. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  let lastAsked = asked();
  let wasReplaced = isReplaced();

  /* What the viewer is asked now, or nothing. */
  function asked() {
    const sentence = document.querySelector("#phase-sentence.decision-sentence-own");
    return sentence ? `${table.dataset.phase} ${sentence.textContent}` : "";
  }

  /* Whether a stand-in plays the viewer's seat. */
  function isReplaced() {
    return document.getElementById("take-seat-back") !== null;
  }

  function isTyping() {
    const field = document.activeElement;
    return field !== null && field.matches(".drawer textarea, .drawer input:not([type=radio])") && field.value.trim() !== "";
  }

  function close() {
    const drawer = table.querySelector(".drawer:target");
    if (drawer) {
      // No step of the history: "back" leads away from the table, not into the drawer.
      location.replace("#table");
    }
  }

  /* Who was in a drawer that closes is led to what asks, or back to what opened it. */
  window.addEventListener("hashchange", function (event) {
    const opened = new URL(event.oldURL).hash;
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused.id === "table" || !focused.checkVisibility();
    if (!opened || !isLost || table.querySelector(".drawer:target")) {
      return;
    }
    const chips = [...table.querySelectorAll(".own-strip a")].filter((each) => each.checkVisibility());
    const opener = chips.find((each) => each.hash === opened) ?? chips[0];
    (asked() ? document.getElementById("phase-sentence") : opener)?.focus({ preventScroll: true });
  });

  /* Beside the table, on a desk, nothing is in the way of a decision. */
  function isOverTheTable(drawer) {
    return drawer !== null && getComputedStyle(drawer).position === "absolute";
  }

  /* On a phone on its side, a drawer lies beside the stage. */
  function hidesTheStage() {
    const drawer = table.querySelector(".drawer:target");
    if (!isOverTheTable(drawer)) {
      return false;
    }
    const over = drawer.getBoundingClientRect();
    const stage = table.querySelector(".decision").getBoundingClientRect();
    return over.left < stage.right && over.right > stage.left && over.top < stage.bottom && over.bottom > stage.top;
  }

  function makeWay() {
    if (!isTyping() && hidesTheStage()) {
      close();
    }
  }

  table.addEventListener("table:updated", function () {
    const [now, replaced] = [asked(), isReplaced()];
    if ((now && now !== lastAsked) || (replaced && !wasReplaced)) {
      makeWay();
    }
    [lastAsked, wasReplaced] = [now, replaced];
  });

  // Opened while one was asked, it would hide that the time runs out.
  table.addEventListener("table:ending", function () {
    if (asked()) {
      makeWay();
    }
  });

  /* One's own role lies over what is confirmed, and over a drawer. */
  function turnRoleOver() {
    for (const sheet of table.querySelectorAll(":is(.secret-role, .own-knowledge)[open]")) {
      sheet.open = false;
    }
  }

  table.addEventListener("click", function (event) {
    const opener = event.target.closest(".own-strip a");
    if (opener || event.target.closest(".decision-players div.target")) {
      turnRoleOver();
    }
    if (opener && opener.hash === location.hash && table.querySelector(".drawer:target")) {
      event.preventDefault();
      close();
    } else if (event.target.closest(".decision-players div.target") && hidesTheStage()) {
      // The answer waits to be confirmed on the stage.
      close();
    }
  });

  // Turned on its side, a tablet has the talk beside the table.
  window.addEventListener("resize", function () {
    const drawer = table.querySelector(".drawer:target");
    if (drawer && !isOverTheTable(drawer)) {
      close();
    }
  });

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      close();
    }
  });

  /* One way to open them for all that leads there; see keyboard.js. */
  table.addEventListener("table:show", function (event) {
    const drawer = event.target.closest(".drawer");
    if (drawer && !drawer.checkVisibility()) {
      location.hash = drawer.id;
    }
  });
})();
