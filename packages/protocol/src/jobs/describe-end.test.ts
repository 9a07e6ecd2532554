import { expect, test } from 'vitest'
import { catalogue } from '../apps/catalogue.ts'
import { describeEnd, resultNames } from './describe-end.ts'

test('exactly the published apps have a name for their result', () => {
  const published = catalogue.filter(({ state }) => state === 'published')
  expect(Object.keys(resultNames).sort()).toEqual(published.map(({ id }) => id).sort())
})

test('a notification names the result or the failure, and says if a failure cost nothing', () => {
  const app = { id: 'story-teller', name: 'Story Teller' }
  expect(describeEnd({ app, status: 'finished', charged: 3 })).toEqual({
    title: 'Your story is ready',
    body: 'From Story Teller',
  })
  expect(describeEnd({ app, status: 'error', charged: 0 }).title).toBe(
    'Story Teller failed: nothing was charged',
  )
  expect(describeEnd({ app, status: 'error', charged: 2 }).title).toBe('Story Teller failed')
})
