/** Per process, to one server: one listens, one is for long work, two are for calls. */
export const CONNECTIONS_MIN = 4

const FOR_LONG_WORK_MAX = 3

/** How one API process divides its connections, so that it never opens more than `total`. */
export interface Connections {
  calls: number
  longWork: number
}

export function divideConnections(total: number): Connections {
  const withoutListener = total - 1
  const longWork = Math.min(FOR_LONG_WORK_MAX, Math.floor(withoutListener / 4) || 1)
  return { calls: withoutListener - longWork, longWork }
}
