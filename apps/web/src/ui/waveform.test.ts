import { expect, test } from 'vitest'
import { peaksOf } from './waveform.ts'

test('the loudest part has the peak 1, and the others are in proportion', () => {
  expect(peaksOf(new Float32Array([0, 0.25, -0.5, 0.1, 0, 0]), 3)).toEqual([0.5, 1, 0])
})

test('silence stays flat, and an empty sound has no peaks', () => {
  expect(peaksOf(new Float32Array(4), 2)).toEqual([0, 0])
  expect(peaksOf(new Float32Array(0), 2)).toEqual([])
})
