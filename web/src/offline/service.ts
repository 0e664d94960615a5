// Makes this file a module, with its own `self`.
export {};

/**
 * The service worker: it makes the site available offline by caching one complete version of its files. The HTML page is requested from the server
 * first, so that a new version appears at once; the files it refers to never change and come from the cache. Responses under `/api` are never cached:
 * the page stores its own copies of games. It also shows push notifications and opens the page when one is clicked.
 */

declare const self: ServiceWorkerGlobalScope;
/** Replaced by `offline.ts` at build time: the version and the addresses of its files, some of which are cached when they are first used. */
declare const __OFFLINE__: { version: string; files: string[]; onDemand: string[] };

const PREFIX = "entourage ";
const NAME = PREFIX + __OFFLINE__.version;
const PAGE = "/";
const files = new Set(__OFFLINE__.files);
const onDemand = new Set(__OFFLINE__.onDemand);
/** How long to wait for the server before using the cached page, in milliseconds. */
const PATIENCE = 4_000;

/** Returns whether a path always has the same content. */
const isFixed = (path: string) => path.startsWith("/assets/");

self.addEventListener("install", (event) => {
  const wanted = [PAGE, ...files].map((path) => new Request(path, { cache: isFixed(path) ? "default" : "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)));
});

// Pages of the previous version are closed by now; until then its files are kept for them.
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(freshOr(request, PAGE));
  else if (onDemand.has(pathname)) event.respondWith(keptOrKeep(request, pathname));
  else if (!files.has(pathname)) return;
  else if (isFixed(pathname)) event.respondWith(kept(pathname).then((known) => known ?? fetch(request)));
  else event.respondWith(freshOr(request, pathname));
});

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(NAME)).match(path, { ignoreVary: true });
}

/** Uses the cache, or requests from the server and caches the response. */
async function keptOrKeep(request: Request, path: string): Promise<Response> {
  const known = await kept(path);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    // Without space in the cache, the file is requested again.
    await caches.open(NAME).then((cache) => cache.put(path, copy)).catch(() => undefined);
  }
  return answer;
}

/** Requests from the server; uses the cache on timeout or failure. */
async function freshOr(request: Request, path: string): Promise<Response> {
  const asked = fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // The server cannot be reached.
  }
  return (await kept(path)) ?? asked;
}

/** A push message. */
interface Message {
  title: string;
  body: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** What a click opens, as the page understands it. */
  opens: string;
}

self.addEventListener("push", (event) => {
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, tag, opens } = message;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: "/icon.svg", data: opens }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Opens the subject of a notification in an open page or a new one. */
async function open(opens: string): Promise<void> {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = all.filter(({ url, frameType }) => new URL(url).pathname === PAGE && frameType === "top-level");
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(`${PAGE}#told=${encodeURIComponent(opens)}`);
    return;
  }
  page.postMessage({ opens });
  // Some browsers do not allow focusing a page.
  await page.focus().catch(() => undefined);
}
