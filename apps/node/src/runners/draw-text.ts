/**
 * Our own stroke font, so that machines without fonts can draw labels and test images. Each letter has its width and its path; capitals go
 * from 0 to 100, small letters from 34.
 */
const letters: Record<string, [width: number, path: string]> = {
  A: [80, 'M0 100 L40 0 L80 100 M14 65 H66'],
  B: [66, 'M0 46 H38 A27 27 0 0 1 38 100 H0 V0 H34 A23 23 0 0 1 34 46'],
  C: [74, 'M74 18 A42 50 0 1 0 74 82'],
  D: [74, 'M0 0 V100 H30 A44 50 0 0 0 30 0 Z'],
  E: [60, 'M60 0 H0 V100 H60 M0 48 H52'],
  F: [58, 'M58 0 H0 V100 M0 48 H50'],
  G: [78, 'M74 18 A43 50 0 1 0 78 82 V54 H46'],
  H: [70, 'M0 0 V100 M70 0 V100 M0 48 H70'],
  I: [36, 'M0 0 H36 M18 0 V100 M0 100 H36'],
  J: [46, 'M46 0 V72 A22 28 0 0 1 0 76'],
  K: [68, 'M0 0 V100 M64 0 L0 60 M22 42 L68 100'],
  L: [56, 'M0 0 V100 H56'],
  M: [84, 'M0 100 V0 L42 70 L84 0 V100'],
  N: [70, 'M0 100 V0 L70 100 V0'],
  O: [88, 'M44 0 A44 50 0 1 0 44 100 A44 50 0 1 0 44 0 Z'],
  P: [65, 'M0 100 V0 H38 A27 27 0 0 1 38 54 H0'],
  Q: [88, 'M44 0 A44 50 0 1 0 44 100 A44 50 0 1 0 44 0 Z M56 74 L86 106'],
  R: [68, 'M0 100 V0 H38 A27 27 0 0 1 38 54 H0 M36 54 L68 100'],
  S: [66, 'M62 16 C52 -6 4 -6 4 25 C4 60 66 40 66 74 C66 106 10 106 0 82'],
  T: [72, 'M0 0 H72 M36 0 V100'],
  U: [68, 'M0 0 V64 A34 36 0 0 0 68 64 V0'],
  V: [76, 'M0 0 L38 100 L76 0'],
  W: [104, 'M0 0 L26 100 L52 10 L78 100 L104 0'],
  X: [70, 'M0 0 L70 100 M70 0 L0 100'],
  Y: [72, 'M0 0 L36 50 L72 0 M36 50 V100'],
  Z: [68, 'M0 0 H66 L0 100 H68'],
  a: [52, 'M4 46 C14 28 52 30 52 56 V100 M52 64 C-4 62 -10 100 20 100 C42 100 52 86 52 76'],
  b: [58, 'M0 0 V100 M0 67 A29 33 0 1 1 58 67 A29 33 0 1 1 0 67'],
  c: [52, 'M52 46 A30 33 0 1 0 52 88'],
  d: [58, 'M58 0 V100 M58 67 A29 33 0 1 0 0 67 A29 33 0 1 0 58 67'],
  e: [58, 'M1 64 H58 A29 33 0 1 0 52 88'],
  f: [40, 'M40 2 C20 -4 14 8 14 24 V100 M0 34 H36'],
  g: [58, 'M58 34 V104 C58 136 12 136 6 118 M58 67 A29 33 0 1 0 0 67 A29 33 0 1 0 58 67'],
  h: [50, 'M0 0 V100 M0 62 C4 26 50 24 50 62 V100'],
  i: [4, 'M2 34 V100 M2 9 V12'],
  j: [18, 'M16 34 V112 C16 128 6 130 -4 126 M16 9 V12'],
  k: [50, 'M0 0 V100 M46 34 L0 74 M16 62 L50 100'],
  l: [4, 'M2 0 V100'],
  m: [80, 'M0 34 V100 M0 60 C4 26 40 24 40 60 V100 M40 60 C44 26 80 24 80 60 V100'],
  n: [50, 'M0 34 V100 M0 62 C4 26 50 24 50 62 V100'],
  o: [58, 'M29 34 A29 33 0 1 0 29 100 A29 33 0 1 0 29 34 Z'],
  p: [58, 'M0 34 V130 M0 67 A29 33 0 1 1 58 67 A29 33 0 1 1 0 67'],
  q: [58, 'M58 34 V130 M58 67 A29 33 0 1 0 0 67 A29 33 0 1 0 58 67'],
  r: [34, 'M0 34 V100 M0 60 C4 38 18 32 34 36'],
  s: [48, 'M46 44 C36 28 4 30 4 50 C4 72 48 62 48 82 C48 104 8 104 0 88'],
  t: [38, 'M14 10 V82 C14 98 24 102 38 98 M0 34 H34'],
  u: [50, 'M0 34 V72 C0 110 46 108 50 72 M50 34 V100'],
  v: [56, 'M0 34 L28 100 L56 34'],
  w: [80, 'M0 34 L20 100 L40 42 L60 100 L80 34'],
  x: [50, 'M0 34 L50 100 M50 34 L0 100'],
  y: [56, 'M0 34 L28 98 M56 34 L24 118 C20 128 12 130 2 128'],
  z: [50, 'M0 34 H48 L0 100 H50'],
  0: [64, 'M32 0 A32 50 0 1 0 32 100 A32 50 0 1 0 32 0 Z'],
  1: [34, 'M4 22 L34 0 V100'],
  2: [66, 'M2 26 C2 -10 62 -8 62 26 C62 50 10 78 2 100 H66'],
  3: [64, 'M4 14 C16 -6 58 -4 58 24 C58 42 44 48 26 48 C48 48 64 56 64 74 C64 106 10 108 0 84'],
  4: [68, 'M50 100 V0 L0 68 H68'],
  5: [64, 'M58 0 H10 L4 46 C18 34 64 34 64 68 C64 106 12 108 0 86'],
  6: [64, 'M56 4 C20 8 4 40 4 68 A30 32 0 1 0 64 68 A30 32 0 1 0 4 68'],
  7: [64, 'M0 0 H64 L22 100'],
  8: [64, 'M32 0 A26 23 0 1 0 32 46 A26 23 0 1 0 32 0 M32 46 A32 27 0 1 0 32 100 A32 27 0 1 0 32 46'],
  9: [60, 'M60 32 A30 32 0 1 0 0 32 A30 32 0 1 0 60 32 C60 60 44 92 8 96'],
  '.': [12, 'M6 88 V100'],
  ',': [12, 'M8 88 V100 L0 118'],
  '-': [36, 'M0 62 H36'],
  '%': [
    84,
    'M70 0 L14 100 M18 4 A16 20 0 1 0 18 44 A16 20 0 1 0 18 4 Z M66 56 A16 20 0 1 0 66 96 A16 20 0 1 0 66 56 Z',
  ],
  ' ': [24, ''],
}

const LINE = 190
const GAP = 26
const MARGIN = 100

/** The strokes of a line whose capitals are 100 high, to be drawn without filling, and how long it is. */
export function strokesOf(line: string): { strokes: string; width: number } {
  let strokes = ''
  let x = 0
  for (const letter of line) {
    const [width, path] = letters[letter] ?? letters[' ']!
    strokes += `<path transform="translate(${x} 0)" d="${path || 'M0 0'}"/>`
    x += width + GAP
  }
  return { strokes, width: Math.max(0, x - GAP) }
}

/** An SVG of printed lines. `size` is the height of a capital in pixels. */
export function drawText(
  lines: readonly string[],
  { size, ink = '#111', paper = '#fff' }: { size: number; ink?: string; paper?: string },
): string {
  const drawn = lines.map(strokesOf)
  const groups = drawn.map(
    ({ strokes }, index) => `<g transform="translate(${MARGIN} ${MARGIN + index * LINE})">${strokes}</g>`,
  )
  const width = Math.max(...drawn.map((line) => line.width)) + GAP + MARGIN * 2
  const height = MARGIN * 2 + lines.length * LINE - (LINE - 100)
  const scale = size / 100
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/><g fill="none" stroke="${ink}" stroke-width="12" stroke-linejoin="round">${groups.join('')}</g></svg>`
}
