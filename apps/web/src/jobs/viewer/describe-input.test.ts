import { expect, test } from 'vitest'
import { describeInput } from './describe-input.ts'

test.for([
  ['cut-out', 'background', 'color', ['Background', 'A colour']],
  ['cut-out', 'color', '#00ff00', ['Colour', '#00ff00']],
  ['vectorise', 'detail', 6, ['Colour detail', '6']],
  ['cut-out', 'background', 'gone since', ['Background', 'gone since']],
  ['cut-out', 'unknown', true, ['unknown', 'yes']],
  ['no-such-app', 'a', false, ['a', 'no']],
  ['no-such-app', 'boxes', [{ x: 0, y: 0, width: 1, height: 1 }], ['boxes', '1 marked']],
] as const)('describes the input of a %s job whose %s is %s', ([app, name, value, words]) => {
  expect(describeInput(app, name, value as never)).toEqual(words)
})
