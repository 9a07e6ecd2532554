import { expect, test } from 'vitest'
import { partShown } from './part-shown.ts'

const shown = (characters: number) => ({
  input: { length: 100, text: 'abcdefghij' },
  files: { audio: { seconds: 20 } },
  text: 'x'.repeat(characters),
})

test.for([
  ['tokens', 'length', 100, 0.25],
  ['tokens', 'length', 4_000, 1],
  ['characters', 'text', 3, 0.3],
  ['seconds', 'audio', 150, 0.5],
] as const)('streaming by %s of %s, %d characters are a part of %d', ([of, field, characters, part]) => {
  expect(partShown({ streams: { of, field } }, shown(characters))).toBe(part)
})

test('the part is 0 if the app does not stream or the field to measure by is missing', () => {
  expect(partShown({}, shown(50))).toBe(0)
  expect(partShown({ streams: { of: 'seconds', field: 'missing' } }, shown(50))).toBe(0)
})
