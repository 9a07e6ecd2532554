import { expect, test } from 'vitest'
import { fitted, panned, zoomedAt } from './zoom-rules.ts'

test('zooming keeps the point under the pointer in place', () => {
  const view = zoomedAt(fitted, 2, { x: 30, y: -10 })
  expect(view).toEqual({ x: -30, y: 10, scale: 2 })
})

test('zooming out ends with the fitted view, in the middle again', () => {
  expect(zoomedAt(zoomedAt(fitted, 3, { x: 50, y: 0 }), 0.1)).toEqual(fitted)
})

test('zooming in has a limit', () => {
  expect(zoomedAt(fitted, 1000).scale).toBe(12)
})

test('a fitted view can’t be panned, and a zoomed one can', () => {
  expect(panned(fitted, 10, 10)).toEqual(fitted)
  expect(panned({ x: 1, y: 1, scale: 2 }, 10, -10)).toEqual({ x: 11, y: -9, scale: 2 })
})
