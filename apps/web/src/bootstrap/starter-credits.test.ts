import { STARTER_CREDITS as granted } from '@infra/protocol/credits'
import { expect, test } from 'vitest'
import { STARTER_CREDITS } from './starter-credits.ts'

test('[finding U7] the pages promise newcomers as many credits as they get', () => {
  expect(STARTER_CREDITS).toBe(granted)
})
