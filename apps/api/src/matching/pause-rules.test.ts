import { HOUR_MS, TRUST_RULES } from '@infra/trust/trust-rules'
import { expect, test } from 'vitest'
import { FAILED_OPERATORS_MAX, TRIES_MAX } from '../attempts/attempt-rules.ts'
import {
  APP_PAUSE_MINUTES,
  DROPPED_PER_HOUR_MAX,
  FAILURE_PAUSE_MINUTES,
  FAILURES_MAX,
  PAUSE_HOURS_MAX,
  RECENT_TRIES_MAX,
  RELEASE_PAUSE_MINUTES,
  RELEASES_PER_HOUR_FREE,
} from './pause-rules.ts'

const minutes = (count: number) => count * 60_000

test('the limits for pausing nodes and ending jobs are those of the trust simulation', () => {
  expect(TRUST_RULES).toMatchObject({
    failuresMax: FAILURES_MAX,
    failuresWindow: RECENT_TRIES_MAX,
    lapsesPerHourMax: DROPPED_PER_HOUR_MAX,
    freeReleasesPerHour: RELEASES_PER_HOUR_FREE,
    restMs: minutes(FAILURE_PAUSE_MINUTES),
    releaseRestMs: minutes(RELEASE_PAUSE_MINUTES),
    weightsRestMs: minutes(APP_PAUSE_MINUTES),
    restMsMax: PAUSE_HOURS_MAX * HOUR_MS,
    failedOperatorsMax: FAILED_OPERATORS_MAX,
    attemptsMax: TRIES_MAX,
  })
})
