// Shows notifications, and says so when a page cannot be loaded. It caches nothing: a page never comes from an earlier build.

/** Every page that someone looks at holds it: see `jobs/notifications/hold-while-visible.ts`. */
const VISIBLE_LOCK = 'infra.looked-at'

/** What was dealt with: several tabs and the push service may report the same job. */
const handled = new Set()

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data?.type === 'ended') event.waitUntil(notify(event.data))
})

self.addEventListener('push', (event) => event.waitUntil(notify(event.data.json())))

/** Of a job that ended, or of an alert about a node that began or is over, which takes the place of its beginning. */
async function notify({ jobId, alertId, isOver, title, body }) {
  const message = jobId ?? `${alertId} ${isOver}`
  if (handled.has(message)) return
  handled.add(message)
  // A page shows the user's open jobs on every screen, but their nodes only on some.
  if (jobId && (await isVisible())) return
  await self.registration.showNotification(title, {
    body,
    tag: jobId ?? alertId,
    icon: '/icon-192.png',
    data: { jobId },
  })
}

async function isVisible() {
  const { held } = await self.navigator.locks.query()
  return held.some(({ name }) => name === VISIBLE_LOCK)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.jobId))
})

async function open(jobId) {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(jobId ? `/profile/jobs?job=${jobId}` : '/nodes')
  page.postMessage({ type: 'open', jobId })
  return page.focus()
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(offlinePage))
})

function offlinePage() {
  return new Response(OFFLINE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

const OFFLINE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#000000">
<title>Offline · Infra</title>
<style>
  :root { color-scheme: dark; background: #000; color: #fff; font: 1.125rem/1.6 system-ui, sans-serif }
  body { display: grid; min-height: 100dvh; margin: 0; place-content: center; padding: 0 2rem }
  main { max-width: 26rem }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem }
  p { color: #b3b3b3; margin: 0 0 2rem }
  a { display: inline-block; border: 1px solid #808080; color: #fff; padding: .6rem 1.25rem; text-decoration: none }
  a:hover, a:focus-visible { background: #fff; color: #000 }
</style>
<main>
  <h1>You’re offline</h1>
  <p>Infra needs a connection. Jobs that you ordered go on without you.</p>
  <a href="">Try again</a>
</main>
</html>`
