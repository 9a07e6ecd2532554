import { expect, test } from 'vitest'
import { readTags, tagsOf } from './tag-rules.ts'

test.for([
  ['', []],
  [' , ,', []],
  ['basement', ['basement']],
  [' gpu,, Rack 2 ,gpu', ['gpu', 'Rack 2']],
] as const)('%j is read as the tags %j', ([typed, tags]) => {
  expect(readTags(typed)).toEqual(tags)
})

test('the tags of several nodes are listed once each, with the number of nodes', () => {
  expect(tagsOf([{ tags: ['b', 'a'] }, { tags: [] }, { tags: ['b'] }])).toEqual([
    { tag: 'a', count: 1 },
    { tag: 'b', count: 2 },
  ])
})
