import { expect, test } from 'vitest'
import { cardAfter, gridFor, visibleRows } from './window-rules.ts'

test.for([
  [288, 1],
  [358, 1],
  [560, 2],
  [1104, 4],
  [1280, 5],
] as const)('a wall of %i pixels has %i columns that fill it', ([width, columns]) => {
  const grid = gridFor(width)
  expect(grid.columns).toBe(columns)
  expect(grid.columns * grid.cardWidth + 20 * (columns - 1)).toBeLessThanOrEqual(width)
  expect(grid.cardWidth).toBeGreaterThan(225)
})

const wall = { windowHeight: 900, rowHeight: 300, rows: 2500 }

test('only the rows around the window are drawn, however long the feed is', () => {
  expect(visibleRows({ ...wall, top: 100 })).toEqual({ first: 0, last: 4 })
  expect(visibleRows({ ...wall, top: -300_000 })).toEqual({ first: 999, last: 1005 })
  expect(visibleRows({ ...wall, top: -2500 * 300 + 900 })).toEqual({ first: 2496, last: 2500 })
})

test('the drawn rows change once per row, and extend beyond the window on both sides', () => {
  for (let scrolled = 0; scrolled < 300; scrolled++) {
    const { first, last } = visibleRows({ ...wall, top: -300_000 - scrolled })
    expect({ first, last }).toEqual({ first: 999, last: 1005 })
  }
  expect(visibleRows({ ...wall, top: -300_300 })).toEqual({ first: 1000, last: 1006 })
})

test('a wall that is empty or was scrolled past draws no rows', () => {
  expect(visibleRows({ ...wall, top: -900_000 })).toEqual({ first: 2500, last: 2500 })
  expect(visibleRows({ ...wall, rows: 0, top: 0 })).toEqual({ first: 0, last: 0 })
})

test('arrow keys move along rows and columns, and stop at the edges', () => {
  const grid = { columns: 4, count: 10 }
  expect(cardAfter('ArrowRight', 3, grid)).toBe(4)
  expect(cardAfter('ArrowDown', 3, grid)).toBe(7)
  expect(cardAfter('ArrowUp', 3, grid)).toBeUndefined()
  expect(cardAfter('ArrowDown', 7, grid)).toBeUndefined()
  expect(cardAfter('End', 2, grid)).toBe(9)
  expect(cardAfter('Home', 2, grid)).toBe(0)
  expect(cardAfter('a', 2, grid)).toBeUndefined()
})
