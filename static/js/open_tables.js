// The open tables of the home page stay where they are while somebody points at them, presses one, or has the focus
// on one. New cards come after all others, so they wait for nothing.
"use strict";

(function () {
  const section = document.getElementById("open-tables-title")?.closest("section");
  if (!section) return;

  // A finger that lifts still presses what lay under it.
  const AFTER_PRESS_MS = 500;
  let pressed = false;
  let waiting = new Map();

  const list = () => document.getElementById("open-lobbies");
  const isInUse = () =>
    pressed ||
    (window.matchMedia("(hover: hover)").matches && list().matches(":hover")) ||
    list().contains(document.activeElement);

  section.addEventListener("htmx:oobBeforeSwap", function (event) {
    const { target, fragment } = event.detail;
    if (!list().contains(target)) return;
    const fresh = fragment.firstElementChild;
    if (target.id === "open-tables") {
      // Cards that are only new to this page: none of them stands here yet.
      return;
    }
    const isWhole = target === list();
    const isGone = !isWhole && !fresh;
    if (isWhole || isGone ? !isInUse() : !pressed) return;
    event.detail.shouldSwap = false;
    waiting.set(target.id, fresh?.cloneNode(true) ?? null);
    target.classList.toggle("table-card-gone", isGone);
  });

  function settle() {
    if (!waiting.size) return;
    for (const [id, fresh] of waiting) {
      const shown = document.getElementById(id);
      const isCard = shown !== list();
      if (isCard && fresh ? pressed : isInUse()) continue;
      waiting.delete(id);
      if (fresh) shown?.replaceWith(fresh);
      else shown?.remove();
    }
  }

  section.addEventListener("pointerdown", (event) => {
    pressed = list().contains(event.target);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      if (!pressed) return;
      setTimeout(() => {
        pressed = false;
        settle();
      }, AFTER_PRESS_MS);
    });
  }
  section.addEventListener("pointerout", () => setTimeout(settle, AFTER_PRESS_MS));
  section.addEventListener("focusout", () => setTimeout(settle, 0));
})();
