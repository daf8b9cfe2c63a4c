/* The rules beside the table.

   Every link to a rule (a.rule) opens its section in #help-sheet: over the table on a phone, beside it on a
   desk. The section is fetched without cookies and without saying where from, so no server learns who reads
   what; without this file the same links open the rules in a new tab. */
(function () {
  "use strict";

  const sheet = document.getElementById("help-sheet");
  const table = document.getElementById("table");
  if (!sheet || !table) {
    return;
  }

  const byId = (id) => document.getElementById(id);
  const body = byId("help-sheet-body");
  const trouble = byId("help-trouble");
  const waiting = byId("help-waiting");
  const isNarrow = window.matchMedia("(max-width: 63.99rem)");
  const kept = new Map();
  let opener = null;
  let openerPlace = "";
  let openerHref = "";
  let asked = 0;

  async function sectionAt(url) {
    if (!kept.has(url)) {
      const response = await fetch(url, {
        credentials: "omit",
        referrerPolicy: "no-referrer",
        headers: { "HX-Request": "true", "Accept-Language": document.documentElement.lang },
      });
      if (!response.ok) {
        throw new Error(String(response.status));
      }
      kept.set(url, await response.text());
    }
    return kept.get(url);
  }

  function anchorOf(url) {
    return new URL(url, location.href).pathname.split("/").filter(Boolean).pop();
  }

  function open() {
    if (sheet.open) {
      return;
    }
    // Over a modal dialog the sheet must be modal, too: nothing under one can be used.
    if (isNarrow.matches || document.querySelector("dialog:modal")) {
      // The sheet's own live regions go on reading out events (announce.js).
      sheet.showModal();
    } else {
      sheet.show();
    }
    tellOfDecision();
  }

  function show(html, anchor) {
    const page = document.createElement("template");
    page.innerHTML = html;
    for (const link of page.content.querySelectorAll("a:not([href^='#'])")) {
      link.target = "_blank";
    }
    body.replaceChildren(page.content);
    const heading = body.querySelector("h2");
    sheet.setAttribute("aria-labelledby", heading.id);
    // A hint that had no room on the stage stands over it (hints.js).
    sheet.dispatchEvent(new CustomEvent("help:shown", { detail: anchor }));
    const place = body.querySelector(`#${CSS.escape(anchor)}`);
    const target = !place || place.contains(heading) ? heading : place;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    sheet.scrollTop = 0;
    if (target !== heading) {
      target.scrollIntoView({ block: "start" });
    }
  }

  async function read(url) {
    const mine = ++asked;
    trouble.hidden = true;
    body.setAttribute("aria-busy", "true");
    let html = "";
    try {
      html = await sectionAt(url);
    } catch {
      html = "";
    }
    if (mine !== asked) {
      return;
    }
    body.removeAttribute("aria-busy");
    open();
    if (html) {
      show(html, anchorOf(url));
    } else {
      body.replaceChildren();
      trouble.hidden = false;
      trouble.querySelector("a").href = url;
      byId("help-close").focus();
    }
  }

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a.rule, #help-sheet-body a[href^='#']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    if (sheet.contains(link)) {
      const anchor = link.hash.slice(1);
      const here = body.querySelector(`#${CSS.escape(anchor)}`);
      if (here) {
        here.scrollIntoView({ block: "start" });
      } else {
        read(`${sheet.dataset.rules}${anchor}/`);
      }
      return;
    }
    opener = link;
    openerPlace = link.closest("[id]")?.id ?? "";
    openerHref = link.getAttribute("href");
    read(link.href);
  });

  byId("help-close").addEventListener("click", () => sheet.close());

  /* Beside the table it is not modal, so the browser does not close it on Escape. */
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && sheet.open && !document.querySelector("dialog:modal")) {
      sheet.close();
    }
  });

  sheet.addEventListener("close", function () {
    asked += 1;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !sheet.contains(focused)) {
      return;
    }
    // The link, or its successor in a redrawn region, or the sentence about the phase.
    const region = byId(openerPlace);
    const link = `a.rule[href="${CSS.escape(openerHref)}"]`;
    const successor = region?.matches(link) ? region : region?.querySelector(link);
    for (const place of [opener, successor, region?.querySelector("summary"), byId("phase-sentence")]) {
      if (place?.isConnected && place.checkVisibility()) {
        place.focus({ preventScroll: true });
        return;
      }
    }
  });

  function tellOfDecision() {
    waiting.hidden = !(sheet.open && table.querySelector(".decision-sentence-own"));
  }

  table.addEventListener("table:updated", tellOfDecision);
})();
