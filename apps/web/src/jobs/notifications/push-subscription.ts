import {
  getPushKey,
  type PushTopic,
  PushSubscription as Subscription,
  subscribeToPush,
  unsubscribeFromPush,
} from '@infra/protocol/jobs/push'
import { tokenClaims } from '@infra/protocol/token-claims'
import { call } from '../../api/call.ts'
import { tokens } from '../../api/tokens.ts'
import { startServiceWorker } from '../../bootstrap/start-service-worker.ts'
import { createStore } from '../../store/store.ts'

/** Whether notifications also come when no page is open. `unavailable`: the browser has no push service, or can't reach it. */
export const push = createStore<'unknown' | 'on' | 'unavailable'>('unknown')

/** Which session reported which subscription and topics to the API, so that not every page reports them again. */
const REPORTED_KEY = 'infra.push'

/** Browsers without a push service may never respond. */
const SUBSCRIBE_MS_MAX = 15_000

/** Subscribes this browser if necessary, and reports it to the API if necessary. */
export async function keepSubscribed(about: PushTopic[]): Promise<void> {
  try {
    const registration = await startServiceWorker()
    const known = await registration.pushManager.getSubscription()
    if (!known || localStorage.getItem(REPORTED_KEY) !== markOf(known, about))
      await subscribe(registration, known, about)
    push.set('on')
  } catch {
    // Open pages still show notifications.
    push.set('unavailable')
  }
}

async function subscribe(
  registration: ServiceWorkerRegistration,
  known: PushSubscription | null,
  about: PushTopic[],
): Promise<void> {
  const { key } = await call(getPushKey)
  // A subscription is bound to the key of its network.
  if (known && keyOf(known) !== key) await known.unsubscribe()
  const made = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const subscription = await Promise.race([made, timeout()])
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribeToPush, { body: { ...Subscription.parse({ endpoint, keys }), about } })
  localStorage.setItem(REPORTED_KEY, markOf(subscription, about))
}

export async function unsubscribe(): Promise<void> {
  push.set('unknown')
  localStorage.removeItem(REPORTED_KEY)
  const { pushManager } = await startServiceWorker()
  await (await pushManager.getSubscription())?.unsubscribe()
  await call(unsubscribeFromPush)
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no push service')), SUBSCRIBE_MS_MAX))
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function markOf({ endpoint }: PushSubscription, about: PushTopic[]): string {
  const { accessToken } = tokens.get()!
  return `${tokenClaims(accessToken).sid} ${about.join()} ${endpoint}`
}
