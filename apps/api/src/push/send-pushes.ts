import { describeAlert, describeAlertOver } from '@infra/protocol/alerts/describe-alert'
import { findApp } from '@infra/protocol/apps/catalogue'
import { describeEnd } from '@infra/protocol/jobs/describe-end'
import type { PushMessage } from '@infra/protocol/jobs/push'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import type { OutboundResult } from '../outbound/open-outbound.ts'
import { encryptPush } from './encrypt-push.ts'
import { type DuePush, delayPush, deletePush, deleteRefused, takeDuePushes } from './push-queries.ts'

/** At once, per process. */
const SENT_TOGETHER = 20

/** A push service responds within a second; one that doesn't must not keep the others waiting. */
const POST_MS_MAX = 5_000

/** How long a push service keeps a message for a browser that is offline. */
const TTL_SECONDS = 4 * 3_600

const ATTEMPTS_MAX = 6
const RETRY_MS = 5_000
const RETRY_MS_MAX = 3_600_000

type SendDeps = Pick<Deps, 'db' | 'now' | 'outbound' | 'pushKey'>

/** Every second: sends the messages that are due. Returns how many there were. */
export async function sendPushes(
  deps: SendDeps,
  logger: Pick<Logger, 'warn'>,
  { postMsMax } = { postMsMax: POST_MS_MAX },
): Promise<number> {
  const due = await takeDuePushes(deps.db, [SENT_TOGETHER])
  const results = await Promise.allSettled(
    due.map(async (push) => {
      const result = await post(deps, push, AbortSignal.timeout(postMsMax))
      await settle(deps, push, { result, logger })
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return due.length
}

async function post(deps: SendDeps, push: DuePush, signal: AbortSignal): Promise<OutboundResult> {
  const { endpoint } = push
  const { authorize } = await deps.pushKey()
  return deps.outbound.post({
    url: endpoint,
    headers: {
      authorization: await authorize(endpoint, deps.now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: 'normal',
      // At most 32 characters. A second message about the same job or alert replaces one that wasn't delivered yet.
      topic: (push.jobId ?? push.alertId).replaceAll('-', ''),
    },
    body: encryptPush(JSON.stringify(messageOf(push)), push),
    signal,
  })
}

/** Contains nothing of the job's input or output. */
function messageOf(push: DuePush): PushMessage {
  if (push.jobId === null) {
    const { alertId, isOver, nodeName } = push
    const describe = isOver ? describeAlertOver : describeAlert
    return { alertId, isOver, ...describe({ ...push, node: { name: nodeName } }) }
  }
  const { jobId, appId, status, charged } = push
  const app = { id: appId, name: findApp(appId)?.name ?? appId }
  return { jobId, ...describeEnd({ app, status, charged }) }
}

async function settle(
  { db }: SendDeps,
  push: DuePush,
  { result, logger }: { result: OutboundResult; logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const { id, sessionId, attempts, endpoint } = push
  const status = result.failure === undefined ? result.status : undefined
  // The browser has unsubscribed, or its profile was deleted.
  if (status === 404 || status === 410) return void (await deleteRefused(db, [sessionId, endpoint]))
  if (status === undefined ? result.failure !== 'url_refused' : status === 429 || status >= 500) {
    // A push service that doesn't respond for hours no longer exists.
    if (attempts >= ATTEMPTS_MAX) return void (await deleteRefused(db, [sessionId, endpoint]))
    return void (await delayPush(db, [id, delayOf(attempts, result)]))
  }
  if (status === undefined || status >= 300)
    logger.warn({ service: new URL(endpoint).origin, status }, 'a push service refused a message')
  await deletePush(db, [id])
}

/** As long as the push service asks for; else 5 s, 20 s, 80 s and so on. */
function delayOf(attempts: number, result: OutboundResult): number {
  const requestedMs = result.failure === undefined ? result.retryAfterMs : undefined
  return Math.min(requestedMs ?? RETRY_MS * 4 ** (attempts - 1), RETRY_MS_MAX)
}
