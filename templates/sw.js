// Answers with one page when there is no network. It keeps that page and its style, nothing else: what people
// may know of a game is never stored.
"use strict";

const EDITION = {{ edition|safe }};
const FILES = {{ files|safe }};
const PAGE = "/offline/";

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
        if (name !== EDITION) await caches.delete(name);
      }
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function styleFromNetwork(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fromNetwork(event));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(styleFromNetwork(request));
  }
});
