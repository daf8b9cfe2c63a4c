/* Game nights: times in the zone of this device, and that zone as the first choice where a night is announced. */

"use strict";

(() => {
  const language = document.documentElement.lang;
  const long = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  const short = new Intl.DateTimeFormat(language, { timeStyle: "short" });

  const localise = (root) => {
    for (const time of root.querySelectorAll("time[data-local]")) {
      const format = time.dataset.local === "time" ? short : long;
      // What the server wrote, in UTC and the organiser's zone, stays readable.
      time.title = time.title || time.textContent.trim();
      time.textContent = format.format(new Date(time.dateTime));
    }
  };

  const choose_own_zone = () => {
    const select = document.querySelector("select[data-own-zone]");
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (select && select.value === "UTC" && [...select.options].some((each) => each.value === zone)) {
      select.value = zone;
    }
  };

  // The nights of the home page wait while a finger is down, and while somebody points at, or has the focus on, one of
  // them or a link below, which they would move.
  const AFTER_PRESS_MS = 500;
  let pressed = false;
  let held = null;
  const tonight = () => document.getElementById("nights-tonight");

  const is_moved = (element) => {
    const link = element?.closest("a, button, summary, input");
    return Boolean(link && tonight().compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING);
  };

  const is_in_use = () =>
    pressed ||
    is_moved(document.activeElement) ||
    (matchMedia("(hover: hover)").matches && is_moved([...document.querySelectorAll(":hover")].pop()));

  const settle = () => {
    if (!held || is_in_use()) return;
    tonight().replaceWith(held);
    held = null;
    localise(document);
  };

  const hold = (event) => {
    if (event.detail.target !== tonight()) return;
    held = null;
    if (!is_in_use()) return;
    event.detail.shouldSwap = false;
    held = event.detail.fragment.firstElementChild.cloneNode(true);
  };

  localise(document);
  choose_own_zone();
  document.addEventListener("htmx:afterSwap", () => localise(document));
  document.addEventListener("htmx:oobAfterSwap", () => localise(document));
  if (tonight()) {
    document.addEventListener("htmx:oobBeforeSwap", hold);
    document.addEventListener("pointerdown", () => { pressed = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => setTimeout(() => { pressed = false; settle(); }, AFTER_PRESS_MS));
    }
    document.addEventListener("pointerout", () => setTimeout(settle, AFTER_PRESS_MS));
    document.addEventListener("focusout", () => setTimeout(settle, 0));
  }
})();
