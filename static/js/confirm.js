/* Irreversible actions are chosen, then confirmed.

   A form with data-confirm is not sent when its button is pressed: the button is marked, and #confirm-choice
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

  function buttonOf(form) {
    return form.querySelector("button");
  }

  function formOfChoice() {
    const form = chosen && byId(chosen.button)?.closest("form[data-confirm]");
    return form?.elements.decision.value === chosen?.decision ? form : null;
  }

  function show() {
    const row = byId("confirm");
    const form = formOfChoice();
    for (const pressed of document.querySelectorAll("#decision form[data-confirm] button[aria-pressed]")) {
      pressed.removeAttribute("aria-pressed");
    }
    if (!row) {
      return;
    }
    const confirm = byId("confirm-choice");
    row.querySelector("[data-choose]").hidden = Boolean(form);
    table.dispatchEvent(new CustomEvent("table:chosen", { detail: form?.elements.target?.value }));
    row.querySelector("[data-confirms]").hidden = !form;
    if (form) {
      const button = buttonOf(form);
      button.setAttribute("aria-pressed", "true");
      confirm.textContent = form.dataset.confirm;
      // Another choice is another button, though in the same place.
      confirm.value = button.id;
      confirm.setAttribute("aria-describedby", button.id);
    }
  }

  function choose(form) {
    chosen = { button: buttonOf(form).id, decision: form.elements.decision.value };
    show();
    byId("confirm-choice").focus();
  }

  function takeBack() {
    const form = formOfChoice();
    chosen = null;
    show();
    if (form) {
      buttonOf(form).focus({ preventScroll: true });
    }
  }

  function send() {
    const form = formOfChoice();
    if (form && performance.now() - sentAt > APART_MS) {
      sentAt = performance.now();
      isConfirmed = true;
      form.requestSubmit();
      isConfirmed = false;
    }
  }

  document.addEventListener(
    "submit",
    function (event) {
      if (event.target.matches("#decision form[data-confirm]") && !isConfirmed) {
        event.preventDefault();
        event.stopImmediatePropagation();
        choose(event.target);
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
    if (event.key === "Escape" && formOfChoice() && !document.querySelector("dialog[open]")) {
      takeBack();
    }
  });

  table.addEventListener("table:before", function () {
    hadFocus = byId("confirm")?.contains(document.activeElement) ?? false;
  });
  table.addEventListener("table:updated", function () {
    if (!formOfChoice()) {
      chosen = null;
      return;
    }
    show();
    if (hadFocus) {
      byId("confirm-choice").focus({ preventScroll: true });
    }
  });
})();
