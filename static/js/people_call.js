/* A practice table: that people have opened a table passes once as a line, where the talk's newest line does, and then
   stands as a number on the way to "More", where it waits (htmx asks for it). It covers nothing of the game. */
(function () {
  "use strict";

  const PASSES_MS = 6000;
  const table = document.getElementById("table");
  const line = table?.querySelector(".people-now");
  const count = table?.querySelector("[data-people-count]");
  if (!line || !count) {
    return;
  }
  let told = "";
  let timer = 0;

  function tell() {
    const words = document.querySelector(".people-call-card strong")?.textContent.trim() ?? "";
    count.hidden = !words;
    if (words === told) {
      return;
    }
    told = words;
    line.textContent = words;
    line.hidden = !words;
    clearTimeout(timer);
    timer = setTimeout(() => (line.hidden = true), PASSES_MS);
    if (words) {
      table.dispatchEvent(new CustomEvent("table:say", { detail: words }));
    }
  }

  // Each of them replaces the other whole.
  new MutationObserver(tell).observe(document.getElementById("people-call").parentElement, { childList: true });
  tell();
})();
