import { expect, test } from 'vitest'
import { testPicture } from '../test/test-picture.ts'
import { testVoice } from '../test/test-sound.ts'
import { type ComparedJob, compareResults, type DecodedResult } from './compare-results.ts'

const picture = testPicture(64, 64)
const another = { ...picture, data: picture.data.map((level, at) => (at % 4 === 3 ? level : 255 - level)) }
const job: ComparedJob = {
  platforms: 'same_class',
  hole: new Uint8Array(64 * 64).fill(1),
  original: { left: 0, top: 0, width: 8, height: 8 },
  scoreMin: 0.5,
}
const box = { x: 0, y: 0, width: 9, height: 9 }

const results: Record<string, [right: DecodedResult, wrong: DecodedResult]> = {
  'story-teller': [{ text: 'Once' }, { text: 'Twice' }],
  'read-text': [
    { text: 'One', words: [{ text: 'One', box }] },
    { text: 'Two', words: [{ text: 'Two', box }] },
  ],
  'find-objects': [{ objects: [{ label: 'cat', score: 0.9, box }] }, { objects: [] }],
  transcribe: [
    { text: 'Hello.', subtitles: [{ start: 0, end: 1, text: 'Hello.' }] },
    { text: 'Goodbye then.', subtitles: [{ start: 0, end: 1, text: 'Goodbye then.' }] },
  ],
  speak: [{ sound: testVoice([1, 5, 2]) }, { sound: testVoice([7, 1, 8], { hertz: 230 }) }],
  vectorise: [{ picture }, { picture: another }],
  'cut-out': [{ picture }, { picture: another }],
  upscale: [{ picture }, { picture: another }],
  'erase-fill': [{ picture }, { picture: another }],
  'expand-photo': [{ picture }, { picture: another }],
}

test.for(Object.entries(results))(
  '%s: a result is the same as itself, and wrong against another or an empty one',
  ([app, [right, wrong]]) => {
    expect(compareResults(app, right, right, job)).toEqual({ comparison: 'same', distance: 0 })
    expect(compareResults(app, right, wrong, job)?.comparison).toBe('wrong')
    expect(compareResults(app, right, {}, job)?.comparison).toBe('wrong')
  },
)

test.for(['imagine', 'write', 'unknown', 'constructor'])('%s has no comparison of two results', (app) => {
  expect(compareResults(app, { text: 'a', picture }, { text: 'a', picture }, job)).toBeNull()
})
