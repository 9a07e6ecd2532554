import { expect, test } from 'vitest'
import { type Mark, paintMarks } from './mask-marks.ts'

const size = { width: 8, height: 4 }
const box = (erase: boolean, x: number, y: number, width: number, height: number): Mark => ({
  ...{ shape: 'box', erase, x, y, width, height },
})

function drawn(marks: Mark[], base?: Uint8Array): string[] {
  const { bytes, width, height } = paintMarks(size, marks, base)
  return Array.from({ length: height }, (_, row) =>
    Array.from(bytes.subarray(row * width, (row + 1) * width), (byte) => (byte ? '#' : '.')).join(''),
  )
}

test('a mask has the picture’s size, and every pixel is either painted or not', () => {
  const marks: Mark[] = [
    {
      shape: 'stroke',
      erase: false,
      size: 3,
      points: [
        [1.3, 1.7],
        [6.2, 2.4],
      ],
    },
  ]
  const { bytes } = paintMarks(size, marks)
  expect(bytes.length).toBe(32)
  expect(new Set(bytes)).toEqual(new Set([0, 255]))
})

test('a stroke covers what lies under its brush, also between its points', () => {
  expect(
    drawn([
      {
        shape: 'stroke',
        erase: false,
        size: 2,
        points: [
          [1, 2],
          [7, 2],
        ],
      },
    ]),
  ).toEqual(['........', '########', '########', '........'])
})

test('a stroke with one point is a dot', () => {
  expect(drawn([{ shape: 'stroke', erase: false, size: 1.5, points: [[2.5, 1.5]] }])[1]).toBe('..#.....')
})

test('marks and erasures are applied in their order', () => {
  expect(drawn([box(false, 0, 0, 4, 4), box(true, 1, 1, 2, 2), box(false, 2, 2, 1, 1)])).toEqual([
    '####....',
    '#..#....',
    '#.##....',
    '####....',
  ])
})

test('nothing is painted outside the picture', () => {
  expect(drawn([box(false, -5, -5, 100, 6)])).toEqual(['########', '........', '........', '........'])
})

test('marks are painted over an earlier mask, which stays unchanged', () => {
  const base = new Uint8Array(32).fill(255, 0, 8)
  expect(drawn([box(true, 0, 0, 4, 1)], base)[0]).toBe('....####')
  expect(base[0]).toBe(255)
})
