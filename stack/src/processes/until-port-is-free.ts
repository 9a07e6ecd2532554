import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An API whose stack was killed frees the port within a moment; after that, somebody else is using it. */
const TIMEOUT_MS = 3_000

export async function untilPortIsFree(host: string, port: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await isFree(host, port))) {
    if (Date.now() > deadline) {
      throw new Error(
        `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
      )
    }
    await sleep(100)
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
