import type { IncomingMessage } from 'node:http'

/** How much of a refused request's body is still received, for how long in total, and for how long while nothing comes. */
export const DRAIN_BYTES_MAX = 16 * 1024 * 1024
const DRAIN_MS_MAX = 30_000
const IDLE_MS_MAX = 4_000
const POLL_MS = 20

/**
 * After the response was sent, Node.js receives and drops the rest of the body, because a client that writes everything before it reads
 * would otherwise see a broken connection instead of the response. Beyond these limits the connection is closed.
 */
export function boundDrain(request: IncomingMessage): void {
  const { socket } = request
  const until = performance.now() + DRAIN_MS_MAX
  const bytesMax = socket.bytesRead + DRAIN_BYTES_MAX
  let seen = { bytes: socket.bytesRead, at: performance.now() }
  // Dropped bytes emit no events, so look at the socket's own counter.
  const timer = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > seen.bytes) seen = { bytes: socket.bytesRead, at: now }
    const isOver = now > until || now > seen.at + IDLE_MS_MAX || seen.bytes > bytesMax
    if (!request.complete && isOver) socket.destroy()
    if (request.complete || socket.destroyed) clearInterval(timer)
  }, POLL_MS)
  timer.unref()
}
