// Small conveniences for every page. Nothing here is needed: without it the same pages are links and forms.
"use strict";

// A choice that needs no further button (the language) is sent as soon as it is made.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-submit-on-change]");
  if (form) form.requestSubmit();
});

// <button type="button" data-copy="text" data-copied="Copied"> copies and says so for a moment.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button || !navigator.clipboard) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  if (!button.dataset.copied || button.dataset.label) return;
  button.dataset.label = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = button.dataset.label;
    delete button.dataset.label;
  }, 2000);
});

// <button type="button" data-opens="dialog-id"> opens that <dialog>; a click on its backdrop closes it.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("button[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target instanceof HTMLDialogElement) event.target.close();
});

// Shoulder safety: what was opened in secret closes when the page is left or put away.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  for (const secret of document.querySelectorAll("details[data-secret][open]")) secret.open = false;
});
