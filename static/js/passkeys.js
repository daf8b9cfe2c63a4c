// Says so when the device gave no passkey. allauth's scripts ask for it, and report here.
document.addEventListener("allauth.error", (event) => {
  const notice = document.getElementById("passkey-failed");
  if (!notice) return;
  event.preventDefault();
  notice.hidden = false;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#use-passkey, #add-passkey")) document.getElementById("passkey-failed").hidden = true;
});
