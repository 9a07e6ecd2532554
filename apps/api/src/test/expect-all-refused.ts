import type { ErrorCode } from '@infra/protocol/refusal'
import { expect } from 'vitest'

/** Expects all of these calls to be refused with this code. */
export async function expectAllRefused(calls: readonly Promise<unknown>[], code: ErrorCode): Promise<void> {
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes).toEqual(
    calls.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code }) })),
  )
}
