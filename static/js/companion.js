/* The companion on a phone that lies on the table: the screen stays awake, the new question is read out, and a
   lost connection is told. The page itself is links, and works without any of this. */
(function () {
  "use strict";

  const offline = document.getElementById("companion-offline");
  let lock = null;

  async function stayAwake() {
    if (document.hidden || (lock && !lock.released)) {
      return;
    }
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // No wake lock (low battery, old browser): the game goes on.
      lock = null;
    }
  }

  document.addEventListener("visibilitychange", stayAwake);
  document.body.addEventListener("htmx:afterSettle", function () {
    offline.hidden = true;
    document.getElementById("companion-sentence").focus({ preventScroll: true });
  });
  for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(trouble, function () {
      offline.hidden = false;
    });
  }
  stayAwake();
})();
