import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Closes a connection on which nothing was received for this long. A machine that lost power, or a firewall that dropped the connection,
 * never closes it, and a query on it would wait forever.
 */
export function closeWhenIdle(client: pg.PoolClient | pg.Client, ms: number): void {
  const socket = (client as pg.Client).connection.stream as Socket
  socket.setTimeout(ms, () =>
    socket.destroy(new Error('Connection terminated: the database stopped responding')),
  )
}
