/* The tour: what has just happened is shown on the stage, as at a table that is played on (stage.js). Of all that the
   rules allow, what the story wants is the only thing that lights up; after another move it is pointed at. The button on
   the first stage opens the role where it lies; without scripts it leads there. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  const wanted = document.getElementById(table?.dataset.wanted);
  if (wanted) {
    wanted.classList.add("tour-wanted");
    for (const other of table.querySelectorAll("form.target > .button:not(.tour-wanted)")) {
      other.classList.add("tour-quiet");
    }
  }
  document.getElementById("tour-open")?.addEventListener("click", function (event) {
    const seal = document.getElementById("secret-role-seal");
    event.preventDefault();
    seal.focus();
    seal.click();
  });
  table?.dispatchEvent(new CustomEvent("table:updated"));
})();
