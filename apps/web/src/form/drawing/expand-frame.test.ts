import { expect, test } from 'vitest'
import { draggedBy, movedByKey, roomAround } from './expand-frame.ts'

const picture = { width: 200, height: 100 }
const none = { left: 0, right: 0, top: 0, bottom: 0 }

test('there is room to drag around a picture, and for the whole frame', () => {
  expect(roomAround(picture, none, 512)).toBe(70)
  expect(roomAround(picture, { ...none, top: 200 }, 512)).toBe(250)
  expect(roomAround(picture, { ...none, left: 512 }, 512)).toBe(512)
})

test.for([
  ['left', [-30.4, 99], 40],
  ['right', [30, 99], 40],
  ['top', [99, -30], 40],
  ['bottom', [99, 30], 40],
  ['bottom', [0, -50], 0],
  ['right', [900, 0], 512],
] as const)('the %s edge, dragged by %j, is at %d', ([side, by, at]) => {
  expect(draggedBy(side, 10, by, 512)).toBe(at)
})

test.for([
  ['left', 'ArrowLeft', false, 18],
  ['left', 'ArrowRight', false, 2],
  ['left', 'ArrowUp', false, 18],
  ['top', 'ArrowUp', true, 74],
  ['top', 'ArrowDown', true, 0],
  ['bottom', 'ArrowDown', false, 18],
  ['bottom', 'ArrowRight', false, 18],
  ['right', 'Home', false, 0],
  ['right', 'End', false, 512],
  ['right', 'Tab', false, undefined],
] as const)('%s edge, %s with Shift %s: %s', ([side, key, shiftKey, at]) => {
  expect(movedByKey(side, 10, { key, shiftKey }, 512)).toBe(at)
})
