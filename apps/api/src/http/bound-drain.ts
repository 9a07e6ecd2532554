import type { IncomingMessage } from 'node:http'

/** How much of a body that nobody wants is still received, and for how long. */
export const DRAIN_BYTES_MAX = 16 * 1024 * 1024
const DRAIN_MS_MAX = 4_000
const LOOK_EVERY_MS = 20

/**
 * After the answer was sent, the rest of the body is received and thrown away, which Node.js does by itself: a client that writes all
 * before it reads would, cut off at once, find a broken connection instead of the answer. Beyond the bounds it is cut off.
 */
export function boundDrain(request: IncomingMessage): void {
  const { socket } = request
  const until = performance.now() + DRAIN_MS_MAX
  const bytesMax = socket.bytesRead + DRAIN_BYTES_MAX
  // What is thrown away makes no events, so the socket is looked at.
  const timer = setInterval(() => {
    if (!request.complete && (performance.now() > until || socket.bytesRead > bytesMax)) socket.destroy()
    if (request.complete || socket.destroyed) clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}
