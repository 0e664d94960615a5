// A module, so that its `self` is its own.
export {};

/**
 * Opens the page where the server is away: keeps one version of the page's files, whole, beside the browser.
 *
 * The page itself is asked of the server first, so that a new version shows at once; the files that it names never change, and come from here.
 * Nothing under `/api` is ever kept: what is true of a game only the server knows, and the page keeps its own copies.
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
