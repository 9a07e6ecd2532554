import { expect, test } from 'vitest'
import { hasNewVersions, newVersionOf, priceToRepeat } from './repeat-job.ts'
import { testJob } from './test-job.ts'

const story = testJob({
  app: { id: 'story-teller', version: 1, name: 'Story Teller' },
  input: { prompt: 'A fern', length: 200, seed: 7 },
  price: 99,
})

test('[finding U3] a new version leaves out the seed and keeps the audience', () => {
  expect(newVersionOf(story)).toEqual({
    appId: 'story-teller',
    input: { prompt: 'A fern', length: 200 },
    visibility: 'public',
    inputFilesHidden: false,
    parentId: story.id,
  })
  expect(newVersionOf({ ...story, inputFilesHidden: true })).toMatchObject({ inputFilesHidden: true })
  expect(newVersionOf({ ...story, hidden: { why: 'Because.', isByModerator: true } })).toMatchObject({
    visibility: 'private',
  })
})

test('[finding U3] an app without a seed offers no new versions', () => {
  expect(hasNewVersions(story)).toBe(true)
  expect(hasNewVersions(testJob())).toBe(false)
})

test('[finding U3] the price of a repeat is the current price', () => {
  expect(priceToRepeat(story)).toBe(3)
})
