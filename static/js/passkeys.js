// Passkeys. allauth's script asks the device; here are the forms it works for, and what is said when it fails.
"use strict";

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button");
  const id = button.id;
  allauth.webauthn.forms[form.dataset.passkey]({
    ids: {
      login: id,
      authenticate: id,
      add: id,
      credential: form.elements.credential.id,
      passwordless: form.elements.passwordless?.id,
    },
    data: JSON.parse(form.dataset.options ?? "null"),
  });
  // Enter in a field asks the device too: without its answer there is nothing to send.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.click();
  });
  // Before the button's own listener, which may fail at once.
  form.addEventListener("click", () => failed(false), true);
}

function failed(isTrue) {
  document.getElementById("passkey-failed").hidden = !isTrue;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  failed(true);
});
