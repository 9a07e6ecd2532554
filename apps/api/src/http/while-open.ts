import { isTokenValid } from '@infra/protocol/token-claims'
import type { FastifyRequest } from 'fastify'
import type { Account } from '../auth/callers.ts'
import type { Deps } from '../deps.ts'
import type { EventStream } from './event-stream.ts'

/** A notification may be lost, so what is watched is also read now and then. */
const POLL_MS = 15_000

/** Polls from time to time, and ends the stream with the session, the token or the API key that opened it. */
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
  // Most readers of the feed are not signed in, and there are many of them: they need no timer.
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
    // The database may be away for a moment: the stream stays open.
    poll?.().catch((error) => request.log.warn({ err: error }, 'could not poll what is watched'))
  }, pollMs)
  const { subscribe } = deps.notifications
  const stopListening = [
    subscribe('session', (ended) => {
      if (ended === caller?.sessionId) end()
    }),
    // Lowered or revoked: a program that may still watch opens it again.
    subscribe('key', (changed) => {
      if (changed === caller?.key?.hash) end()
    }),
  ]
  stream.onClose(() => {
    clearInterval(timer)
    for (const unsubscribe of stopListening) unsubscribe()
  })
}
