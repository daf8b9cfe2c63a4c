/* The chapters of the rules. A small screen shows their headings, and each opens by a press; the one that the address
   or a link leads to opens by itself. Where there is room, and on paper, all are open. Without this file each still
   opens by a press. */
(function () {
  "use strict";

  const chapters = [...document.querySelectorAll(".help-chapter")];
  // As in help.css.
  const allOpen = window.matchMedia("print, (min-width: 60rem)");
  let openBefore = chapters.filter((each) => each.open);
  let read = null;

  function chapterAt(hash) {
    return document.getElementById(hash.slice(1))?.closest(".help-section")?.querySelector(".help-chapter");
  }

  function open(hash) {
    const chapter = chapterAt(hash);
    if (chapter) chapter.open = true;
  }

  function openAll() {
    openBefore = chapters.filter((each) => each.open);
    for (const each of chapters) each.open = true;
  }

  /* Close what nobody has opened, but what is being read: who turns the screen goes on there. */
  function fold() {
    for (const each of chapters) each.open = each === read || openBefore.includes(each);
    read?.scrollIntoView();
  }

  function fit() {
    for (const heading of document.querySelectorAll(".help-chapter > summary")) {
      heading.tabIndex = allOpen.matches ? -1 : 0;
      heading.ariaDisabled = allOpen.matches ? "true" : null;
    }
    if (allOpen.matches) openAll();
  }

  function followAddress() {
    open(location.hash);
    // Its place has changed if it lay in a closed chapter.
    if (chapterAt(location.hash)) document.getElementById(location.hash.slice(1)).scrollIntoView();
  }

  document.addEventListener("click", function (event) {
    if (allOpen.matches && event.target.closest(".help-chapter > summary")) event.preventDefault();
    const link = event.target.closest("a[href*='#']");
    if (link && link.pathname === location.pathname) open(link.hash);
  });

  allOpen.addEventListener("change", function () {
    fit();
    if (!allOpen.matches) fold();
  });
  // Once the screen has turned, other text stands there.
  document.addEventListener("scroll", function () {
    if (allOpen.matches) read = chapters.findLast((each) => each.getBoundingClientRect().top < innerHeight / 3);
  });
  window.addEventListener("hashchange", followAddress);
  fit();
  followAddress();
})();
