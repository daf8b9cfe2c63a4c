/* Notes of one's own: what is typed stays in this tab until the server has it. Without this file htmx saves them, or a
   button. */
(function () {
  "use strict";

  const notes = document.querySelector("[data-notes]");
  if (!notes) {
    return;
  }

  const sheet = document.getElementById("notes-text");
  // Unsaved notes; a reloaded page may be older than they are.
  const draft = "notes " + notes.action + " " + notes.dataset.notes;
  const kept = sessionStorage.getItem(draft);
  let sent = null;

  function save() {
    sheet.dispatchEvent(new Event("input", { bubbles: true }));
  }

  notes.addEventListener("input", () => sessionStorage.setItem(draft, sheet.value));
  notes.addEventListener("htmx:beforeRequest", () => (sent = sheet.value));
  notes.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.successful && sheet.value === sent) {
      sessionStorage.removeItem(draft);
    }
  });
  if (kept !== null && sheet.value === sheet.defaultValue) {
    sheet.value = kept;
    if (document.readyState === "complete") {
      save();
    } else {
      window.addEventListener("load", save);
    }
  }
  // Save notes typed just before leaving, too.
  window.addEventListener("pagehide", function () {
    if (sessionStorage.getItem(draft) !== null) {
      fetch(notes.action, { method: "POST", body: new FormData(notes), keepalive: true });
    }
  });
})();
