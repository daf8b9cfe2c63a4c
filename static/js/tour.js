/* The tour: what has just happened is shown on the stage, as at a table that is played on (stage.js). The button on
   the first stage opens the role where it lies; without scripts it leads there. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  document.getElementById("tour-open")?.addEventListener("click", function (event) {
    const seal = document.getElementById("secret-role-seal");
    event.preventDefault();
    seal.focus();
    seal.click();
  });
  table?.dispatchEvent(new CustomEvent("table:updated"));
})();
