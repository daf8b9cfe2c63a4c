/* Drawings that come in are there at once. A `use` that names another file is drawn a moment after it was put in,
   even if the file was read before, so faces would be empty squares at first. Here both sheets are put into the page
   once, and whatever comes in names the drawings there. */
(function () {
  "use strict";

  const OUTSIDE = /^(?<sheet>.+\.svg)#(?<name>.+)$/;
  const known = new Map();

  // Sheets are numbered in the order in which they were met.
  function idOf(number, name) {
    return `drawing-${number}-${name}`;
  }

  function nameHere(use) {
    const { sheet, name } = OUTSIDE.exec(use.getAttribute("href") ?? "")?.groups ?? {};
    const id = known.has(sheet) && idOf(known.get(sheet), name);
    if (id && document.getElementById(id)) {
      use.setAttribute("href", `#${id}`);
    }
  }

  async function bring(sheet) {
    const number = known.size;
    const answer = await fetch(sheet);
    if (!answer.ok) {
      return;
    }
    const read = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    for (const symbol of read.querySelectorAll("symbol")) {
      symbol.id = idOf(number, symbol.id);
    }
    read.setAttribute("class", "visually-hidden");
    read.setAttribute("aria-hidden", "true");
    document.body.prepend(document.adoptNode(read));
    known.set(sheet, number);
    document.querySelectorAll("use").forEach(nameHere);
  }

  async function bringAll() {
    const uses = [...document.querySelectorAll("use")].map((use) => OUTSIDE.exec(use.getAttribute("href") ?? "")?.groups.sheet);
    // In one order, so that two viewers' pages name their drawings alike.
    for (const sheet of [...new Set(uses.filter(Boolean))].sort()) {
      await bring(sheet);
    }
    new MutationObserver(function (changes) {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added instanceof Element) {
          added.querySelectorAll("use").forEach(nameHere);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  }

  // Without them the drawings come from their files, as on every other page.
  bringAll().catch(() => {});
})();
