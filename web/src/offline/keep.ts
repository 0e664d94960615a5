/** Registers the service worker; `null` if not supported, or in development, where files change all the time. */
export function keeper(): Promise<ServiceWorkerRegistration> | null {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  return import.meta.env.PROD && serviceWorker ? serviceWorker.register("/service.js") : null;
}

/** Makes the site available offline, if supported. */
export function keepPage(): void {
  keeper()?.catch(() => undefined);
}
