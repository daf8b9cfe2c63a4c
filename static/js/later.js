/* What a table needs only when something happens (the stage, what is read out, sounds, what is opened) is asked for when
   the page can be used: config/bundles.py lists it. The scripts come after their styles, or the stage would measure
   what has no style yet. Those that move the table hear of an update in the capture phase, as if they had been first. */
(function () {
  "use strict";

  const AGAIN_MS = 4000;
  const { laterStyle, laterScript } = document.getElementById("table")?.dataset ?? {};

  function bring(name, properties, next) {
    const element = Object.assign(document.createElement(name), properties);
    element.addEventListener("load", () => next?.());
    element.addEventListener("error", function () {
      element.remove();
      setTimeout(bring, AGAIN_MS, name, properties, next);
    });
    document.head.append(element);
  }

  if (laterStyle) {
    bring("link", { rel: "stylesheet", href: laterStyle }, () => bring("script", { src: laterScript }));
  }
})();
