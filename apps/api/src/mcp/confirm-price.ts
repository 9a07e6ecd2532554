import { hash, randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { seal, unseal } from './sealed-state.ts'

/** Calls up to this price need no confirmation: a key has limits of its own. */
export const CONFIRM_ABOVE = 10

const CONFIRM_MS = 5 * 60_000

/** What is confirmed: by whom, what exactly, and at which price. */
export interface Confirmable {
  /** The key or the session that calls. */
  by: string
  tool: string
  args: Record<string, unknown>
  price: number
}

type ConfirmDeps = Pick<Deps, 'files' | 'now'>

/** The answer that has the client ask its user. */
export function askForPrice(
  deps: ConfirmDeps,
  order: Confirmable,
  { name, available }: { name: string; available: number },
) {
  const until = deps.now().getTime() + CONFIRM_MS
  return {
    resultType: 'input_required',
    inputRequests: {
      price: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `${name} costs ${order.price} credits here; you have ${available}.`,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: `Spend ${order.price} credits` } },
            required: ['confirm'],
          },
        },
      },
    },
    // The random part becomes the order's idempotency key: confirmed twice, it is one job.
    requestState: seal(deps, purposeOf(order), `${until} ${randomUUID()}`),
  }
}

/** The idempotency key of the order that was confirmed; undefined where this is not what was asked about, or too late. */
export function readConfirmed(
  deps: ConfirmDeps,
  order: Confirmable,
  requestState: string,
): string | undefined {
  const [until, id] = unseal(deps, purposeOf(order), requestState)?.split(' ') ?? []
  return id && Number(until) >= deps.now().getTime() ? `mcp-${id}` : undefined
}

function purposeOf({ by, tool, args, price }: Confirmable): string {
  return `price ${by} ${tool} ${price} ${hash('sha256', JSON.stringify(args))}`
}
