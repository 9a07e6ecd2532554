import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects before it got its response, so that work for it can stop waiting. */
export function clientDisconnected({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // It may have disconnected before this was called.
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
