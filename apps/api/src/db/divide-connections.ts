/** To one server, by one process: one listens, one is for long work, two are for calls. */
export const CONNECTIONS_MIN = 4

const FOR_LONG_WORK_MAX = 3

/** How many connections one API process uses for what, so that it never opens more than `total`. */
export interface Connections {
  calls: number
  longWork: number
}

export function divideConnections(total: number): Connections {
  const withoutListener = total - 1
  const longWork = Math.min(FOR_LONG_WORK_MAX, Math.floor(withoutListener / 4) || 1)
  return { calls: withoutListener - longWork, longWork }
}
