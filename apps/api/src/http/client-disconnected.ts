import type { FastifyReply } from 'fastify'

/** Aborts when the caller goes away before they were answered: what waits for something on their behalf need not wait on. */
export function clientDisconnected({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // Gone already, while something else was done for them.
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
