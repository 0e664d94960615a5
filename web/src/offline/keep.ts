/** Brings what stays in the browser while no page is open; `null` where nothing does. While one works on the page its files change all the time. */
export function keeper(): Promise<ServiceWorkerRegistration> | null {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  return import.meta.env.PROD && serviceWorker ? serviceWorker.register("/service.js") : null;
}

/** Has the browser keep the page, so that it opens where the server is away; without it the page is as it was. */
export function keepPage(): void {
  keeper()?.catch(() => undefined);
}
