// Pushes, and what is shown when there is no network: the help pages opened before, and else one page that says so. Help is
// kept as a stranger would get it, without cookies, and nothing else is kept: what people may know of a game is
// never stored.
"use strict";

const EDITION = {{ edition|safe }};
const FILES = {{ files|safe }};
const STATIC = {{ static_path|safe }};
const HELP_PAGES = {{ help_pages|safe }};
const HELP_INDEXES = {{ help_indexes|safe }};
const SEARCHED_PAGES = {{ searched_pages|safe }};
const PAGE = "/offline/";
const ICON = {{ icon|safe }};
const RENEW = {{ renew_path|safe }};
const HELP = "help";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(EDITION)
      .then((cache) => cache.addAll([PAGE, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name !== EDITION && name !== HELP) await caches.delete(name);
      }
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
      // Help that stood open before this worker came.
      for (const client of await self.clients.matchAll({ type: "window" })) {
        if (isHelp(new URL(client.url))) await keepHelp(new URL(client.url), "");
      }
    })(),
  );
});

function isHelp(url) {
  return HELP_PAGES.includes(url.pathname);
}

// Not the answer that was seen: it greets its reader and may name the table where they play. With a page that
// searches come those that the search leads to.
async function keepHelp(url, language) {
  const headers = language ? { "Accept-Language": language } : {};
  const options = { credentials: "omit", referrerPolicy: "no-referrer", headers };
  try {
    const cache = await caches.open(HELP);
    for (const path of [url.pathname, ...(SEARCHED_PAGES[url.pathname] ?? [])]) {
      const address = new URL(path, self.location.origin);
      const page = await fetch(address, options);
      if (page.ok && !page.redirected) await cache.put(address, page);
    }
    await keepFiles(cache);
  } catch {
    // Kept another time.
  }
}

function isFile(path) {
  return path.startsWith(STATIC) || HELP_INDEXES.includes(path);
}

// What the kept pages are printed with, and what they search in: no more, and no less.
async function keepFiles(cache) {
  const needed = new Set();
  const kept = await cache.keys();
  for (const request of kept.filter((each) => isHelp(new URL(each.url)))) {
    const page = await (await cache.match(request)).text();
    for (const [, path] of page.matchAll(/(?:href|src|data-index)="([^"#?]+)/g)) {
      if (isFile(path)) needed.add(path);
    }
  }
  for (const request of kept) {
    const url = new URL(request.url);
    if (!isHelp(url) && !needed.has(url.pathname)) await cache.delete(request);
  }
  for (const file of needed) await cache.add(new Request(file, { credentials: "omit" }));
}

async function fromNetwork(event) {
  const url = new URL(event.request.url);
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    if (isHelp(url) && answer.ok) {
      event.waitUntil(keepHelp(url, answer.headers.get("Content-Language") ?? ""));
    }
    return answer;
  } catch {
    const kept = isHelp(url) ? await caches.match(url.pathname, { cacheName: HELP }) : undefined;
    return kept ?? (await caches.match(PAGE)) ?? Response.error();
  }
}

async function fileFromNetwork(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    event.respondWith(fromNetwork(event));
  } else if (isFile(pathname)) {
    event.respondWith(fileFromNetwork(request));
  }
});

// A push is a notice of the site, in the language of its reader (accounts/notice_messages.py).
self.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (!told) return;
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      lang: told.lang,
      icon: ICON,
      data: { path: told.path, open: told.open },
    }),
  );
});

// The page it is about, in the tab that shows it already if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path, open } = event.notification.data ?? {};
  if (open) event.waitUntil(show(path, open));
});

async function show(path, open) {
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (new URL(client.url).pathname !== path) continue;
    // The tab need not load again; the notice counts as read all the same.
    await fetch(open, { redirect: "manual" }).catch(() => {});
    await client.focus();
    return;
  }
  await self.clients.openWindow(open);
}

// The push service has given this browser another address.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renew(former, given) {
  if (!former) return;
  const next = given ?? (await self.registration.pushManager.subscribe(former.options));
  const { endpoint, keys } = next.toJSON();
  const body = new URLSearchParams({ former: former.endpoint, endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch(RENEW, { method: "POST", body });
}
