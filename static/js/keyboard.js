/* Keyboard shortcuts. Each does what a button or a link of the page does.

   Never while the player types, never with Ctrl, Alt or Meta, and not at all if switched off
   (<html data-shortcuts="off">, set among the options). As long as nothing is chosen, the first key asks: who
   walks the page by single letters must not vote with them. The list is #shortcuts, opened by "?". */
(function () {
  "use strict";

  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  const byId = (id) => document.getElementById(id);

  function go(element) {
    // It may lie in a drawer (drawers.js).
    element?.dispatchEvent(new Event("table:show", { bubbles: true }));
    element?.scrollIntoView({ block: "nearest" });
    element?.focus();
  }

  function openBox(id) {
    const summary = document.querySelector(`#${id} > summary`);
    if (summary?.checkVisibility()) {
      summary.click();
      go(summary);
    }
  }

  function toOption(place) {
    const shown = [...document.querySelectorAll("#decision button")];
    go(shown[place]);
  }

  const keys = {
    j: () => byId("act-vote-true")?.click(),
    n: () => byId("act-vote-false")?.click(),
    d: () => go(byId("phase-sentence")),
    r: () => openBox("secret-role"),
    k: () => openBox("own-knowledge"),
    l: () => go(byId("log")),
    c: () => go(document.querySelector("[data-key=c]")),
    "?": () => byId("shortcuts")?.showModal(),
  };

  const question = byId("shortcuts-asked");

  question?.addEventListener("close", function () {
    const choice = document.querySelector("input[data-device=shortcuts]");
    choice.checked = question.returnValue === "on";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* The first key only asks: nobody has chosen yet that it may act. */
  function press(act) {
    if (document.documentElement.dataset.shortcuts === "ask" && act !== keys["?"]) {
      question?.showModal();
    } else {
      act();
    }
  }

  function isTyping(target) {
    return target.isContentEditable || Boolean(target.closest("input, textarea, select"));
  }

  document.addEventListener("keydown", function (event) {
    const isOff = document.documentElement.dataset.shortcuts === "off";
    if (isOff || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) {
      return;
    }
    if (!(event.target instanceof Element) || isTyping(event.target) || document.querySelector("dialog:modal")) {
      return;
    }
    if (/^[0-9]$/.test(event.key)) {
      press(() => toOption((Number(event.key) + 9) % 10));
    } else {
      const act = keys[event.key.toLowerCase()];
      if (!act) {
        return;
      }
      press(act);
    }
    event.preventDefault();
  });
})();
