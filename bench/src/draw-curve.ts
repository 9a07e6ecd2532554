import { rounded } from './measure.ts'

/** A chart of costs at growing sizes. */
export interface Curve {
  name: string
  title: string
  across: string
  up: string
  lines: { name: string; points: [number, number][] }[]
}

const [WIDTH, HEIGHT] = [720, 400]
const frame = { left: 70, right: 170, top: 56, bottom: 56 }
const [across, up] = [WIDTH - frame.left - frame.right, HEIGHT - frame.top - frame.bottom]

/** Readable on light and dark. Each line also has its name at its end, for people who can't distinguish the colours. */
const inks = [
  ['#c2410c', '#ff7a45'],
  ['#0f766e', '#4fd1c5'],
  ['#6d28d9', '#b794f4'],
  ['#a16207', '#f0c34e'],
  ['#1d4ed8', '#7aa7ff'],
  ['#9d174d', '#f687b3'],
  ['#3f6212', '#a3d977'],
  ['#475569', '#a0aec0'],
  ['#7c2d12', '#e8a87c'],
  ['#155e75', '#67d3e8'],
  ['#be123c', '#fda4af'],
  ['#000000', '#ffffff'],
] as const

/** Draws the chart, with values from 0 upwards. Sizes are on a logarithmic axis, or on a linear one if they begin at 0. */
export function drawCurve({ title, across: label, up: upLabel, lines }: Curve): string {
  const points = lines.flatMap((line) => line.points)
  const [first, last] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const top = niceTop(Math.max(...points.map(([, y]) => y)))
  const share = (value: number) =>
    first === 0 ? value / last : Math.log(value / first) / Math.log(last / first)
  const x = (value: number) => frame.left + across * share(value)
  const y = (value: number) => frame.top + up * (1 - value / top)
  const rows = Array.from({ length: 5 }, (_, place) => (top * place) / 4)
  const marks = [...new Set(points.map(([value]) => value))].toSorted((a, b) => a - b)
  const ends = spread(lines.map((line) => y(line.points.at(-1)![1])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 13px system-ui, sans-serif; fill: #44403c }
  .title { font-size: 16px; font-weight: 600; fill: #1c1917 }
  .rule { stroke: #d6d3d1 }
${inks.map(([light], place) => `  .l${place} { stroke: ${light} } .n${place} { fill: ${light} }`).join('\n')}
  @media (prefers-color-scheme: dark) {
    text { fill: #d6d3d1 }
    .title { fill: #fafaf9 }
    .rule { stroke: #57534e }
${inks.map(([, dark], place) => `    .l${place} { stroke: ${dark} } .n${place} { fill: ${dark} }`).join('\n')}
  }
</style>
<text class="title" x="${frame.left}" y="22">${escaped(title)}</text>
<text x="${frame.left}" y="42">${escaped(upLabel)}</text>
${rows.map((value) => `<path class="rule" d="M${frame.left} ${place(y(value))}h${across}"/><text x="${frame.left - 8}" y="${place(y(value) + 4)}" text-anchor="end">${rounded(value)}</text>`).join('\n')}
${marks.map((value) => `<text x="${place(x(value))}" y="${HEIGHT - frame.bottom + 20}" text-anchor="middle">${value.toLocaleString('en-GB')}</text>`).join('\n')}
<text x="${frame.left + across / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escaped(label)}</text>
${lines.map((line, number) => drawLine(line, { ink: number % inks.length, x, y, nameY: ends[number]! })).join('\n')}
</svg>
`
}

function drawLine(
  { name, points }: Curve['lines'][number],
  {
    ink,
    x,
    y,
    nameY,
  }: { ink: number; x: (value: number) => number; y: (value: number) => number; nameY: number },
): string {
  const path = points.map(([across, up]) => `${place(x(across))} ${place(y(up))}`).join('L')
  const dots = points.map(
    ([across, up]) => `<circle class="n${ink}" cx="${place(x(across))}" cy="${place(y(up))}" r="3.5"/>`,
  )
  return `<path class="l${ink}" fill="none" stroke-width="2" d="M${path}"/>${dots.join('')}<text class="n${ink}" x="${WIDTH - frame.right + 10}" y="${place(nameY + 4)}">${escaped(name)}</text>`
}

/** Moves the names of lines that end close together apart, without leaving the frame. */
function spread(wanted: number[]): number[] {
  const ordered = wanted.map((y, line) => ({ y, line })).toSorted((a, b) => a.y - b.y)
  const placed: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { y, line } of ordered) {
    last = Math.max(y, last + 17)
    placed[line] = last
  }
  const over = Math.max(0, last - (HEIGHT - frame.bottom))
  return placed.map((y) => y - over)
}

/** The next larger of 1, 2, 4, 5 and 8 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((step) => step >= value)!
}

const place = (value: number) => Number(value.toFixed(1))

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
