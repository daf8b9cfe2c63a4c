// Pushes to this device: asked for by a press only, and ended by another one. Without scripts, or without a browser that
// can, the page shows the devices there are and no button.
"use strict";

(async function () {
  const box = document.getElementById("push");
  // The first page of a visit may still be registering its worker.
  const manager = navigator.serviceWorker && (await navigator.serviceWorker.ready).pushManager;
  if (!manager || !window.Notification) {
    say("cannot");
    return;
  }

  const ask = document.getElementById("push-ask");
  const end = document.getElementById("push-end");
  const options = { userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) };

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function say(name) {
    for (const line of box.querySelectorAll("[data-said]")) line.hidden = line.dataset.said !== name;
  }

  async function post(fields) {
    const answer = await fetch(box.dataset.register, {
      method: "POST",
      headers: JSON.parse(document.body.getAttribute("hx-headers")),
      body: new URLSearchParams(fields),
    });
    if (!answer.ok) throw answer;
  }

  function tell(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    return post({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }

  function show(subscription) {
    ask.hidden = Boolean(subscription);
    end.hidden = !subscription;
  }

  ask.addEventListener("click", async () => {
    say("");
    if ((await Notification.requestPermission()) !== "granted") {
      say("refused");
      return;
    }
    try {
      const subscription = await manager.subscribe(options);
      await tell(subscription);
      location.reload();
    } catch {
      await (await manager.getSubscription())?.unsubscribe();
      say("failed");
    }
  });

  end.addEventListener("click", async () => {
    const subscription = await manager.getSubscription();
    await subscription?.unsubscribe();
    try {
      await post({ former: subscription.endpoint });
      location.reload();
    } catch {
      // The site learns of it from the push service, which answers that the device is gone.
      show(null);
      say("ended");
    }
  });

  // A browser that lost its registration here, for instance by a new password, renews it.
  let known = await manager.getSubscription();
  if (known && Notification.permission === "granted") {
    await tell(known).catch(() => {});
  } else {
    known = null;
  }
  show(known);
})();
