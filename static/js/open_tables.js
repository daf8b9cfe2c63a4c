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

  // The focus stays on the same button of the card.
  function put(shown, fresh) {
    const focused = shown.contains(document.activeElement) && document.activeElement.id;
    shown.replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // A card that changes waits for a finger only; one that goes also for a pointer and the focus.
  const mayTake = (fresh) => (fresh ? !pressed : !isInUse());

  function take(card, fresh) {
    waiting.set(card.id, fresh);
    card.classList.toggle("table-card-gone", !fresh);
    settle();
  }

  // The socket found another list than the page shows: each card for itself, the new ones after all others.
  function takeList(whole) {
    const cards = document.getElementById("open-tables");
    const fresh = new Map([...whole.querySelectorAll("#open-tables > li")].map((card) => [card.id, card]));
    for (const card of [...cards.children]) {
      take(card, fresh.get(card.id) ?? null);
      fresh.delete(card.id);
    }
    cards.append(...fresh.values());
  }

  section.addEventListener("htmx:oobBeforeSwap", function (event) {
    const { target, fragment } = event.detail;
    if (!list().contains(target)) return;
    const fresh = fragment.firstElementChild?.cloneNode(true) ?? null;
    if (target.id === "open-tables") {
      // Cards that are only new to this page: none of them stands here yet.
      return;
    }
    if (target === list() ? !isInUse() : mayTake(fresh)) return;
    event.detail.shouldSwap = false;
    if (target === list()) takeList(fresh);
    else take(target, fresh);
  });

  function settle() {
    for (const [id, fresh] of waiting) {
      if (!mayTake(fresh)) continue;
      waiting.delete(id);
      const shown = document.getElementById(id);
      if (!shown) continue;
      if (fresh) put(shown, fresh);
      else shown.remove();
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
