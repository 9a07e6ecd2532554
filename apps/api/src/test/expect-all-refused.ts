import type { ErrorCode } from '@infra/protocol/refusal'
import { expect } from 'vitest'

/** Calls that were made at once, every one of which must be refused with this code. */
export async function expectAllRefused(calls: readonly Promise<unknown>[], code: ErrorCode): Promise<void> {
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes).toEqual(
    calls.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code }) })),
  )
}
