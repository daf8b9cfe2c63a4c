// Says so when the device gave no passkey. allauth's scripts ask for it, and report here.
document.addEventListener("allauth.error", (event) => {
  const notice = document.getElementById("passkey-failed");
  if (!notice) return;
  event.preventDefault();
  notice.hidden = false;
});
// Enter in the name asks the device too: without its answer there is nothing to send.
document.addEventListener("submit", (event) => {
  const button = event.target.querySelector("#add-passkey");
  if (!button) return;
  event.preventDefault();
  button.click();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#use-passkey, #add-passkey")) document.getElementById("passkey-failed").hidden = true;
});
