/* What lies behind the table on a phone: the talk, the rounds, the notes, and "More".

   The address of the page says which drawer is open (#talk), so they open and close without this file.
   It closes them when the table asks its viewer for something, or Escape is pressed; what was typed stays. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  let wasAsked = isAsked();

  function isAsked() {
    return document.querySelector("#phase-sentence.decision-sentence-own") !== null;
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
    (isAsked() ? document.getElementById("phase-sentence") : opener)?.focus({ preventScroll: true });
  });

  /* Beside the table, on a desk, nothing is in the way of a decision. */
  function isOverTheTable(drawer) {
    return drawer !== null && getComputedStyle(drawer).position === "absolute";
  }

  table.addEventListener("table:updated", function () {
    const asked = isAsked();
    if (asked && !wasAsked && isOverTheTable(table.querySelector(".drawer:target"))) {
      close();
    }
    wasAsked = asked;
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
