/* The live table in the browser: what htmx and its websocket extension leave to the page.

   Keeps the root's version and phase true, keeps the focus where it is, and asks for the page again
   while there is no socket (unsent.js sends). Holds no game state and decides nothing. */
(function () {
  "use strict";

  const REFRESH_MS = 4000;
  const SHOW_TROUBLE_MS = 3000;
  /* The page's own texts. */
  const NOT_REFRESHED = ["notices", "connection-trouble", "unsent"];
  /* Its element stays and gets another text: whoever reads it or has put the focus there is left in peace. */
  const SENTENCE = "phase-sentence";

  const table = document.getElementById("table");
  if (!table) {
    return;
  }

  /* Whether updates come over the socket: it is open, and has sent the whole table. */
  let isLive = false;
  let socket = null;
  let hasEnded = Boolean(table.querySelector(":scope > [data-ended]"));
  let opened = null;
  /* The ids of the focused element and of all that it lies in, the nearest first. */
  let hadFocus = [];
  let wasDeciding = false;
  let hadPoster = false;
  let logWasAtEnd = true;
  let willScroll = false;
  let refreshTimer = 0;
  let troubleTimer = 0;

  /* --- After every update -------------------------------------------------------------------- */

  function remember() {
    const focused = document.activeElement;
    hadFocus = table.contains(focused) ? places(focused) : [];
    wasDeciding = Boolean(focused?.closest(".decision"));
    hadPoster = poster() !== null;
    table.dispatchEvent(new CustomEvent("table:before"));
    const log = document.getElementById("log");
    logWasAtEnd = willScroll || !log || log.scrollHeight - log.scrollTop - log.clientHeight < 24;
  }

  function places(focused) {
    const found = [];
    for (let place = focused; place !== table; place = place.parentElement) {
      found.push(place.id, place.localName === "details" ? place.querySelector("summary")?.id : "");
    }
    return found.filter(Boolean);
  }

  function poster() {
    return document.getElementById("final-reveal-heading");
  }

  function focus(place) {
    if (place.tabIndex < 0) {
      place.tabIndex = -1;
    }
    place.focus({ preventScroll: true });
    table.dispatchEvent(new CustomEvent("table:refocused", { detail: place.textContent }));
  }

  /* The focus moves only if the element that had it is gone: to its successor, or to its place. */
  function giveFocusBack() {
    const focused = document.activeElement;
    if (wasDeciding && poster() && !hadPoster) {
      // The poster lies over the decision.
      focus(poster());
      return;
    }
    if (!hadFocus.length || (focused && focused !== document.body && focused.checkVisibility())) {
      return;
    }
    for (const id of [...hadFocus, SENTENCE]) {
      const place = document.getElementById(id);
      // What held a decision says less than the sentence over it.
      const tells = !wasDeciding || id === SENTENCE || place?.tabIndex >= 0;
      if (place?.checkVisibility() && tells) {
        focus(place);
        return;
      }
    }
  }

  function renew(shown, fresh) {
    shown.className = fresh.className;
    shown.textContent = fresh.textContent;
  }

  function scrollLog() {
    const log = document.getElementById("log");
    if (log) {
      log.scrollTop = log.scrollHeight;
    }
    willScroll = false;
  }

  // A window or a talk that changes its size leaves the newest lines in sight.
  let logIsAtEnd = true;
  document.addEventListener("scroll", function ({ target }) {
    if (target.id === "log") {
      logIsAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 24;
    }
  }, true);
  const logPlace = document.querySelector(".log-section");
  if (logPlace) {
    new ResizeObserver(() => logIsAtEnd && scrollLog()).observe(logPlace);
  }

  // Behind the table of a phone it opens on its newest lines, as the talk does.
  window.addEventListener("hashchange", function () {
    if (location.hash === "#rounds") {
      scrollLog();
    }
  });

  /* The answers to "Why can't I?" are of this moment: fetched when they are opened, gone when they are closed. */
  table.addEventListener("toggle", function ({ target }) {
    if (target.id === "why-not") {
      document.getElementById("why-not-answers")?.replaceChildren();
      if (target.open) {
        window.htmx.trigger(target, "asked");
      }
    }
  }, true);
  for (const trouble of ["htmx:sendError", "htmx:responseError"]) {
    table.addEventListener(trouble, ({ target }) => target.id === "why-not" && closeAnswers());
  }

  /* They lie over the decision: a press beside them closes them, Escape, or another phase. */
  function closeAnswers() {
    document.querySelector("#why-not[open]")?.removeAttribute("open");
  }

  document.addEventListener("pointerdown", ({ target }) => target.closest("#why-not") || closeAnswers());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && closeAnswers());

  function settle() {
    const state = document.getElementById("table-state");
    if (state) {
      if (table.dataset.phase !== state.dataset.phase) {
        closeAnswers();
        // A refusal is about the phase in which it was said.
        document.getElementById("notices")?.replaceChildren();
      }
      table.dataset.phase = state.dataset.phase;
      table.dataset.version = document.getElementById("table-version").textContent;
      if (!hasEnded && "ended" in state.dataset) {
        hasEnded = true;
        table.dispatchEvent(new CustomEvent("table:ended"));
      }
    }
    giveFocusBack();
    if (logWasAtEnd && !willScroll) {
      // First the new lines, then the scrolling, in one frame: so the text being read does not jump.
      willScroll = true;
      requestAnimationFrame(() => requestAnimationFrame(scrollLog));
    }
    tick();
    table.dispatchEvent(new CustomEvent("table:updated"));
  }

  table.addEventListener("htmx:wsBeforeMessage", remember);
  table.addEventListener("htmx:wsAfterMessage", settle);
  table.addEventListener("htmx:oobBeforeSwap", function (event) {
    const { target, fragment } = event.detail;
    if (target.id === SENTENCE) {
      event.detail.shouldSwap = false;
      renew(target, fragment.firstElementChild);
    }
  });

  /* --- The time left, from the server's deadline ------------------------------------------------ */

  /* How much this device's clock is behind the server's: known from the page itself, so that no frame
     has to tell. */
  let isBehind = 0;

  function setClock(serverTime, heardAt) {
    if (serverTime) {
      isBehind = serverTime - heardAt;
    }
  }

  const arrival = performance.getEntriesByType("navigation")[0]?.responseStart;
  if (arrival) {
    setClock(Number(table.dataset.now), performance.timeOrigin + arrival);
  }

  function shownTime(left) {
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }

  /* The deadline of the last warning: each deadline has one warning. */
  let warnedOf = "";
  /* So long before the deadline the page confirms what is marked (confirm.js); each deadline does so once. */
  const CLOSING_MS = 1200;
  let closingOf = "";

  /* Between two ticks, so that it is neither late nor early; more time may have been given meanwhile. */
  function closeLater(clock, milliseconds) {
    const deadline = clock.dateTime;
    if (closingOf === deadline || milliseconds <= 0 || milliseconds > CLOSING_MS + 1000) {
      return;
    }
    closingOf = deadline;
    setTimeout(function () {
      if (table.querySelector("#decision-clock time[data-deadline]")?.dateTime === deadline) {
        table.dispatchEvent(new CustomEvent("table:closing"));
      }
    }, Math.max(0, milliseconds - CLOSING_MS));
  }

  function tick() {
    for (const clock of table.querySelectorAll("time[data-deadline]")) {
      const milliseconds = Date.parse(clock.dateTime) - Date.now() - isBehind;
      const left = Math.max(0, Math.round(milliseconds / 1000));
      closeLater(clock, milliseconds);
      const text = shownTime(left);
      if (clock.textContent !== text) {
        clock.textContent = text;
      }
      const isEnding = left <= Number(clock.dataset.warn);
      clock.parentElement.classList.toggle("decision-clock-ending", isEnding);
      if (isEnding && left && warnedOf !== clock.dateTime) {
        warnedOf = clock.dateTime;
        table.dispatchEvent(new CustomEvent("table:ending", { detail: left }));
      }
    }
  }

  setInterval(tick, 1000);

  /* --- Without a socket: the page is asked for again ---------------------------------------------- */

  async function refresh() {
    let page;
    try {
      const response = await fetch(table.dataset.page ?? `/games/${table.dataset.game}/`, { headers: { Accept: "text/html" } });
      if (response.status === 403 || response.status === 404) {
        // The viewer may no longer see this table: the server's page says why.
        window.location.reload();
      }
      if (!response.ok) {
        return;
      }
      const answered = Date.parse(response.headers.get("date") ?? "");
      if (Math.abs(answered - Date.now() - isBehind) > 2000) {
        // The device's clock was changed meanwhile. (The header has whole seconds only.)
        setClock(answered, Date.now());
      }
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      return;
    }
    take(page);
  }

  /* Show the regions of a fetched page of the table. */
  function take(page) {
    if (isLive) {
      return;
    }
    remember();
    for (const fresh of page.querySelectorAll("#table [id]")) {
      const isRegion = fresh.parentElement.closest("[id]").id === "table";
      const shown = document.getElementById(fresh.id);
      if (!isRegion || !shown || NOT_REFRESHED.includes(fresh.id) || fresh.closest("[data-kept]") || sameRegion(shown, fresh)) {
        continue;
      }
      if (fresh.id === SENTENCE) {
        renew(shown, fresh);
      } else {
        const taken = document.importNode(fresh, true);
        shown.replaceWith(taken);
        window.htmx.process(taken);
      }
    }
    settle();
  }

  /* Ignore tokens, which differ in every answer, and what this page has counted, opened, linked or swapped in. */
  function sameRegion(shown, fresh) {
    const [one, other] = [shown, fresh].map(function (region) {
      const copy = region.cloneNode(true);
      copy.querySelectorAll("[name=csrfmiddlewaretoken], [data-unread-link], [data-newest]").forEach((each) => each.remove());
      copy.querySelectorAll("a.log-name").forEach((link) => link.replaceWith(link.textContent));
      // A drawing is the same in its file and in the page (drawings.js).
      copy.querySelectorAll("use").forEach((use) => use.setAttribute("href", use.getAttribute("href").replace(/^(?:.*\.svg#|#drawing-\d+-)/, "")));
      for (const opened of [copy, ...copy.querySelectorAll("[open]")]) {
        opened.removeAttribute("open");
      }
      return copy.outerHTML.replace(/htmx-\w+|\s+/g, " ").replace(/ class=" *"/g, "");
    });
    return one === other;
  }

  function showTrouble(isShown) {
    const trouble = document.getElementById("connection-trouble");
    if (trouble) {
      trouble.hidden = !isShown;
    }
  }

  function goLive() {
    isLive = true;
    table.setAttribute("data-live", "");
    clearInterval(refreshTimer);
    clearTimeout(troubleTimer);
    refreshTimer = 0;
    showTrouble(false);
  }

  function goWithoutSocket() {
    isLive = false;
    table.removeAttribute("data-live");
    if (!refreshTimer) {
      refreshTimer = setInterval(refresh, REFRESH_MS);
      troubleTimer = setTimeout(() => showTrouble(true), SHOW_TROUBLE_MS);
    }
  }

  /* Not wsOpen: a proxy may accept sockets and let nothing through. */
  table.addEventListener("htmx:wsBeforeMessage", goLive);
  table.addEventListener("htmx:wsClose", function (event) {
    // An abandoned socket closes late, when another one is already open.
    if (!opened || event.detail.event.target === opened) {
      goWithoutSocket();
    }
  });
  table.addEventListener("htmx:wsOpen", function (event) {
    socket = event.detail.socketWrapper;
    opened = event.detail.event.target;
  });
  table.addEventListener("table:page", (event) => take(event.detail));
  table.addEventListener("table:deaf", function () {
    goWithoutSocket();
    if (navigator.onLine) {
      socket?.reconnect();
    }
  });

  /* A socket notices a lost network after minutes, the browser at once. */
  window.addEventListener("offline", goWithoutSocket);
  window.addEventListener("online", () => socket?.reconnect());
  goWithoutSocket();

  settle();
})();
