import { isTokenValid } from '@infra/protocol/token-claims'
import type { FastifyRequest } from 'fastify'
import type { Account } from '../auth/callers.ts'
import type { Deps } from '../deps.ts'
import type { EventStream } from './event-stream.ts'

/** A notification may be lost, so the data is also polled. */
const POLL_MS = 15_000

/** Polls from time to time, and ends the stream when the session, the token or the API key that opened it ends. */
export function whileOpen(
  deps: Pick<Deps, 'now' | 'notifications'>,
  watch: {
    stream: EventStream
    request: FastifyRequest
    caller: Account | undefined
    poll?: () => Promise<void>
    pollMs?: number
  },
  stop: () => void,
): void {
  const { stream, request, caller, poll, pollMs = POLL_MS } = watch
  stream.onClose(stop)
  // Most readers of the feed aren't signed in, and there are many of them, so save their timer.
  if (!caller && !poll) return
  const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  const isValid = () => {
    if (!caller) return true
    return caller.key ? caller.key.expiresAt > deps.now() : isTokenValid(token, deps.now())
  }
  const end = () => {
    stream.send('auth', {})
    stream.close()
  }
  const timer = setInterval(() => {
    if (!isValid()) return end()
    // The database may be unavailable for a moment; the stream stays open.
    poll?.().catch((error) => request.log.warn({ err: error }, 'could not poll what is watched'))
  }, pollMs)
  const { subscribe } = deps.notifications
  const stopListening = [
    subscribe('session', (ended) => {
      if (ended === caller?.sessionId) end()
    }),
    // The key was lowered or revoked. A program that may still watch opens the stream again.
    subscribe('key', (changed) => {
      if (changed === caller?.key?.hash) end()
    }),
  ]
  stream.onClose(() => {
    clearInterval(timer)
    for (const unsubscribe of stopListening) unsubscribe()
  })
}
