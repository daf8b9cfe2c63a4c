/* Small conveniences for every page, all optional: without scripts the pages are links and forms. */
(function () {
  "use strict";

  // A form without a button (the language) is sent when its choice changes.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-submit-on-change]");
    if (form) form.requestSubmit();
  });

  // The server never gets the hash of an address; this brings a reader back to the section after a change of language.
  document.addEventListener("submit", (event) => {
    const place = event.target.matches("form[data-keep-place]") && event.target.elements.next;
    if (place) place.value = place.value.split("#")[0] + location.hash;
  });

  // A form that came over a socket has no CSRF token; it takes that of the page and is then sent like any form.
  // (Swapping the next page in would leave this page's scripts running, without their elements.)
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const headers = document.body.getAttribute("hx-headers");
    const isPost = form.getAttribute("method")?.toLowerCase() === "post";
    if (event.defaultPrevented || !isPost || !headers || form.querySelector("[name=csrfmiddlewaretoken]")) return;
    const token = document.createElement("input");
    token.type = "hidden";
    token.name = "csrfmiddlewaretoken";
    token.value = JSON.parse(headers)["X-CSRFToken"];
    form.append(token);
  });

  // <button type="button" data-copy="text" data-copied="Copied"> copies and says so for a moment. With data-share="Share"
  // it hands the text, a link, to the other apps of a phone instead.
  const mayShare = Boolean(navigator.share) && window.matchMedia("(pointer: coarse)").matches;
  for (const button of document.querySelectorAll("button[data-share]")) {
    if (mayShare) button.textContent = button.dataset.share;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button?.dataset.share && mayShare) {
      // Whoever changes their mind has shared nothing, and that is all.
      await navigator.share({ url: button.dataset.copy }).catch(() => {});
      return;
    }
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

  // Shoulder safety: open secrets close when the page is left or hidden.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    for (const secret of document.querySelectorAll("details[data-secret][open]")) secret.open = false;
  });

  // <input type="checkbox" data-device="streamer">, <select data-device="stage">: a setting of this device. It takes
  // effect at once through <html data-streamer>; a cookie keeps it, so that the next page is drawn right from the start.
  const device = document.documentElement.dataset;

  function showDevice() {
    for (const box of document.querySelectorAll("input[data-device]")) {
      box.checked = device[box.dataset.device] === "on";
    }
    for (const list of document.querySelectorAll("select[data-device]")) {
      list.value = device[list.dataset.device];
    }
  }

  document.addEventListener("change", async (event) => {
    const name = event.target.dataset?.device;
    if (!name) return;
    const isList = event.target.matches("select");
    let wanted = event.target.checked;
    // Browsers ask for permission only right after a click.
    if (name === "notifications" && wanted) {
      wanted = (await window.Notification?.requestPermission()) === "granted";
      const refused = document.getElementById("notifications-refused");
      if (refused) refused.hidden = wanted;
    }
    device[name] = isList ? event.target.value : wanted ? "on" : "off";
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `device_${name}=${device[name]}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    showDevice();
  });
  showDevice();

  // The name a visitor types is kept on this device (accounts/device.py): a change of language, or a refusal, must not
  // lose it.
  document.addEventListener("input", (event) => {
    if (event.target.getAttribute("autocomplete") !== "nickname") return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const typed = encodeURIComponent(event.target.value.slice(0, event.target.maxLength));
    document.cookie = `device_name=${typed}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  });

  // Unsent choices (unsent.js) end with the session of the person who made them.
  function forgetUnsent() {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith("unsent ")) sessionStorage.removeItem(key);
    }
  }
  if (/\/accounts\/(login|signup|logout)\//.test(location.pathname)) forgetUnsent();
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action")?.endsWith("/logout/")) forgetUnsent();
  });

  // 4401: the session has ended. The page reloads, and shows what its visitor may see now.
  document.addEventListener("htmx:wsClose", (event) => {
    if (event.detail.event.code !== 4401) return;
    forgetUnsent();
    location.reload();
  });

  // The service worker, which shows the offline page when there is no network.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});

  // A lost socket reconnects quickly while a site restarts, more and more rarely after that, and at a random
  // moment, so that not all pages come back at once.
  document.addEventListener("DOMContentLoaded", () => {
    if (!window.htmx) return;
    htmx.config.wsReconnectDelay = (retry) => {
      const longest = retry < 1 ? 1 : retry < 8 ? 2 : Math.min(2 ** (retry - 6), 64);
      return 1000 * longest * Math.random();
    };
  });
})();
