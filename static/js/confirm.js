/* Irreversible actions are chosen, then confirmed.

   A button with data-confirm does not send its form when it is pressed: it is marked, and #confirm-choice
   says what it would do and has the focus. Escape, #take-back or another choice takes it back. What is still marked
   when the time is up is confirmed, or a stand-in would choose something else. Without this file, and on pages
   without scripts, the same forms are sent at once. */
(function () {
  "use strict";

  const APART_MS = 800;
  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  const byId = (id) => document.getElementById(id);

  /* The chosen button and its decision; a redrawn decision keeps the choice. */
  let chosen = null;
  let hadFocus = false;
  let isConfirmed = false;
  let sentAt = -Infinity;

  function buttonOfChoice() {
    const button = chosen && byId(chosen.button);
    return button?.form?.elements.decision.value === chosen?.decision ? button : null;
  }

  function show() {
    const row = byId("confirm");
    const button = buttonOfChoice();
    for (const pressed of document.querySelectorAll("#decision button[data-confirm][aria-pressed]")) {
      pressed.removeAttribute("aria-pressed");
    }
    if (!row) {
      return;
    }
    const confirm = byId("confirm-choice");
    row.querySelector("[data-choose]").hidden = Boolean(button);
    table.dispatchEvent(new CustomEvent("table:chosen", { detail: button?.name === "target" ? button.value : undefined }));
    row.querySelector("[data-confirms]").hidden = !button;
    if (button) {
      button.setAttribute("aria-pressed", "true");
      confirm.textContent = button.dataset.confirm;
      // Another choice is another button, though in the same place.
      confirm.value = button.id;
      confirm.setAttribute("aria-describedby", button.id);
    }
  }

  function choose(button) {
    chosen = { button: button.id, decision: button.form.elements.decision.value };
    show();
    byId("confirm-choice").focus();
  }

  function takeBack() {
    const button = buttonOfChoice();
    chosen = null;
    show();
    button?.focus({ preventScroll: true });
  }

  function send() {
    const button = buttonOfChoice();
    if (button && performance.now() - sentAt > APART_MS) {
      sentAt = performance.now();
      isConfirmed = true;
      button.form.requestSubmit(button);
      isConfirmed = false;
    }
  }

  document.addEventListener(
    "submit",
    function (event) {
      if (event.submitter?.matches("#decision [data-confirm]") && !isConfirmed) {
        event.preventDefault();
        event.stopImmediatePropagation();
        choose(event.submitter);
      }
    },
    true,
  );

  table.addEventListener("click", function (event) {
    const button = event.target.closest("button");
    if (button?.id === "confirm-choice") {
      send();
    } else if (button?.id === "take-back") {
      takeBack();
    }
  });

  table.addEventListener("table:closing", send);

  /* Why a seat may not be chosen is read, then put away by whatever comes next. */
  document.addEventListener("pointerdown", function (event) {
    for (const told of document.querySelectorAll(".target-barred[open]")) {
      if (!told.contains(event.target)) {
        told.open = false;
      }
    }
  });

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && buttonOfChoice() && !document.querySelector("dialog[open]")) {
      takeBack();
    }
  });

  table.addEventListener("table:before", function () {
    hadFocus = byId("confirm")?.contains(document.activeElement) ?? false;
  });
  table.addEventListener("table:updated", function () {
    if (!buttonOfChoice()) {
      chosen = null;
      return;
    }
    show();
    if (hadFocus) {
      byId("confirm-choice").focus({ preventScroll: true });
    }
  });
})();
