// The home page and lobbies: keeps the focus when regions are swapped, and leads people to a started game.
"use strict";

let focused = "";

document.addEventListener("htmx:wsBeforeMessage", () => {
  focused = document.activeElement?.id ?? "";
});

document.addEventListener("htmx:wsAfterMessage", () => {
  // A region was replaced; the button that had the focus has a successor with the same id.
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  const way = document.getElementById("lobby-redirect")?.dataset.redirect;
  // A TV has no seat: it reloads its own address, which shows the game.
  if (way) window.location.assign(document.querySelector("[data-go-to]")?.dataset.goTo ?? way);
});

// A ready check: the time left by the server's clock, and a title that calls players back to this tab.
const plainTitle = document.title;
let clockIsBehind = 0;

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now() - clockIsBehind) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
  const asked = document.querySelector("[data-asked]")?.dataset.asked;
  document.title = asked ? `● ${asked} · ${plainTitle}` : plainTitle;
}

const now = Number(document.querySelector("[data-now]")?.dataset.now);
if (now) clockIsBehind = now - (performance.timeOrigin + performance.getEntriesByType("navigation")[0].responseStart);
setInterval(tick, 1000);
document.addEventListener("htmx:wsAfterMessage", tick);
tick();
