import { expect, test } from 'vitest'
import { classifyDecline, DECLINE_MS_MIN } from './classify-decline.ts'

test.each([
  ['pending', 'rejected', true, 5],
  ['rejected', 'rejected', true, DECLINE_MS_MIN],
  ['rejected', 'rejected', false, 5],
  ['failed', 'failed', true, 5],
] as const)(
  '[finding W7] %s: the wallet says "%s", an earlier request is open: %s, after %d ms',
  (meant, said, hasOpenRequest, tookMs) => {
    expect(classifyDecline(said, { hasOpenRequest, tookMs })).toBe(meant)
  },
)
