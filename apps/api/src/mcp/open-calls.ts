import { hash } from 'node:crypto'
import type { Notifications } from '../notifications/notifications.ts'

/** Who sent the request: request ids are only unique within a caller's session. */
export interface CallId {
  by: string
  session: string
  request: string | number
}

/** The calls that this process is handling; the request that cancels one may arrive at another process. */
export interface OpenCalls {
  /** Aborts when the call is cancelled. `end` is called after the response. */
  open: (id: CallId) => { cancelled: AbortSignal; end: () => void }
  cancel: (id: CallId) => void
  close: () => void
}

export function openCalls(notifications: Notifications): OpenCalls {
  const byName = new Map<string, AbortController>()
  const unsubscribe = notifications.subscribe('mcp_cancelled', (name) => byName.get(name)?.abort())
  return {
    open: (id) => {
      const name = nameOf(id)
      const controller = new AbortController()
      byName.set(name, controller)
      const end = () => {
        if (byName.get(name) === controller) byName.delete(name)
      }
      return { cancelled: controller.signal, end }
    },
    cancel: (id) => notifications.publish('mcp_cancelled', nameOf(id)),
    close: unsubscribe,
  }
}

function nameOf({ by, session, request }: CallId): string {
  return hash('sha256', JSON.stringify([by, session, request]))
}
