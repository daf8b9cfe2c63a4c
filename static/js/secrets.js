/* Shoulder safety: a secret shows while its box is held, or until it is tapped again.

   A short tap (or Enter, Space) on a sealed box toggles it; holding it, by finger, mouse or Space, opens
   it for as long as one holds. A button .look does the same for all that streamer mode covers. Everything closes
   when the page is put away. */
(function () {
  "use strict";

  const HOLD_MS = 250;
  const root = document.documentElement;

  // What is open only while it is held.
  let held = null;
  let timer = 0;
  // The click that ends a hold.
  let swallow = false;

  function handleOf(target) {
    return target instanceof Element ? target.closest(".look, details[data-secret] > summary") : null;
  }

  function show(handle, isShown) {
    if (handle.matches(".look")) {
      root.toggleAttribute("data-look", isShown);
      for (const button of document.querySelectorAll(".look")) {
        button.setAttribute("aria-pressed", String(isShown));
      }
    } else {
      handle.parentElement.open = isShown;
    }
  }

  function isShown(handle) {
    return handle.matches(".look") ? root.hasAttribute("data-look") : handle.parentElement.open;
  }

  function press(handle) {
    clearTimeout(timer);
    swallow = false;
    if (!isShown(handle)) {
      timer = setTimeout(function () {
        held = handle;
        show(handle, true);
      }, HOLD_MS);
    }
  }

  function release() {
    clearTimeout(timer);
    if (held) {
      show(held, false);
      held = null;
      swallow = true;
      setTimeout(() => (swallow = false), 0);
    }
  }

  document.addEventListener("pointerdown", function (event) {
    const handle = handleOf(event.target);
    if (handle && event.button === 0) {
      press(handle);
    }
  });
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  window.addEventListener("blur", release);

  // Capture phase: a key's click on a handle comes after the click that ended a hold.
  document.addEventListener(
    "keydown",
    function (event) {
      swallow = false;
      const handle = event.key === " " && !event.repeat ? handleOf(event.target) : null;
      if (handle) {
        press(handle);
      }
    },
    true,
  );
  document.addEventListener("keyup", function (event) {
    if (event.key === " ") {
      if (held) {
        event.preventDefault();
      }
      release();
    }
  });

  document.addEventListener(
    "click",
    function (event) {
      const handle = handleOf(event.target);
      if (!handle) {
        return;
      }
      if (swallow) {
        event.preventDefault();
        event.stopPropagation();
      } else if (handle.matches(".look")) {
        show(handle, !isShown(handle));
      }
    },
    true,
  );

  // A long press on a phone would open its menu instead.
  document.addEventListener("contextmenu", function (event) {
    if (handleOf(event.target)) {
      event.preventDefault();
    }
  });

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) {
      release();
      root.removeAttribute("data-look");
      for (const button of document.querySelectorAll(".look")) {
        button.setAttribute("aria-pressed", "false");
      }
    }
  });

  /* A swapped box stays open or closed. */
  const table = document.getElementById("table");
  let open = [];
  table?.addEventListener("table:before", function () {
    open = [...table.querySelectorAll("details[data-secret][open]")].map((box) => box.id);
  });
  table?.addEventListener("table:updated", function () {
    for (const id of open) {
      const box = document.getElementById(id);
      if (box && !held) {
        box.open = true;
      }
    }
    if (held && !held.isConnected) {
      held = null;
    }
  });
})();
