/* The look back: a dialog over a table that goes on. Links that htmx follows fill it; without this file the same links
   are pages. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  const dialog = document.getElementById("look-back");
  if (!table || !dialog) {
    return;
  }

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
    open();
  });

  function open() {
    tell();
    recorded = told();
    if (!dialog.open) {
      dialog.showModal();
      document.getElementById("look-back-heading")?.focus({ preventScroll: true });
      dialog.scrollTop = 0;
    } else if (!body.contains(document.activeElement)) {
      // This page of the past lacks the button that was pressed.
      document.getElementById("look-back-heading")?.focus({ preventScroll: true });
    }
  }

  /* A player's record goes on with the log, after the stage has told what is new. */
  let recorded = "";
  let isAsking = false;

  function told() {
    return [...document.querySelectorAll("#log .round-head")].map((head) => head.textContent).join();
  }

  async function renewRecord() {
    const record = document.getElementById("record-now");
    if (!record || isAsking || table.hasAttribute("data-staged") || told() === recorded) {
      return;
    }
    recorded = told();
    isAsking = true;
    try {
      await window.htmx.ajax("GET", record.dataset.record, { target: record, select: "#record-now", swap: "outerHTML show:none" });
    } finally {
      // An answer that did not come is asked for with the next news.
      isAsking = false;
    }
    renewRecord();
  }

  table.addEventListener("table:updated", renewRecord);
  table.addEventListener("table:cleared", renewRecord);

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

  /* --- The table is not forgotten behind it --------------------------------------------------------- */

  let lastAsked = asked();

  /* What the viewer is asked now, or nothing. */
  function asked() {
    const sentence = table.querySelector(".decision-sentence-own");
    return sentence ? `${table.dataset.phase} ${sentence.textContent}` : "";
  }

  /* A decision of one's own that begins closes a player's record, as it closes a drawer; so does a time that is nearly
     up. A board of the past and the coach's words stay: what they say is lost when they close. */
  function makeWay() {
    if (dialog.open && document.getElementById("record-now")) {
      dialog.close();
    }
  }

  /* The button over it says that the table waits for its reader, or that something happens there. It is heard elsewhere
     (announce.js). */
  function tell() {
    const { waits, happens } = waiting.dataset;
    const text = asked() ? waits : table.hasAttribute("data-covered") ? happens : "";
    waiting.hidden = !text;
    if (waiting.textContent !== text) {
      waiting.textContent = text;
    }
  }

  table.addEventListener("table:updated", function () {
    const now = asked();
    if (now && now !== lastAsked) {
      makeWay();
    }
    lastAsked = now;
    tell();
  });
  table.addEventListener("table:moment", tell);
  table.addEventListener("table:cleared", tell);
  table.addEventListener("table:ending", () => asked() && makeWay());

  // Asked for while this file was on its way.
  if (body.childElementCount) {
    open();
  }
})();
