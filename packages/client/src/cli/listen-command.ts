import { parseArgs } from 'node:util'
import { readEvents, type SentEvent } from '../read-events.ts'
import { type Connection, pause, sendRequest } from '../send-request.ts'
import { exitCodeOf } from './exit-code.ts'
import { commonOptions } from './run-command.ts'
import { connectionOf } from './settings.ts'
import { exitCodes, print, type Shell, UsageError } from './shell.ts'

const RESUME_PAUSE_MS = 500

/** As long as the network itself waits for a response. */
const ANSWER_MS_MAX = 15_000

/** After a connection broke, some messages are sent again. */
const SEEN_MAX = 1_000

/** A message to a webhook, as the network sends it. */
interface Message {
  headers: Record<string, string>
  body: string
}

interface Listening {
  shell: Shell
  connection: Connection
  webhook: string
  /** Where messages are forwarded to; without it, they're printed. */
  forward: URL | undefined
  json: boolean
}

/**
 * `infra listen <webhook> --forward http://localhost:3000/hook`: also sends a webhook's messages to an address that only this machine can
 * reach.
 */
export async function listenCommand(shell: Shell, args: string[]): Promise<number> {
  const options = { ...commonOptions, forward: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [webhook] = positionals
  if (!webhook) throw new UsageError('Which webhook? Its id is in your profile, below Webhooks.')
  const connection = await connectionOf(shell, values)
  const forward = addressIn(values.forward)
  try {
    return await listen({ shell, connection, webhook, forward, json: values.json === true })
  } catch (error) {
    if (shell.signal.aborted) return exitCodes.interrupted
    throw error
  }
}

function addressIn(address: string | undefined): URL | undefined {
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--forward takes an address such as http://localhost:3000/hook.')
  return url
}

/** Runs until the webhook is switched off or the user interrupts. A connection that breaks is resumed where it stopped. */
async function listen(listening: Listening): Promise<number> {
  const { shell, connection, webhook } = listening
  const seen = new Set<string>()
  let last: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    const response = await open(connection, webhook, { last, signal: shell.signal }).catch((error) => {
      // If it existed before, it may be unavailable for a while.
      if (isFirst || exitCodeOf(error) !== exitCodes.unreachable) throw error
    })
    if (isFirst) print(shell.stderr, 'Listening. Interrupt to stop.')
    try {
      for await (const event of response ? readEvents(response.body!) : []) {
        if (event.event === 'stopped') {
          print(shell.stderr, 'This webhook is off or deleted.')
          return exitCodes.failed
        }
        await take(listening, event, seen)
        last = event.id ?? last
      }
    } catch (error) {
      // The stream broke, or the user interrupted.
      if (shell.signal.aborted) throw error
    }
    await pause(RESUME_PAUSE_MS, shell.signal)
  }
}

function open(
  connection: Connection,
  webhook: string,
  { last, signal }: { last: string | undefined; signal: AbortSignal },
): Promise<Response> {
  const headers = { accept: 'text/event-stream', 'last-event-id': last }
  return sendRequest(connection, 'GET', `/webhook/${encodeURIComponent(webhook)}/events`, { headers, signal })
}

/** Forwards a message, once. */
async function take(listening: Listening, { event, data }: SentEvent, seen: Set<string>): Promise<void> {
  if (event !== 'message') return
  const message: Message = JSON.parse(data)
  const id = message.headers['webhook-id']!
  if (seen.has(id)) return
  seen.add(id)
  if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value!)
  await deliver(listening, message, id)
}

async function deliver({ shell, forward, json }: Listening, message: Message, id: string): Promise<void> {
  if (!forward) return print(shell.stdout, message.body)
  const { type } = JSON.parse(message.body)
  const answer = await send(forward, message, shell.signal)
  const outcome = typeof answer === 'number' ? { status: answer } : { error: answer }
  print(shell.stdout, json ? JSON.stringify({ id, type, ...outcome }) : `${type} ${id} ${answer}`)
}

/** The status of the response, or why there is none. */
async function send(
  url: URL,
  { headers, body }: Message,
  interrupted: AbortSignal,
): Promise<number | string> {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(ANSWER_MS_MAX)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    interrupted.throwIfAborted()
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return `got no answer${code ? ` (${code})` : ''}`
  }
}
