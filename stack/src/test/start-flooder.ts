import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { onTestFinished } from 'vitest'
import { ROOT } from '../root.ts'
import type { KnownIds } from './flood-requests.ts'

/** The settings of the flooder's process. */
export interface FloodOrder {
  origin: string
  prefix: string
  caller: 'visitor' | 'person' | 'node'
  /** Of a person or a node. */
  key: Hex
  /** The address that the proxy says they have. */
  network: string
  /** Every request is sent once at least. */
  seconds: number
  known: KnownIds
  /** Its priority, as for `nice`. */
  nice: number
}

/** What it reports in the end. */
export interface Flooded {
  sent: number
  endpoints: number
  statuses: Record<string, number>
  /** Responses with a 5xx other than a 503 with `Retry-After`. */
  failures: string[]
  /** Endpoints by their share of the total time, the slowest first. */
  slowest: string[]
  streamsHeld: number
  streamsRefused: number
}

/** No echo, because it would take the honest person's jobs and never finish them. */
export const FLOODING_NODE_APPS = [{ id: 'cut-out', version: 1 }]

/** Floods from a separate process and reports the outcome. */
export async function startFlooder(order: FloodOrder): Promise<Flooded> {
  const child = fork(join(ROOT, 'stack/src/test/flooder.ts'), { execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The flooder ended with ${code}.`)
  })
  child.send(order)
  const [flooded] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return flooded as Flooded
}
