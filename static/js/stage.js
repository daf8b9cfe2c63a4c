/* The stage: shows the moments of the table one after the other, over the place of the decision.

   The server appends each moment to #moments. A tap or a key ends it, else its time does; nothing waits for it.
   What only the viewer may see stays until it is put away. Nothing is shown twice, and who comes late or comes
   back sees the table as it is: a page and a new connection bring no moments. */
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
  let shown = null;
  let timer = 0;

  function isPrivate(moment) {
    return moment.classList.contains("moment-private");
  }

  function drop(moments) {
    for (const moment of moments) {
      moment.remove();
    }
  }

  function end() {
    clearTimeout(timer);
    const hadFocus = shown?.contains(document.activeElement);
    shown?.remove();
    shown = null;
    if (hadFocus) {
      document.getElementById("phase-sentence")?.focus({ preventScroll: true });
    }
    play();
  }

  function play() {
    const next = stage.firstElementChild;
    if (shown || !next) {
      return;
    }
    shown = next;
    shown.dataset.shown = "";
    stage.parentElement.scrollTop = 0;
    table.dispatchEvent(new CustomEvent("table:moment", { detail: shown.dataset.sound }));
    if (!isPrivate(shown)) {
      // The announcements say it already (announce.js).
      shown.ariaHidden = "true";
      const pace = root.dataset.stage === "brisk" ? BRISK : 1;
      timer = setTimeout(end, Number(shown.dataset.lasts) * pace);
    }
  }

  function take() {
    const waiting = [...stage.children].filter((moment) => moment !== shown);
    const open = waiting.filter((moment) => !isPrivate(moment));
    if (root.dataset.stage === "text") {
      // The log says it all, and the box of what only the viewer knows.
      drop(waiting);
    } else if (document.hidden || (shown && isPrivate(shown))) {
      drop(open);
    } else if (open.length > BACKLOG) {
      drop(open.slice(0, -1));
    }
    play();
  }

  const table = document.getElementById("table");
  table.addEventListener("table:updated", take);

  stage.addEventListener("click", function (event) {
    if (shown && (!isPrivate(shown) || event.target.closest(".moment-done"))) {
      end();
    }
  });

  function isTyping(target) {
    return target instanceof Element && Boolean(target.closest("input, textarea, select, [contenteditable]"));
  }

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
        clearTimeout(timer);
        shown = null;
      }
    } else {
      play();
    }
  });
})();
