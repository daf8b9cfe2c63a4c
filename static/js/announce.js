/* Reads out what happened at the table: one announcement for each event, in order.

   The server appends lines to the hidden list #announcements; here they go one after the other into a
   polite live region, so that a burst of ten is ten announcements. "Your decision" goes at once into
   an assertive one. Both regions stand outside everything that is swapped. A modal dialog silences
   whatever lies under it, so every dialog has a pair of its own, there before it is needed. */
(function () {
  "use strict";

  const APART_MS = 120;
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

  const queue = [];
  let timer = 0;
  let version = table.dataset.version;
  let notice = "";

  function say(region, text) {
    const line = document.createElement("p");
    line.textContent = text;
    heard(region).append(line);
    // Old announcements go, so that a screen reader does not meet them again in the page.
    setTimeout(() => line.remove(), KEPT_MS);
  }

  function next() {
    timer = 0;
    if (queue.length) {
      say(polite, queue.shift());
      timer = setTimeout(next, APART_MS);
    }
  }

  /* The open motion, and the answers to it. */
  function agreement() {
    const lines = document.querySelectorAll("#agreement p");
    return [...lines].map((line) => line.textContent).join(" ");
  }

  let agreed = agreement();

  /* That a stand-in plays the seat, and what brings its player back. */
  function standIn() {
    const said = document.querySelectorAll("#stand-in p, #take-seat-back");
    return [...said].map((each) => each.textContent.trim()).join(" ");
  }

  let stoodIn = standIn();

  function listen() {
    const lines = [...incoming.children];
    for (const line of lines) {
      if ("urgent" in line.dataset) {
        say(urgent, line.textContent);
      } else {
        queue.push(line.textContent);
      }
      line.remove();
    }
    if (!lines.length && table.dataset.version !== version) {
      // After a gap: the log has what happened in between.
      const sentence = document.getElementById("phase-sentence");
      const isOwn = sentence.classList.contains("decision-sentence-own");
      if (isOwn) {
        say(urgent, sentence.textContent);
      } else {
        queue.push(sentence.textContent);
      }
    }
    version = table.dataset.version;
    const refused = document.getElementById("notices")?.textContent.trim() ?? "";
    if (refused && refused !== notice) {
      say(urgent, refused);
    }
    notice = refused;
    const asked = agreement();
    if (asked && asked !== agreed) {
      queue.push(asked);
    }
    agreed = asked;
    const replaced = standIn();
    if (replaced && replaced !== stoodIn) {
      say(urgent, replaced);
    }
    stoodIn = replaced;
    if (!timer) {
      next();
    }
  }

  table.addEventListener("table:updated", listen);
  table.addEventListener("table:say", (event) => say(urgent, event.detail));
})();
