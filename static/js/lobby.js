// The home page and lobbies: what is swapped in keeps the focus, and a started game takes everybody along.
"use strict";

let focused = "";

document.addEventListener("htmx:wsBeforeMessage", () => {
  focused = document.activeElement?.id ?? "";
});

document.addEventListener("htmx:wsAfterMessage", () => {
  // A region was replaced; the button somebody stood on has a successor of the same id.
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  const way = document.getElementById("lobby-go")?.dataset.go;
  // A TV belongs to nobody: it asks its own address for where the game is shown.
  if (way) window.location.assign(document.querySelector("[data-go-to]")?.dataset.goTo ?? way);
});
