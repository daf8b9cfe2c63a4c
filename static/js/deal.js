/* The deal: opens the secret role over the whole screen, once for each game, seat and device.

   It stays sealed until it is tapped or held (secrets.js). Who wants what happens as text only, or has seen it
   on this device, finds the role in its box beside the table. */
(function () {
  "use strict";

  const deal = document.getElementById("deal");
  const table = document.getElementById("table");
  if (!deal || !table || document.documentElement.dataset.stage === "text") {
    return;
  }
  // It was hidden so that nobody sees it for a moment before their envelope (deal.css).
  delete table.dataset.dealing;

  const key = `deal ${table.dataset.game} ${table.dataset.ownSeat}`;

  function isSeen() {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      // A browser that keeps nothing would be shown it with every page.
      return true;
    }
  }

  if (isSeen()) {
    return;
  }
  deal.showModal();

  /* Nobody loses a turn behind it unknowingly: it says what the table waits for, and how long it waits for oneself. */
  const meanwhile = document.getElementById("deal-meanwhile");
  /* Before it, time to read in peace: no clock of a decision, as long as nobody has done anything. */
  const begins = document.getElementById("deal-begins");
  const dealt = table.dataset.version;
  const readUntil = performance.now() + Date.parse(begins.dataset.begins) - Number(table.dataset.now);

  function tellMeanwhile() {
    if (table.querySelector(":scope > [data-ended]")) {
      // What one was to do is over, and the poster of the end tells who was who.
      deal.close();
      return;
    }
    const left = Math.ceil((readUntil - performance.now()) / 1000);
    begins.hidden = !(left > 0 && table.dataset.version === dealt);
    begins.querySelector("b").textContent = String(left);
    const sentence = document.getElementById("phase-sentence");
    const isOwn = sentence.classList.contains("decision-sentence-own");
    const clock = isOwn && document.querySelector(".decision-clock:not([hidden]) time");
    meanwhile.hidden = !begins.hidden;
    meanwhile.toggleAttribute("data-own", isOwn);
    meanwhile.querySelector("b").textContent = sentence.textContent.trim();
    meanwhile.querySelector("time").textContent = clock ? clock.textContent.trim() : "";
  }

  // Once it is read, the table is next. (A click that ends a hold never gets here: secrets.js.)
  const seal = document.getElementById("deal-seal");
  seal.querySelector("summary").addEventListener("click", function () {
    if (!seal.open) {
      document.getElementById("deal-seen").focus({ preventScroll: true });
    }
  });

  tellMeanwhile();
  const telling = setInterval(tellMeanwhile, 500);
  deal.addEventListener("close", function () {
    clearInterval(telling);
    seal.open = false;
    localStorage.setItem(key, "seen");
  });
})();
