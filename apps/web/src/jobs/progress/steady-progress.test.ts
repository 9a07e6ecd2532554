import { expect, test } from 'vitest'
import { testJob } from '../test-job.ts'
import { describeProgress, steadyPart } from './steady-progress.ts'

const { id } = testJob()
const at = (part: number, stage = '') => ({ id, status: 'running' as const, progress: { part, stage } })

test('[finding U16] progress never goes back, even if another attempt starts over', () => {
  expect([0.4, 1, 0.23, 0, 1].map((part) => steadyPart(at(part)))).toEqual([0.4, 1, 1, 1, 1])
  const other = testJob({ status: 'running', progress: { part: 0.1, stage: '' } })
  expect(steadyPart(other)).toBe(0.1)
})

test('[finding U16] a stage with its own percentage is shown without a second one', () => {
  const job = testJob({ status: 'running', progress: { part: 0, stage: 'Fetching the model, 32 %' } })
  expect(describeProgress(job)).toEqual({ stage: 'Fetching the model, 32 %', percent: undefined, part: 0 })
  const next = { ...job, progress: { part: 0.23, stage: 'Tile 1 of 4' } }
  expect(describeProgress(next)).toEqual({ stage: 'Tile 1 of 4', percent: 23, part: 0.23 })
})
