/* The way back to the newest lines of the log and of the talk: a button, while one reads older ones.

   At the end both follow what is added (table.js, chat.js). */
(function () {
  "use strict";

  const AT_END_PX = 24;
  const table = document.getElementById("table");

  function linesOf(button) {
    return button.parentElement.querySelector(".log, .chat-scroll");
  }

  function show(button) {
    const lines = linesOf(button);
    const isAtEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < AT_END_PX;
    if (isAtEnd && document.activeElement === button) {
      lines.focus({ preventScroll: true });
    }
    button.hidden = isAtEnd;
  }

  document.addEventListener("scroll", function ({ target }) {
    const button = target.parentElement?.querySelector(":scope > [data-newest]");
    if (button && linesOf(button) === target) {
      show(button);
    }
  }, { capture: true, passive: true });

  table?.addEventListener("click", function (event) {
    const button = event.target.closest("[data-newest]");
    if (button) {
      linesOf(button).scrollTop = linesOf(button).scrollHeight;
    }
  });
})();
