/* The log: opens requested entries, closes old ones.

   The filter itself is a matter of style (history.css). Names in the log's sentences lead where the seats lead.
   Without this file the log stands as the server drew it. */
(function () {
  "use strict";

  const OPEN_ROUNDS = 2;
  const table = document.getElementById("table");
  if (!table) {
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
  });

  newest = document.querySelector("#log > .round-entry:last-child")?.id || "";
  if (filter) {
    arrange();
  }

  /* --- Names in sentences lead to the records of their players ------------------------------------- */

  /* Made here, so that no sentence is sent with ten addresses in it. The Tab key goes past them: a line may name ten
     people, and each seat has the same link. */
  const NOT_IN_A_WORD = ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const linked = new WeakSet();
  const records = new Map();
  for (const seat of table.querySelectorAll(".round-table > .seat")) {
    records.set(seat.querySelector(".seat-name").textContent, seat.querySelector(".seat-record"));
  }
  // The longest name first: another may be a part of it.
  const names = [...records.keys()].sort((one, other) => other.length - one.length);
  const anyName = new RegExp(`${NOT_IN_A_WORD[0]}(${names.map(escaped).join("|")})${NOT_IN_A_WORD[1]}`, "u");

  function escaped(name) {
    return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }

  function linkNames() {
    for (const sentence of document.querySelectorAll("#log .log-entry > span")) {
      if (!linked.has(sentence)) {
        linked.add(sentence);
        sentence.normalize();
        [...sentence.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).forEach(linkNamesIn);
      }
    }
  }

  function linkNamesIn(text) {
    // Every second part is a name.
    const parts = text.data.split(anyName);
    if (parts.length > 1) {
      text.replaceWith(...parts.map((part, place) => (place % 2 ? linkTo(part) : part)));
    }
  }

  function linkTo(name) {
    const link = document.createElement("a");
    link.className = "log-name";
    link.href = records.get(name).href;
    link.tabIndex = -1;
    link.textContent = name;
    return link;
  }

  table.addEventListener("click", function (event) {
    const link = event.target.closest("#log a.log-name");
    if (link && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      // Not by a click on the seat's link: the press guard refuses one that has just moved.
      window.htmx.ajax("GET", link.href, { source: link });
    }
  });

  table.addEventListener("table:updated", linkNames);
  linkNames();
})();
