import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Breaks a connection on which nothing came for so long. A machine that lost its power, or a firewall that forgot the
 * connection, never says goodbye: whoever waits on it would wait for ever.
 */
export function endWhenSilent(client: pg.PoolClient | pg.Client, ms: number): void {
  const socket = (client as pg.Client).connection.stream as Socket
  socket.setTimeout(ms, () => socket.destroy(new Error('Connection terminated: the database fell silent')))
}
