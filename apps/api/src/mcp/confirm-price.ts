import { hash, randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { seal, unseal } from './sealed-state.ts'

/** Calls up to this price need no confirmation, since a key has its own limits. */
export const CONFIRM_ABOVE = 10

const CONFIRM_MS = 5 * 60_000

/** A call whose price is to be confirmed. */
export interface Confirmable {
  /** The key or the session that calls. */
  by: string
  tool: string
  args: Record<string, unknown>
}

/** What the user confirmed. */
export interface Confirmed {
  /** The order's idempotency key: confirmed twice, it's still one job. */
  once: string
  price: number
  /** The uploads that the price is for, since another file may be at an address by now. */
  files: Record<string, string>
}

type ConfirmDeps = Pick<Deps, 'files' | 'now'>

/** The response that makes the client ask its user. */
export function requestConfirmation(
  deps: ConfirmDeps,
  call: Confirmable,
  { name, available, price, files }: Omit<Confirmed, 'once'> & { name: string; available: number },
) {
  const until = deps.now().getTime() + CONFIRM_MS
  const asked: Confirmed = { once: `mcp-${randomUUID()}`, price, files }
  return {
    resultType: 'input_required',
    inputRequests: {
      price: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `${name} costs ${price} credits here; you have ${available}.`,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: `Spend ${price} credits` } },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: seal(deps, purposeOf(call), JSON.stringify({ until, asked })),
  }
}

/** Undefined if it doesn't match what was asked about, or comes too late. */
export function readConfirmed(
  deps: ConfirmDeps,
  call: Confirmable,
  requestState: string,
): Confirmed | undefined {
  const text = unseal(deps, purposeOf(call), requestState)
  if (text === undefined) return undefined
  // We sealed it ourselves, so it's what we wrote.
  const { until, asked } = JSON.parse(text) as { until: number; asked: Confirmed }
  return until >= deps.now().getTime() ? asked : undefined
}

function purposeOf({ by, tool, args }: Confirmable): string {
  return `price ${by} ${tool} ${hash('sha256', JSON.stringify(args))}`
}
