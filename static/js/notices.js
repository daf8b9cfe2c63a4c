/* Tells the viewer that the table waits: by title and icon, and optionally by sound, vibration, notification.

   Every one of them says the same for every role and every phase: that there is a decision, never which. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  const words = document.getElementById("notice-words");
  if (!table || !words || !("ownSeat" in table.dataset)) {
    return;
  }

  const options = document.documentElement.dataset;
  const icon = document.querySelector("link[rel=icon]");
  const plainIcon = icon?.getAttribute("href");
  const plainTitle = document.title;
  let calledFor = "";
  let notification = null;

  /* The decision the table waits for; each one notifies once. */
  function decision() {
    const sentence = document.getElementById("phase-sentence");
    if (!sentence?.classList.contains("decision-sentence-own")) {
      return "";
    }
    return document.querySelector("#decision [name=decision]")?.value || sentence.textContent;
  }

  function mark(isOwn) {
    document.title = isOwn ? `● ${words.dataset.decision} · ${plainTitle}` : plainTitle;
    icon?.setAttribute("href", isOwn ? words.dataset.icon : plainIcon);
  }

  function call(text = words.dataset.decision) {
    const wasTouched = navigator.userActivation?.hasBeenActive ?? true;
    table.dispatchEvent(new CustomEvent("table:call"));
    if (wasTouched && options.vibration === "on") {
      navigator.vibrate?.([120, 80, 120]);
    }
    const mayNotify = window.Notification?.permission === "granted";
    if (options.notifications === "on" && mayNotify && document.hidden) {
      try {
        notification = new Notification(text, {
          body: words.dataset.site,
          icon: words.dataset.icon,
          tag: "decision",
        });
        notification.onclick = () => window.focus();
      } catch {
        // Phones allow notifications from a service worker only; the other ways have been used already.
      }
    }
  }

  function look(isNews) {
    const waitsFor = decision();
    mark(Boolean(waitsFor));
    if (waitsFor && waitsFor !== calledFor && isNews) {
      call();
    }
    if (!waitsFor) {
      notification?.close();
      notification = null;
    }
    calledFor = waitsFor;
  }

  function ending(seconds) {
    const { endingSeconds, endingMinutes, endingHours } = words.dataset;
    if (seconds < 120) {
      return `${endingSeconds} ${seconds}.`;
    }
    const minutes = Math.round(seconds / 60);
    return minutes < 120 ? `${endingMinutes} ${minutes}.` : `${endingHours} ${Math.round(minutes / 60)}.`;
  }

  /* Only players who are asked get the warning; when a third of their time is left (data-warn). */
  table.addEventListener("table:ending", function (event) {
    if (decision()) {
      const text = ending(event.detail);
      call(text);
      table.dispatchEvent(new CustomEvent("table:say", { detail: text }));
    }
  });
  table.addEventListener("table:updated", () => look(true));
  look(false);
})();
