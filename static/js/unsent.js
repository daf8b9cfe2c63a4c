/* Every action and message arrives, or the page says that it did not.

   What the socket has not answered after a while goes once more by POST; an action has an id, so that it
   counts once. What cannot be sent is kept in this tab, for this seat of this game, and #unsent offers it
   again. It never says what was chosen. A decision that has passed meanwhile is asked about: counted or not. */
(function () {
  "use strict";

  const ANSWER_MS = 4000;
  const PATIENCE_MS = 8000;
  const table = document.getElementById("table");
  const panel = document.getElementById("unsent");
  if (!table) {
    return;
  }

  const own = `unsent ${table.dataset.game} ${table.dataset.ownSeat ?? ""}`;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("unsent ") && key !== own) {
      // From another table, or from another person who used this tab.
      sessionStorage.removeItem(key);
    }
  }

  /* Sent, and not answered yet. */
  let flights = [];
  let heardAt = 0;
  let kept = panel && JSON.parse(sessionStorage.getItem(own) ?? "null");
  let isAsking = false;

  const answers = () => [document.getElementById("notices")?.firstElementChild, document.getElementById("talk-answer")];

  /* --- Sending -------------------------------------------------------------------------------------- */

  table.addEventListener("htmx:wsConfigSend", function (event) {
    const form = event.target.closest("form");
    if (!form) {
      // The log of the whole game: a new connection brings it unasked.
      return;
    }
    const { parameters, triggeringEvent } = event.detail;
    const pressed = triggeringEvent?.submitter;
    if (pressed?.name) {
      // htmx knows only a button that was clicked: a confirmed choice is sent without another click on it.
      parameters[pressed.name] = pressed.value;
    }
    const fields = { ...parameters };
    delete fields.csrfmiddlewaretoken;
    const flight = { form, fields, url: form.getAttribute("action"), sentAt: performance.now(), seen: answers() };
    if (!isTalk(flight)) {
      // A new choice replaces the kept one.
      forget();
    }
    if (table.hasAttribute("data-live")) {
      flight.timer = setTimeout(() => land(flight), ANSWER_MS);
      flights.push(flight);
    } else {
      event.preventDefault();
      deliver(flight);
    }
  });

  function isTalk(flight) {
    return Boolean(flight.form?.matches("[data-chat-composer]"));
  }

  /* No answer: send it by POST, and reopen the socket. */
  function land(flight) {
    clearTimeout(flight.timer);
    flights = flights.filter((other) => other !== flight);
    if (heardAt < flight.sentAt) {
      table.dispatchEvent(new CustomEvent("table:deaf"));
    }
    deliver(flight);
  }

  table.addEventListener("table:updated", function () {
    heardAt = performance.now();
    flights = flights.filter(function (flight) {
      const [notice, said] = answers();
      const isAnswered = notice !== flight.seen[0] || said !== flight.seen[1];
      const isOpen = isTalk(flight) || openForm(flight) === "open";
      if (isAnswered || !isOpen) {
        clearTimeout(flight.timer);
      }
      return !isAnswered && isOpen;
    });
    review();
  });

  function landAll() {
    [...flights].forEach(land);
  }

  table.addEventListener("htmx:wsClose", () => setTimeout(landAll));
  window.addEventListener("offline", () => setTimeout(landAll));

  /* What the server says of it: true if it counts, false if not, null if unknown. */
  async function post(flight) {
    if (!navigator.onLine) {
      return null;
    }
    const token = JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";
    let response;
    let page;
    try {
      response = await fetch(flight.url, {
        method: "POST",
        headers: { Accept: "text/html", "X-CSRFToken": token },
        body: new URLSearchParams(flight.fields),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      return null;
    }
    if (response.status >= 500) {
      return null;
    }
    if (page.getElementById("table")) {
      table.dispatchEvent(new CustomEvent("table:page", { detail: page }));
    }
    if (!response.ok) {
      sayWhy(page);
    }
    return response.ok;
  }

  /* In the places where the socket's answer would appear. */
  function sayWhy(page) {
    const words = page.querySelectorAll(".notices > .notice");
    const said = page.getElementById("talk-answer");
    if (words.length) {
      document.getElementById("notices").replaceChildren(...[...words].map((each) => document.importNode(each, true)));
    } else if (said) {
      document.getElementById("talk-answer").textContent = said.textContent;
    } else {
      // The player may no longer play here: the server's page says why.
      window.location.reload();
    }
  }

  async function deliver(flight) {
    const counts = await post(flight);
    if (isTalk(flight)) {
      flight.form.dispatchEvent(new CustomEvent("table:said", { detail: { counts, id: flight.fields.message_id } }));
    } else if (counts === null) {
      keep(flight);
    }
  }

  /* --- What was not sent ---------------------------------------------------------------------------- */

  function keep({ url, fields }) {
    if (panel) {
      kept = { url, fields };
      sessionStorage.setItem(own, JSON.stringify(kept));
      show("waiting");
      askLater();
    }
  }

  /* It may have arrived although its answer did not: then its form is gone. */
  function askLater() {
    setTimeout(() => kept && !openForm(kept) && review(), ANSWER_MS);
  }

  function forget() {
    kept = null;
    sessionStorage.removeItem(own);
    show("");
  }

  function show(state) {
    if (panel && (panel.dataset.state ?? "") !== state) {
      panel.dataset.state = state;
      panel.hidden = !state;
      for (const part of panel.querySelectorAll("[data-when]")) {
        part.hidden = !part.dataset.when.split("-").includes(state);
      }
    }
  }

  /* The form for the same choice, if it is still offered; its offer may have changed. */
  function formOf({ url, fields }) {
    return [...table.querySelectorAll("form[ws-send]")].find(
      (form) =>
        form.getAttribute("action") === url &&
        [...form.querySelectorAll("input[type=hidden]")].every(
          ({ name, value }) => ["csrfmiddlewaretoken", "offer"].includes(name) || fields[name] === value,
        ) &&
        (!form.querySelector("button[name]") || buttonOf(form, fields)),
    );
  }

  function buttonOf(form, fields) {
    return [...form.querySelectorAll("button[name]")].find(({ name, value }) => fields[name] === value);
  }

  /* "open", "taken" (this ballot is the one on the table) or "" for a choice that is gone. */
  function openForm(flight) {
    const form = formOf(flight);
    const button = form && buttonOf(form, flight.fields);
    const isTaken = button?.matches("[aria-pressed=true]:not([data-confirm])");
    return isTaken ? "taken" : form ? "open" : "";
  }

  /* On a fresh page the choice is still possible, or its outcome is asked for once. */
  async function review() {
    if (!kept || isAsking) {
      return;
    }
    const asked = openForm(kept);
    const decision = document.querySelector("#decision [name=decision]")?.value;
    if (asked === "taken") {
      forget();
    } else if (asked || (decision && decision === kept.fields.decision)) {
      show("offered");
    } else {
      await sendKept();
    }
  }

  async function sendKept(again = false) {
    isAsking = true;
    const choice = kept;
    const notices = [...document.getElementById("notices").childNodes];
    const counts = await post(choice);
    isAsking = false;
    if (kept !== choice) {
      return;
    }
    if (counts === null) {
      show("waiting");
      askLater();
      return;
    }
    const wasShown = panel.dataset.state;
    forget();
    if (!counts) {
      // One sentence about it is enough.
      document.getElementById("notices").replaceChildren(...notices);
      show("missed");
    } else if (wasShown && !again) {
      show("counted");
    }
  }

  panel?.addEventListener("click", function (event) {
    const button = event.target.closest("button");
    if (button?.id === "send-unsent" && kept && !isAsking) {
      const form = formOf(kept);
      if (form?.elements.offer) {
        kept.fields.offer = form.elements.offer.value;
      }
      sendKept(true);
    } else if (button && button.id !== "send-unsent") {
      forget();
    }
  });

  /* A player who leaves before the answer sees it when they come back. */
  window.addEventListener("pagehide", function () {
    const choice = flights.find((flight) => !isTalk(flight));
    if (choice && panel) {
      sessionStorage.setItem(own, JSON.stringify({ url: choice.url, fields: choice.fields }));
    }
  });
})();
