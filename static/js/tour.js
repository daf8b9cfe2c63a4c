/* The tour: what has just happened is shown on the stage, as at a table that is played on (stage.js). */
(function () {
  "use strict";

  document.getElementById("table")?.dispatchEvent(new CustomEvent("table:updated"));
})();
