/* Game nights: times in the zone of this device, and that zone as the first choice where a night is announced. */

"use strict";

(() => {
  const language = document.documentElement.lang;
  const long = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  const short = new Intl.DateTimeFormat(language, { timeStyle: "short" });

  const localise = (root) => {
    for (const time of root.querySelectorAll("time[data-local]")) {
      const format = time.dataset.local === "time" ? short : long;
      // What the server wrote, in UTC and the organiser's zone, stays readable.
      time.title = time.title || time.textContent.trim();
      time.textContent = format.format(new Date(time.dateTime));
    }
  };

  const choose_own_zone = () => {
    const select = document.querySelector("select[data-own-zone]");
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (select && select.value === "UTC" && [...select.options].some((each) => each.value === zone)) {
      select.value = zone;
    }
  };

  localise(document);
  choose_own_zone();
  document.addEventListener("htmx:afterSwap", () => localise(document));
})();
