/** Has the browser keep the page, so that it opens where the server is away; without it the page is as it was. */
export function keepPage(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // While one works on the page its files change all the time.
  if (import.meta.env.PROD) serviceWorker?.register("/service.js").catch(() => undefined);
}
