/* Table talk in the browser, with private marks; every part of it works without, by plain POST.

   A message leaves the box only when the server has taken it. Muted people and private marks are
   this viewer's alone, so they are applied here to what everybody of a kind is sent alike. */
(function () {
  "use strict";

  const root = document.getElementById("table") || document.getElementById("main");
  const scroller = document.querySelector(".chat-scroll");
  if (!scroller) {
    return;
  }
  const composers = [...document.querySelectorAll("[data-chat-composer]")];
  const box = document.getElementById("say-text");
  const chat = () => document.getElementById("chat");
  /* Where a line is shown that came while the talk was out of sight. */
  const saidNow = document.querySelector(".said-now");
  let saidTimer = 0;
  let pending = null;
  let wasAtEnd = true;
  let lastSeen = newest();
  let lastShown = lastSeen;
  let lastOffers = [];
  /* Then an offer has room over the table, beside what is said. */
  const isTall = matchMedia("(min-height: 37.5rem)");

  function numberOf(line) {
    return Number(line.id.slice("said-".length));
  }

  function newest() {
    const lines = chat().querySelectorAll(".chat-line");
    return lines.length ? numberOf(lines[lines.length - 1]) : 0;
  }

  /* --- Reading ---------------------------------------------------------------------------------- */

  function scrollToEnd() {
    scroller.scrollTop = scroller.scrollHeight;
  }

  function hideMuted() {
    const muted = new Set(
      [...document.querySelectorAll("[data-muted]")].map((person) => person.dataset.muted),
    );
    for (const line of chat().querySelectorAll(".chat-line")) {
      // Claims are part of the game, also those of muted people.
      line.hidden = !("claim" in line.dataset) && muted.has(line.dataset.author);
    }
  }

  function showMarks() {
    const seats = document.querySelectorAll(".round-table > .seat");
    for (const person of document.querySelectorAll("[data-marked-seat]")) {
      seats[Number(person.dataset.markedSeat)]?.setAttribute("data-mark", person.dataset.mark);
    }
  }

  function isInSight() {
    const place = scroller.getBoundingClientRect();
    return !document.hidden && place.top < window.innerHeight && place.bottom > 0;
  }

  /* The number of lines that came while the talk was out of sight; shown in its link. */
  function countUnread() {
    if (isInSight()) {
      lastSeen = newest();
    }
    const unread = [...(chat()?.querySelectorAll(".chat-line:not([hidden])") ?? [])].filter(
      (line) => numberOf(line) > lastSeen,
    ).length;
    for (const badge of document.querySelectorAll("[data-unread]")) {
      badge.textContent = String(unread);
      badge.closest("[data-unread-link]").hidden = !unread;
    }
  }

  /* How long words are shown, in milliseconds: the more of them, the longer they take to be read. */
  function timeFor(words) {
    return Math.min(9000, Math.max(5000, 3000 + 60 * words.length));
  }

  /* Words about somebody at the table show the face, which a small seat has room for. */
  function withFace(words) {
    const named = [...document.querySelectorAll(".round-table .seat-head")].find((each) =>
      words.includes(each.querySelector(".seat-name").textContent.trim()),
    );
    if (!named) {
      return [words];
    }
    const name = document.createElement("b");
    name.textContent = named.querySelector(".seat-name").textContent.trim();
    const [before, after] = words.split(name.textContent, 2);
    return [before, named.querySelector(".emblem").cloneNode(true), name, after];
  }

  function seatOf(line) {
    return document.querySelectorAll(".round-table > .seat")[line.dataset.author.replace("seat-", "")];
  }

  /* Who speaks is seen at the seat: the first words for a while, what is claimed until the next government draws. */
  function showSpeaker(line) {
    const seat = seatOf(line);
    if (!seat) {
      return;
    }
    const says = document.createElement("span");
    says.className = "seat-says";
    says.setAttribute("aria-hidden", "true");
    const cards = line.querySelector(".claim-cards");
    says.append(...(cards ? [cards.cloneNode(true)] : withFace(line.querySelector(".chat-text").textContent)));
    says.classList.toggle("seat-claims", Boolean(cards));
    seat.querySelector(`:scope > .seat-says${cards ? ".seat-claims" : ":not(.seat-claims)"}`)?.remove();
    seat.append(says);
    if (!cards) {
      setTimeout(() => says.remove(), timeFor(says.textContent));
    }
  }

  function forgetClaims() {
    if (["president_discard", "game_over"].includes(root.dataset.phase)) {
      document.querySelectorAll(".seat-claims").forEach((each) => each.remove());
    }
  }

  root.addEventListener("table:updated", forgetClaims);

  /* The newest line stands beside the way to the talk for a while. It is for the eye: nothing is read out. */
  function showSaid() {
    const lines = chat().querySelectorAll(".chat-line:not([hidden])");
    const fresh = [...lines].filter((line) => numberOf(line) > lastShown);
    lastShown = newest();
    fresh.forEach(showSpeaker);
    if (!saidNow || isInSight()) {
      saidNow?.setAttribute("hidden", "");
      return;
    }
    const line = fresh.pop();
    if (!line) {
      return;
    }
    // Of a claim about policies there is room for who and what; one about a person says of whom.
    const isShort = line.querySelector(".claim-cards") && !line.querySelector(".claim-party");
    const parts = isShort
      ? [seatOf(line)?.querySelector(".seat-name"), line.querySelector(".claim-cards")]
      : [".claim-cards", ".chat-author bdi", ".chat-text"].map((part) => line.querySelector(part));
    saidNow.replaceChildren(
      ...parts.filter(Boolean).flatMap((part) => [part.cloneNode(true), " "]),
    );
    saidNow.hidden = false;
    clearTimeout(saidTimer);
    saidTimer = setTimeout(() => (saidNow.hidden = true), timeFor(saidNow.textContent));
  }

  /* Over the table of a low window an offer is one line until it is pressed; it stays as its reader leaves it. */
  function foldOffers() {
    const places = [...document.querySelectorAll("#claim-offers > .claim-offer")];
    if (places[0] === lastOffers[0]) {
      return;
    }
    const before = new Map(lastOffers.map((offer) => [aboutOf(offer), offer.open]));
    const drawer = places[0]?.closest(".drawer");
    const isBeside = !drawer || getComputedStyle(drawer).position === "static";
    places.forEach(function (offer) {
      offer.open = before.get(aboutOf(offer)) ?? (isBeside || isTall.matches);
    });
    lastOffers = places;
  }

  function aboutOf(offer) {
    return offer.querySelector("summary").id;
  }

  /* Who has read to the end stays there, also when an offer opens or goes and the list has less room or more. */
  scroller.addEventListener("scroll", function () {
    wasAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
  }, { passive: true });
  new ResizeObserver(() => wasAtEnd && scrollToEnd()).observe(scroller);

  root.addEventListener("htmx:wsAfterMessage", function () {
    hideMuted();
    showSaid();
    countUnread();
    foldOffers();
    takeAnswer();
    if (wasAtEnd) {
      scrollToEnd();
    }
  });

  document.querySelector(".claim-call")?.addEventListener("click", function () {
    lastOffers[0]?.setAttribute("open", "");
  });

  document.addEventListener("scroll", countUnread, { passive: true });
  document.addEventListener("visibilitychange", countUnread);
  // The drawer with the talk has been opened or closed.
  window.addEventListener("hashchange", function () {
    showSaid();
    countUnread();
    if (wasAtEnd) {
      scrollToEnd();
    }
  });

  /* --- Writing ----------------------------------------------------------------------------------- */

  function renewId(form) {
    const words = crypto.getRandomValues(new Uint32Array(3));
    form.elements.message_id.value = "c" + [...words].map((word) => word.toString(36)).join("");
  }

  function takeAnswer() {
    const answer = document.getElementById("talk-answer");
    if (!pending || !answer || answer.dataset.accepted !== pending.id) {
      return;
    }
    if (box && box.value === pending.text) {
      box.value = "";
    }
    if (!pending.form.contains(box)) {
      pending.form.reset();
    }
    renewId(pending.form);
    pending = null;
    scrollToEnd();
  }

  /* The message went by POST (unsent.js), or failed: then it stays in the box. */
  function hear(event) {
    const answer = document.getElementById("talk-answer");
    const { counts, id } = event.detail;
    if (counts) {
      answer.dataset.accepted = id;
      answer.textContent = "";
      takeAnswer();
    } else if (counts === null) {
      answer.textContent = event.target.dataset.notSent;
    }
  }

  for (const form of composers) {
    renewId(form);
    form.addEventListener("table:said", hear);
    form.addEventListener("htmx:wsConfigSend", function () {
      pending = { form, id: form.elements.message_id.value, text: form.contains(box) ? box.value : "" };
    });
  }
  box?.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (!document.getElementById("say").disabled && box.value.trim()) {
        box.form.requestSubmit();
      }
    }
  });

  /* While nothing may be said, no sentence may be pressed; who is led to a player's name sees it. */
  const phrases = document.querySelector(".phrases");
  if (phrases) {
    const people = phrases.querySelector(".phrase-people");
    const follow = function () {
      const isClosed = document.querySelector("#talk-state.talk-closed") !== null;
      phrases.querySelectorAll("fieldset").forEach((each) => (each.disabled = isClosed));
    };
    follow();
    new MutationObserver(follow).observe(document.getElementById("talk-state").parentElement, { childList: true });
    // A seat that is pressed meanwhile is the player the sentence is about.
    root.addEventListener(
      "click",
      function (event) {
        const seat = event.target.closest(".seat-record")?.closest(".seat");
        if (!seat || !people.checkVisibility() || people.disabled) {
          return;
        }
        const number = [...seat.parentElement.children].indexOf(seat);
        const face = people.querySelector(`[name=about][value="${number}"]`);
        if (face) {
          event.preventDefault();
          event.stopImmediatePropagation();
          face.click();
        }
      },
      true,
    );
  }

  /* On the sheet of notes, or on somebody's card, which brings the row of the notes along. */
  if (document.querySelector("[data-notes]")) {
    document.body.addEventListener("htmx:afterSettle", function () {
      showMarks();
      hideMuted();
    });
  }

  hideMuted();
  showMarks();
  scrollToEnd();
  countUnread();
  foldOffers();
})();
