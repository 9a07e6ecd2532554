import type { JobFile } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { testJob } from './test-job.ts'
import { usesOf } from './uses-of.ts'

const file = (change: Partial<JobFile>) =>
  ({
    name: 'picture',
    kind: 'image',
    width: 100,
    height: 50,
    seconds: null,
    text: null,
    ...change,
  }) as JobFile
const idsOf = (change: Partial<JobFile>) =>
  usesOf(testJob({ outputs: [file(change)] })).map(({ app }) => app.id)

test('a result is offered only to the apps that take its kind and size', () => {
  const picture = idsOf({})
  expect(picture).toEqual(expect.arrayContaining(['cut-out', 'upscale', 'vectorise', 'read-text']))
  expect(picture).not.toContain('transcribe')
  expect(idsOf({ width: 800 })).not.toContain('upscale')
  expect(idsOf({ name: 'speech', kind: 'audio', seconds: 3 })).toEqual(['transcribe'])
  expect(idsOf({ name: 'speech', kind: 'audio', seconds: 601 })).toEqual([])
  const words = idsOf({ name: 'text', kind: 'text', text: 'Hello.' })
  expect(words).toContain('speak')
  expect(words).not.toContain('cut-out')
  expect(idsOf({ name: 'text', kind: 'text', text: ' ' })).toEqual([])
  expect(idsOf({ name: 'srt', kind: 'text', text: 'Hello.' })).toEqual([])
  expect(idsOf({ name: 'drawing', kind: 'svg' })).toEqual([])
  expect(idsOf({ name: 'objects', kind: 'json' })).toEqual([])
})

test('a use names its result for the address, and a failed job has none', () => {
  const job = testJob({ outputs: [file({ name: 'objects', kind: 'json' }), file({})] })
  expect(usesOf(job)[0]!.result).toBe(`job:${job.id}/picture`)
  expect(usesOf({ ...job, status: 'error' })).toEqual([])
})
