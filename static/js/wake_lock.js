/* Keeps the screen awake for players of a running game, and for a TV; lets it sleep at the end. */
(function () {
  "use strict";

  const table = document.querySelector("#table[data-own-seat], #table[data-tv]");
  if (!table || !("wakeLock" in navigator)) {
    return;
  }

  let lock = null;
  let isAsking = false;

  async function keep() {
    const isPlaying = !table.querySelector(":scope > [data-ended]") && !document.hidden;
    if (!isPlaying) {
      lock?.release();
      lock = null;
      return;
    }
    if (isAsking || (lock && !lock.released)) {
      return;
    }
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // No wake lock (low battery, old browser): the game goes on.
    }
    isAsking = false;
  }

  document.addEventListener("visibilitychange", keep);
  table.addEventListener("table:updated", keep);
  keep();
})();
