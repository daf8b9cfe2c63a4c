/* Reads out what happened at the table: one announcement for each event, in order.

   The server appends lines to the hidden list #announcements; here they go one after the other into a
   polite live region, so that a burst of ten is ten announcements. "Your decision" goes at once into
   an assertive one. Both regions stand outside everything that is swapped. */
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

  const queue = [];
  let timer = 0;
  let version = table.dataset.version;
  let notice = "";

  function say(region, text) {
    const line = document.createElement("p");
    line.textContent = text;
    region.append(line);
    // Said long ago: whoever reads the page from its start need not meet it again.
    setTimeout(() => line.remove(), KEPT_MS);
  }

  function next() {
    timer = 0;
    if (queue.length) {
      say(polite, queue.shift());
      timer = setTimeout(next, APART_MS);
    }
  }

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
      // Brought up to date after a gap: what came between is in the log.
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
    if (!timer) {
      next();
    }
  }

  table.addEventListener("table:updated", listen);
})();
