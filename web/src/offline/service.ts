// A module, so that its `self` is its own.
export {};

/**
 * Opens the page where the server is away: keeps one version of the page's files, whole, beside the browser.
 *
 * The page itself is asked of the server first, so that a new version shows at once; the files that it names never change, and come from here.
 * Nothing under `/api` is ever kept: what is true of a game only the server knows, and the page keeps its own copies.
 *
 * It also shows what the server has this device told while nobody looks, and leads to the page by a press on that.
 */

declare const self: ServiceWorkerGlobalScope;
/** Written in by `offline.ts` when the page is built: the addresses of the files, and what tells this version from others. */
declare const __OFFLINE__: { version: string; files: string[] };

const PREFIX = "entourage ";
const NAME = PREFIX + __OFFLINE__.version;
const PAGE = "/";
const files = new Set(__OFFLINE__.files);
/** How long the server may take for the page before the kept one is shown, in milliseconds. */
const PATIENCE = 4_000;

/** Tells whether a name stands for one content for ever. */
const isFixed = (path: string) => path.startsWith("/assets/");

self.addEventListener("install", (event) => {
  const wanted = [PAGE, ...files].map((path) => new Request(path, { cache: isFixed(path) ? "default" : "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)));
});

// The pages of the version before are gone by now: until then its files stay, for those that they have yet to load.
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
  else if (!files.has(pathname)) return;
  else if (isFixed(pathname)) event.respondWith(kept(pathname).then((known) => known ?? fetch(request)));
  else event.respondWith(freshOr(request, pathname));
});

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(NAME)).match(path, { ignoreVary: true });
}

/** Asks the server, and takes what is kept where it does not answer in time or fails. */
async function freshOr(request: Request, path: string): Promise<Response> {
  const asked = fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // The server is away.
  }
  return (await kept(path)) ?? asked;
}

/** What the server has a device told. */
interface Message {
  title: string;
  body: string;
  /** What notices of the same have in common: one is shown. */
  tag: string;
  /** What a press opens, as the page knows it. */
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

/** Leads to what a message is about, in a page that is open or in a new one. */
async function open(opens: string): Promise<void> {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = all.filter(({ url, frameType }) => new URL(url).pathname === PAGE && frameType === "top-level");
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(`${PAGE}#told=${encodeURIComponent(opens)}`);
    return;
  }
  page.postMessage({ opens });
  // Some browsers let no page come to the front.
  await page.focus().catch(() => undefined);
}
