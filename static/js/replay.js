/* Keys and swipes for a replay, and each step in words for screen readers.

   Keys and swipes follow the links of the page, which work without this file. */
(function () {
  "use strict";

  const SWIPE_PX = 60;

  function go(id) {
    const link = document.getElementById(id);
    if (link && !link.hasAttribute("aria-current")) {
      link.click();
    }
  }

  function isTyping(target) {
    return target.isContentEditable || Boolean(target.closest("input, textarea, select, [tabindex='0']"));
  }

  const keys = {
    ArrowLeft: "replay-previous",
    ArrowRight: "replay-next",
    Home: "replay-first",
    End: "replay-last",
  };

  document.addEventListener("keydown", function (event) {
    const isOff = document.documentElement.dataset.shortcuts === "off";
    if (isOff || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) {
      return;
    }
    const id = keys[event.key];
    if (!id || !(event.target instanceof Element) || isTyping(event.target)) {
      return;
    }
    event.preventDefault();
    pause();
    go(id);
  });

  /* Stepping by itself: each step stands as long as its words take to read. Every other press pauses it. */
  const LEAST_MS = 1200;
  const MS_A_LETTER = 25;
  const MOST_MS = 5000;
  let isPlaying = false;
  let timer = 0;

  function showPlay() {
    const button = document.getElementById("replay-play");
    if (!button) {
      return;
    }
    button.hidden = false;
    button.toggleAttribute("data-playing", isPlaying);
  }

  function goOn() {
    const link = document.getElementById("replay-next");
    if (!link || link.hasAttribute("aria-current")) {
      pause();
    } else {
      link.click();
    }
  }

  function wait() {
    window.clearTimeout(timer);
    const words = [...document.querySelectorAll("#replay-sentence, #replay-happened")].map((each) => each.textContent);
    const told = words.join(" ").trim().replace(/\s+/g, " ");
    timer = window.setTimeout(goOn, Math.min(MOST_MS, LEAST_MS + MS_A_LETTER * told.length));
  }

  function pause() {
    isPlaying = false;
    window.clearTimeout(timer);
    showPlay();
  }

  document.addEventListener("click", function (event) {
    if (!(event.target instanceof Element)) {
      return;
    }
    if (event.target.closest("#replay-play") && !isPlaying) {
      isPlaying = true;
      showPlay();
      goOn();
    } else if (isPlaying && event.isTrusted) {
      pause();
    }
  });

  document.addEventListener("htmx:afterSwap", function () {
    showPlay();
    if (isPlaying) {
      wait();
    }
  });

  document.addEventListener("visibilitychange", function () {
    if (document.hidden && isPlaying) {
      pause();
    }
  });

  /* Whoever asked to watch it need not press again, unless movement is unwelcome. */
  function playsAtOnce() {
    const { motion } = document.documentElement.dataset;
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return location.hash === "#play" && motion !== "reduced" && (motion === "full" || !isReduced);
  }

  if (playsAtOnce() && document.getElementById("replay-play")) {
    isPlaying = true;
    wait();
  }
  showPlay();

  /* The round one looks at stays in the window of its row. */
  function showRound() {
    const here = document.querySelector(".replay-bar .replay-round[aria-current]")?.parentElement;
    if (here) {
      here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
    }
  }

  /* What the table could know stays over steps; the round one looks at is marked in it. */
  function markRound() {
    const { round } = document.getElementById("replay").dataset;
    for (const cell of document.querySelectorAll("#could-know [data-round]")) {
      cell.toggleAttribute("data-now", cell.dataset.round === round);
    }
    for (const head of document.querySelectorAll("#could-know thead [data-now]")) {
      const scroll = head.closest(".table-scroll");
      scroll.scrollLeft = head.offsetLeft - scroll.clientWidth / 2;
    }
  }

  document.addEventListener("htmx:afterSettle", markRound);
  document.addEventListener("htmx:afterSwap", showRound);
  showRound();

  /* In one piece: which step it is, what the table waits for, and what has just happened. */
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.target.closest("#could-know")) {
      return;
    }
    const parts = [".replay-place", "#replay-sentence", "#phase-aside", "#replay-happened .log-entry"];
    const told = parts.flatMap((part) => [...document.querySelectorAll(part)]);
    const announcer = document.getElementById("replay-announcer");
    if (announcer && told.length) {
      // The sentence about a step may be one of its lines: it is said once.
      const texts = new Set(told.map((each) => each.textContent.trim()));
      announcer.replaceChildren(
        ...[...texts].map(function (text) {
          const line = document.createElement("p");
          line.textContent = text;
          return line;
        }),
      );
    }
  });

  let start = null;

  document.addEventListener(
    "touchstart",
    function (event) {
      const onBoard = event.target instanceof Element && event.target.closest("[data-swipe]");
      const touch = event.touches[0];
      start = onBoard && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    { passive: true },
  );

  document.addEventListener(
    "touchend",
    function (event) {
      if (!start) {
        return;
      }
      const touch = event.changedTouches[0];
      const across = touch.clientX - start.x;
      const along = Math.abs(touch.clientY - start.y);
      start = null;
      if (Math.abs(across) < SWIPE_PX || Math.abs(across) < along * 2) {
        return;
      }
      pause();
      const isBack = document.documentElement.dir === "rtl" ? across < 0 : across > 0;
      go(isBack ? "replay-previous" : "replay-next");
    },
    { passive: true },
  );
})();
