import { requestLink } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { pause } from '@infra/weights/backoff'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Log } from '../log.ts'
import { adoptSharedKey } from './node-key.ts'
import { IDLE_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import { caller, type Opened, type Session, signedChallenge } from './session.ts'

/** How often we poll whether the operator has confirmed. */
const POLL_MS = 2_000
const CODE_MS_MIN = 60_000
const CODE_MS_MAX = 15 * 60_000

interface LinkOptions {
  apiPrefix: string
  network: URL
  dataDir: string
  account: PrivateKeyAccount
  name: string
  linkToken?: string
  /** Shows text to the person at the terminal, whatever the log level. */
  say: (text: string) => void
  log: Log
  onUnreachable?: () => void
  signal: AbortSignal
}

/** Signs in; if the node has no operator yet, shows how to link it until it is linked. */
export async function openLinked(session: Session, options: LinkOptions): Promise<Opened> {
  const { log, signal, onUnreachable } = options
  const withRetries = <T>(attempt: () => Promise<T>) =>
    untilAnswered(attempt, {
      signal,
      maxMs: IDLE_BACKOFF_MS_MAX,
      onWait: (error, ms) => {
        onUnreachable?.()
        log.warn(`${(error as Error).message} Trying again in ${Math.ceil(ms / 1000)} s.`)
      },
    })

  let shownUntil = 0
  for (;;) {
    const opened = await withRetries(() => tryToOpen(session, options))
    if (opened) {
      await adoptSharedKey(options)
      return opened
    }
    if (Date.now() > shownUntil) {
      const link = await withRetries(() => requestNewLink(options))
      options.say(invitation(link, options.name))
      shownUntil = soon(link.expiresAt)
    }
    await pause(POLL_MS, signal)
  }
}

async function tryToOpen(session: Session, { log, linkToken }: LinkOptions): Promise<Opened | undefined> {
  try {
    return await session.open()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'node_not_linked')) throw error
    if (linkToken) log.warn(error.message)
    return undefined
  }
}

/** Our clock may be wrong by hours, but a code is never valid that long. */
function soon(expiresAt: Date): number {
  const now = Date.now()
  return Math.min(now + CODE_MS_MAX, Math.max(now + CODE_MS_MIN, expiresAt.getTime()))
}

async function requestNewLink(options: LinkOptions) {
  const body = { ...(await signedChallenge(options, options.account)), name: options.name }
  return caller(options.apiPrefix)(requestLink, { body }, { seconds: 15 })
}

function invitation(
  { code, url, expiresAt }: { code: string; url: string; expiresAt: Date },
  name: string,
): string {
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 60_000))
  return [
    '',
    `  This node ("${name}") is not linked to an account yet. Open`,
    '',
    `    ${url}`,
    '',
    `  sign in, and confirm the code  ${code}`,
    '',
    `  It is good for ${minutes} minutes; then there will be another. Waiting.`,
    '',
  ].join('\n')
}
