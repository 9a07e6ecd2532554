import type { BrowserContext, Page, Worker } from '@playwright/test'

declare global {
  interface Window {
    setHidden(hidden: boolean): void
    shown: string[]
  }
}

/**
 * A headless browser reports every page as visible, so tests mark pages as hidden as a browser does it: with the document's
 * properties and the event.
 */
export async function makeHideable(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let isHidden = false
    Object.defineProperties(document, {
      hidden: { get: () => isHidden },
      visibilityState: { get: () => (isHidden ? 'hidden' : 'visible') },
    })
    window.setHidden = (hidden) => {
      isHidden = hidden
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
}

export async function setHidden(hidden: boolean, ...pages: Page[]): Promise<void> {
  for (const page of pages) await page.evaluate((value) => window.setHidden(value), hidden)
}

/** Chromium's headless shell refuses to show notifications even with permission, so this records what the service worker wants to show. */
export async function recordNotifications(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Window & { registration: ServiceWorkerRegistration }
    scope.shown = []
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push(`${title} (${options?.tag})`)
  })
  return () => worker.evaluate(() => (globalThis as unknown as Window).shown)
}

/** In the service worker: messages that it has handled. */
declare const handled: Set<string>

/** Waits until the service worker has checked whether a page is visible, and so has decided about this message. */
export async function isDecided(worker: Worker, message: string): Promise<boolean> {
  return worker.evaluate(async (id) => {
    if (!handled.has(id)) return false
    // Lock queries are processed in order, and the worker sent its own right away.
    await navigator.locks.query()
    return true
  }, message)
}

/** Like a browser when a notification is clicked, except that only a real click may bring the page to the front. */
export async function clickNotification(worker: Worker, jobId: string): Promise<void> {
  await worker.evaluate((id) => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { data: { jobId: id }, close() {} }, waitUntil() {} })
    dispatchEvent(event)
  }, jobId)
}

/** No push service is reachable from here, and Chromium has none in a private window, so this imitates subscribing, with real keys. */
export async function imitatePushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let made: unknown = null
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    PushManager.prototype.subscribe = async (given) => {
      const curve = { name: 'ECDH', namedCurve: 'P-256' }
      const { publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
      const p256dh = base64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      const keys = { p256dh, auth: base64url(crypto.getRandomValues(new Uint8Array(16))) }
      const key = String(given?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
      const options = { applicationServerKey: Uint8Array.from(atob(key), (char) => char.charCodeAt(0)) }
      made = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
      return made as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null
  })
}

/** Passes messages to a page's service worker as the browser does after a push service delivered one. */
export async function pushTo(page: Page): Promise<(message: object) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const target = { origin: new URL(page.url()).origin, registrationId: await registered }
  return async (message) =>
    void (await cdp.send('ServiceWorker.deliverPushMessage', { ...target, data: JSON.stringify(message) }))
}
