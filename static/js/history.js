/* The log and the look back: opens requested entries, closes old ones.

   The filter itself is a matter of style (history.css), the look back of links that htmx follows into
   the dialog. Without this file the same links are pages, and the log stands as the server drew it. */
(function () {
  "use strict";

  const OPEN_ROUNDS = 2;
  const table = document.getElementById("table");
  const dialog = document.getElementById("look-back");
  if (!table || !dialog) {
    return;
  }

  /* --- The log: the newest rounds stand open, and those the reader opened ----------------------- */

  const filter = document.getElementById("log-filter");
  const touched = new Set();
  let newest = "";

  function entries() {
    return [...document.querySelectorAll("#log > .round-entry > details")];
  }

  function arrange() {
    const all = entries();
    all.forEach(function (entry, place) {
      if (filter.value !== "all") {
        entry.open = true;
      } else if (!touched.has(entry.id)) {
        entry.open = place >= all.length - OPEN_ROUNDS;
      }
    });
  }

  /* An update never closes an entry that is being read: only a new look or another filter does. */
  function openNewest() {
    const entry = entries().at(-1);
    if (entry) {
      entry.open = true;
    }
  }

  /* Clicks (also by keyboard) are the reader's choice; what this script opens and closes is not. */
  table.addEventListener("click", function (event) {
    const head = event.target.closest("#log .round-head");
    if (head) {
      touched.add(head.parentElement.id);
    }
  });

  filter?.addEventListener("change", arrange);

  table.addEventListener("htmx:wsAfterMessage", function () {
    const last = document.querySelector("#log > .round-entry:last-child")?.id || "";
    if (last !== newest) {
      newest = last;
      openNewest();
    }
    tellOfDecision();
  });

  newest = document.querySelector("#log > .round-entry:last-child")?.id || "";
  if (filter) {
    arrange();
  }

  /* --- The look back: a dialog over a table that goes on ------------------------------------------ */

  const body = document.getElementById("look-back-body");
  const waiting = document.getElementById("look-back-your-decision");
  let openerId = "";

  document.body.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.target === body && !dialog.open) {
      openerId = event.detail.elt.id;
    }
  });

  document.body.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target !== body) {
      return;
    }
    tellOfDecision();
    if (!dialog.open) {
      dialog.showModal();
      document.getElementById("look-back-heading")?.focus({ preventScroll: true });
      dialog.scrollTop = 0;
    } else if (!body.contains(document.activeElement)) {
      // This page of the past lacks the button that was pressed.
      document.getElementById("look-back-heading")?.focus({ preventScroll: true });
    }
  });

  /* Not available: the server's page says why. */
  document.body.addEventListener("htmx:responseError", function (event) {
    if (event.detail.target === body) {
      window.location.assign(event.detail.pathInfo.requestPath);
    }
  });

  dialog.addEventListener("close", function () {
    body.replaceChildren();
    if (document.activeElement === null || document.activeElement === document.body) {
      document.getElementById(openerId)?.focus({ preventScroll: true });
    }
  });

  /* The dialog says when the table waits for the viewer. */
  function tellOfDecision() {
    const isOwn = table.querySelector(".decision-sentence-own") !== null;
    waiting.hidden = !isOwn;
    const text = isOwn ? waiting.dataset.text : "";
    if (waiting.textContent !== text) {
      waiting.textContent = text;
    }
  }
})();
