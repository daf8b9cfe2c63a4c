/* A press counts only for what the player saw: an element ignores presses for SETTLE_MS after it appears or
   moves into the place of another.

   What may be pressed is looked at after every change of the page: new, moved or uncovered, it has to stand
   still for a moment before a tap, a click or a key reaches it. What is drawn anew as it was (a ballot beside
   others that come in) keeps its age, and so does what one scrolls to. Typing is never held up. What refuses a
   press blinks, so that one sees "not yet" and presses again. */
(function () {
  "use strict";

  const SETTLE_MS = 800;
  const BLINK_MS = 300;
  const MOVED_PX = 12;
  const NEAR_PX = 24;
  const PRESSABLE = "button, a[href], summary, select, input[type=checkbox], input[type=radio], dialog";
  const FREE = "#replay, #log, #look-back, #help-sheet, a.rule";
  const SHOWS = ["open", "hidden", "class", "disabled", "value", "inert"];

  /* The pressable elements, by what they do: since when, where, and whether they are covered. */
  let known = new Map();
  let entries = new WeakMap();
  const held = new WeakMap();
  /* Those of them through which the pointer still passes, with the animation that lets it. */
  const passing = new Map();
  /* The element on which the current press began, and what it did then. */
  let begun = null;
  /* The last press of a pointer, and the element that refused it. */
  let last = null;
  let refusing = null;

  /* --- What there is to press, and since when -------------------------------------------------------- */

  function nameOf(element) {
    const form = element.form ?? element.closest("form");
    const field = (name) => form?.querySelector(`input[type=hidden][name=${name}]`)?.value ?? "";
    const own = element.id || `${element.getAttribute("href") ?? ""} ${element.textContent.trim()}`;
    const does = ["name", "value", "formaction"].map((name) => element.getAttribute(name) ?? "");
    const asked = ["decision", "motion"].map(field);
    return [element.localName, own, ...does, form?.getAttribute("action") ?? "", ...asked].join("\n");
  }

  function placeOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height, pageTop: top + window.scrollY, pageLeft: left + window.scrollX };
  }

  function isNear(one, other) {
    return Math.abs(one) <= MOVED_PX && Math.abs(other) <= MOVED_PX;
  }

  /* The position: on the page for elements in the flow, on the screen for fixed ones. */
  function hasMoved(then, now) {
    return !(
      isNear(then.left - now.left, then.top - now.top) ||
      isNear(then.pageLeft - now.pageLeft, then.pageTop - now.pageTop) ||
      isNear(then.left + then.width - now.left - now.width, then.top + then.height - now.top - now.height)
    );
  }

  /* Null where it cannot be known: beyond the edge of the screen, or under an element that is moving. */
  function isCovered(element, place) {
    const x = place.left + place.width / 2;
    const y = place.top + place.height / 2;
    if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) {
      return null;
    }
    const above = document.elementFromPoint(x, y);
    if (above?.closest(".moves")) {
      return null;
    }
    return !above || !(element.contains(above) || above.contains(element));
  }

  function ageOf(before, place, covered, now, isScroll) {
    if (!before) {
      return now;
    }
    const isUncovered = before.covered === true && covered === false;
    const isElsewhere = Boolean(before.place && place && hasMoved(before.place, place));
    return !isScroll && (isUncovered || isElsewhere) ? now : before.since;
  }

  function look({ isFirst = false, isScroll = false } = {}) {
    const now = performance.now();
    const found = new Map();
    entries = new WeakMap();
    for (const element of document.querySelectorAll(PRESSABLE)) {
      if (element.closest(FREE) || !element.checkVisibility({ visibilityProperty: true })) {
        continue;
      }
      let name = nameOf(element);
      while (found.has(name)) {
        name += "+";
      }
      const before = known.get(name);
      // Ignore animations: the element counts where it ends.
      const isMoving = element.closest(".moves") !== null;
      const place = isMoving ? null : placeOf(element);
      const covered = isMoving ? null : isCovered(element, place);
      const since = isFirst ? firstSeen(element, now) : ageOf(before, place, covered, now, isScroll);
      const entry = {
        since,
        place: place ?? before?.place ?? null,
        covered: covered ?? before?.covered ?? null,
      };
      found.set(name, entry);
      entries.set(element, entry);
      hold(element, since, SETTLE_MS - (now - since));
    }
    known = found;
  }

  /* The second tap of a double tap may land on the page that the first one opened. */
  function firstSeen(element, now) {
    const isStep = performance.getEntriesByType("navigation")[0]?.type === "navigate";
    const isFromHere = document.referrer.startsWith(`${location.origin}/`);
    return isStep && isFromHere && element.closest("#table, [data-lobby]") ? now : -Infinity;
  }

  /* The pointer passes through a new element to the settled one below. */
  function hold(element, since, milliseconds) {
    const isHeld = held.get(element) === since || element.localName === "dialog";
    if (milliseconds > 0 && !isHeld && !hasBegunOn(element)) {
      held.set(element, since);
      passing.get(element)?.cancel();
      const pass = element.animate({ pointerEvents: "none" }, { duration: 1, fill: "both" });
      passing.set(element, pass);
      // A timer ends it, as animation events are late on a busy machine.
      setTimeout(function () {
        pass.cancel();
        if (passing.get(element) === pass) {
          passing.delete(element);
        }
      }, Math.ceil(milliseconds));
    }
  }

  /* --- Presses ----------------------------------------------------------------------------------------- */

  function pressed(target) {
    // The log, finished games and the rules hold no decisions, so quick presses do no harm.
    if (!(target instanceof Element) || target.closest(FREE)) {
      return null;
    }
    return target.closest("label")?.control ?? target.closest(PRESSABLE);
  }

  function isNew(element) {
    if (observer.takeRecords().length) {
      look();
    }
    const entry = entries.get(element);
    return entry !== undefined && performance.now() - entry.since < SETTLE_MS;
  }

  function refuse(event, element = null) {
    event.preventDefault();
    event.stopImmediatePropagation();
    blink(element);
  }

  function blink(element) {
    const shown = element?.labels?.[0] ?? element;
    if (shown && shown.localName !== "dialog" && !shown.getAnimations().some(({ id }) => id === "not-yet")) {
      shown.animate([{ opacity: 0.35, offset: 0.5 }], { duration: BLINK_MS, id: "not-yet" });
    }
  }

  /* The new element in sight through which a press goes to what lies behind it. */
  function missed({ clientX, clientY }) {
    const effects = [...passing].map(([element, pass]) => [element, pass.effect]);
    const aimAt = (target) => effects.forEach(([element, effect]) => (effect.target = target && element));
    aimAt(null);
    const element = pressed(document.elementFromPoint(clientX, clientY));
    aimAt(true);
    return passing.has(element) ? element : null;
  }

  /* A press ends on the element on which it began, if that still does the same, even if it has moved. */
  function hasBegunOn(element) {
    return begun?.element === element && begun.name === nameOf(element);
  }

  /* The second tap of a double tap is not meant for what the first one has laid bare. */
  function isSecondTap({ clientX, clientY }, element) {
    const now = performance.now();
    const before = last;
    last = { element, clientX, clientY, at: now };
    return (
      before?.element?.isConnected === true &&
      before.element !== element &&
      now - before.at < SETTLE_MS &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) < NEAR_PX
    );
  }

  function begin(event, element) {
    const isSecond = event.type === "pointerdown" && isSecondTap(event, element);
    refusing = isSecond ? element : null;
    if (element && (isSecond || isNew(element))) {
      refuse(event, element);
      begun = null;
    } else {
      begun = element && { element, name: nameOf(element) };
    }
    if ((!element || element.localName === "dialog") && event.type === "pointerdown" && passing.size) {
      blink(missed(event));
    }
  }

  window.addEventListener("pointerdown", (event) => begin(event, pressed(event.target)), true);

  /* Whoever scrolls between two presses sees what is under the second one; a finger that scrolls cancels its press. */
  for (const kind of ["wheel", "pointercancel"]) {
    window.addEventListener(kind, () => (last = null), { capture: true, passive: true });
  }

  for (const kind of ["mousedown", "click", "auxclick"]) {
    window.addEventListener(
      kind,
      function (event) {
        const element = pressed(event.target);
        if (element && !hasBegunOn(element) && (element === refusing || isNew(element))) {
          refuse(event, element);
        }
        if (kind === "click") {
          // A click on a label is followed by one on its field.
          setTimeout(() => (begun = null));
        }
      },
      true,
    );
  }

  window.addEventListener(
    "keydown",
    function (event) {
      const element = pressed(event.target);
      if (!element || (event.key !== "Enter" && event.key !== " ")) {
        return;
      }
      if (!event.repeat) {
        begin(event, element);
      } else if (event.key === "Enter" || !hasBegunOn(element)) {
        // A held key was meant for the element that it has already pressed.
        refuse(event);
      }
    },
    true,
  );

  /* --- When to look ------------------------------------------------------------------------------------ */

  /* A ticking clock changes only text. */
  function matters(change) {
    const nodes = [...change.addedNodes, ...change.removedNodes];
    return change.type === "attributes" || nodes.some((node) => node.nodeType === Node.ELEMENT_NODE);
  }

  const observer = new MutationObserver(function (changes) {
    if (changes.some(matters)) {
      look();
    }
  });
  look({ isFirst: true });
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: SHOWS,
  });
  document.addEventListener("scrollend", () => look({ isScroll: true }), true);
  window.addEventListener("resize", () => look({ isScroll: true }));
})();
