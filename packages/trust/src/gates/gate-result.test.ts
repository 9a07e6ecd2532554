import { expect, test } from 'vitest'
import type { DecodedResult } from '../comparators/compare-results.ts'
import { resized, testPicture } from '../test/test-picture.ts'
import { testVoice } from '../test/test-sound.ts'
import { type GatedJob, gateResult } from './gate-result.ts'

const picture = testPicture(64, 64)
const another = { ...picture, data: picture.data.map((level, at) => (at % 4 === 3 ? level : 255 - level)) }
const double = (source: typeof picture) => resized(source, 128, 128)
const spoken = { sentences: ['The quick brown fox jumps over it.'], speed: 1 }
const box = { x: 0, y: 0, width: 9, height: 9 }

const cases: Record<string, [job: GatedJob, right: DecodedResult, wrong: DecodedResult]> = {
  'cut-out': [{ picture, isTransparent: true }, { picture }, { picture: another }],
  'erase-fill': [{ picture, hole: new Uint8Array(64 * 64) }, { picture }, { picture: another }],
  'expand-photo': [
    { picture, margins: { left: 0, right: 0, top: 0, bottom: 0 } },
    { picture },
    { picture: another },
  ],
  upscale: [{ picture }, { picture: await double(picture) }, { picture: await double(another) }],
  vectorise: [
    { picture, coarseness: { speckle: 4, detail: 6, isTextured: false } },
    { picture },
    { picture: another },
  ],
  'find-objects': [
    { picture, labels: ['cat'] },
    { picture, objects: [{ label: 'cat', score: 1, box }] },
    { picture, objects: [{ label: 'unicorn', score: 1, box }] },
  ],
  'read-text': [{ picture }, { text: 'One', words: [{ text: 'One', box }] }, { text: 'One', words: [] }],
  transcribe: [
    { seconds: 2 },
    { text: 'Hi.', subtitles: [{ start: 0, end: 1, text: 'Hi.' }] },
    { text: 'Hi.', subtitles: [{ start: 0, end: 9, text: 'Hi.' }] },
  ],
  speak: [
    { spoken },
    { sound: testVoice([3], { secondsEach: 2.5, rate: 8_000 }) },
    { sound: { samples: new Float32Array(20_000), rate: 8_000 } },
  ],
  'story-teller': [{ beginning: 'Once' }, { text: 'Once upon' }, { text: 'Twice' }],
}

test.for(Object.entries(cases))(
  '%s: the gate passes a right result and refuses a wrong or an empty one',
  ([app, [job, right, wrong]]) => {
    expect(gateResult(app, right, job)).toBeNull()
    expect(gateResult(app, wrong, job)).toMatch(/^(The|A|Made) /)
    expect(gateResult(app, {}, job)).toMatch(/not complete/)
  },
)

test('passes every result of an app without a gate', () => {
  expect(gateResult('imagine', {}, {})).toBeNull()
  expect(gateResult('constructor', {}, {})).toBeNull()
})

test('refuses a result that the node submitted before for another input', () => {
  expect(gateResult('cut-out', { picture }, { picture, earlier: { picture: another } })).toMatch(/before/)
  expect(gateResult('cut-out', { picture }, { picture, earlier: { picture } })).toBeNull()
})

test('a picture may be smaller only if the job allows it, and must keep its aspect ratio', async () => {
  const smaller = { picture: await resized(picture, 51, 51) }
  const job = { picture, mayBeSmaller: true }
  expect(gateResult('cut-out', smaller, job)).toBeNull()
  expect(gateResult('cut-out', smaller, { picture })).toMatch(/size/)
  expect(gateResult('cut-out', { picture: await resized(picture, 51, 40) }, job)).toMatch(/size/)
  expect(gateResult('cut-out', { picture: await resized(picture, 1, 1) }, job)).toMatch(/size/)
})
