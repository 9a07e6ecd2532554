import { expect, test } from 'vitest'
import { inferno } from './inferno.ts'

test.each([
  [0, 'rgb(0 0 4)'],
  [0.2, 'rgb(66 10 104)'],
  [0.9, 'rgb(252 210 87)'],
  [1, 'rgb(252 255 164)'],
  [-1, 'rgb(0 0 4)'],
  [7, 'rgb(252 255 164)'],
])('heat %d is %s', (heat, colour) => {
  expect(inferno(heat)).toBe(colour)
})
