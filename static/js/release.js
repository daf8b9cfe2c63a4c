/* A table's page that was opened before the site was updated loads itself anew when its socket is back: its scripts and
   styles do not know what newer frames bring. Not while something is typed or stands unsent in the talk, and once for each
   release: two may serve side by side for a while. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  const mark = () => document.getElementById("page-release")?.textContent;
  const opened = mark();
  if (!table || !opened) {
    return;
  }

  function isTyping() {
    const fields = document.querySelectorAll("#say-text, :is(textarea, input:not([type=radio])):focus");
    return [...fields].some((field) => field.value);
  }

  /* Whether this tab has done so for this release already, or cannot remember it. */
  function isKnown(release) {
    try {
      const known = sessionStorage.getItem("release");
      sessionStorage.setItem("release", release);
      return known === release;
    } catch {
      return true;
    }
  }

  table.addEventListener("table:updated", function () {
    const newest = mark();
    if (newest !== opened && !isTyping() && !isKnown(newest)) {
      location.reload();
    }
  });
})();
