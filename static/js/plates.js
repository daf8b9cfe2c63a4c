/* Plates: players on the stage wear the face and the name of their seat, which the page has already. And a mark at a
   seat that has room for its drawing only says its words to a pointer, as do the letters of a claim. */
(function () {
  "use strict";

  function dress() {
    for (const plate of document.querySelectorAll(".plate[data-seat]:not(:has(.seat-name))")) {
      const worn = document.querySelectorAll(`#seat-${plate.dataset.seat}-name :is(.emblem, .seat-name)`);
      plate.append(...[...worn].map((each) => each.cloneNode(true)));
    }
    // Voters too: once in the row of ballots, once on the ballot that turns over.
    for (const ballots of document.querySelectorAll(".moment-ballots:not(:has(.emblem))")) {
      for (const ballot of ballots.children) {
        ballot.dataset.seat = ballot.textContent - 1;
        ballot.replaceChildren(document.querySelector(`#seat-${ballot.dataset.seat}-name .emblem`).cloneNode(true));
      }
      const turning = ballots.cloneNode(true);
      turning.className = "moment-turning";
      ballots.after(turning);
    }
    // The last step of a tracker on the stage has the sign of the last one on the table.
    const chaos = document.querySelector(".tracker-step-chaos > .symbol");
    for (const step of document.querySelectorAll(".moment-tracker > :last-child:not(.here, :has(*))")) {
      step.append(chaos.cloneNode(true));
    }
    for (const mark of document.querySelectorAll(".seat-marks > .badge:not([title])")) {
      mark.title = mark.textContent.trim();
    }
    const legend = document.getElementById("legend-claims")?.textContent ?? "";
    for (const claim of document.querySelectorAll(".claim-cards:not([title])")) {
      claim.title = legend;
    }
  }

  /* Who is chosen as Chancellor takes the empty place. */
  function seatChosen(event) {
    const place = document.querySelector("#decision .plate:not(:first-child)");
    if (place) {
      place.querySelectorAll(".emblem, .seat-name").forEach((worn) => worn.remove());
      delete place.dataset.seat;
      if (event.detail) {
        place.dataset.seat = event.detail;
      }
      dress();
    }
  }

  document.getElementById("table")?.addEventListener("table:chosen", seatChosen);
  // Before anybody else hears of it: what is shown next is dressed.
  document.addEventListener("table:updated", dress, true);
  document.addEventListener("htmx:afterSwap", dress);
  dress();
})();
