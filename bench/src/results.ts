import { mkdir, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Curve, drawCurve } from './draw-curve.ts'
import { rounded } from './measure.ts'

const RESULTS = new URL('../results/', import.meta.url)
const IMAGES = new URL('../../docs/images/', import.meta.url)

export interface Figure {
  what: string
  value: number
  unit?: string
  /** The goals of the design; a figure without one is only printed. */
  atMost?: number
  atLeast?: number
}

export interface Result {
  figures: Figure[]
  curves?: Curve[]
}

/** Runs a benchmark, and stores its figures with the machine and its load. */
export async function keepResult(benchmark: string, run: () => Promise<string | Result>): Promise<string> {
  const loadBefore = loadavg()[0]!
  const result = await run()
  const { figures, curves = [] } = typeof result === 'string' ? { figures: [] } : result
  const sentence = typeof result === 'string' ? result : `${benchmark}: ${figures.map(inWords).join('; ')}`
  const kept = {
    benchmark,
    at: new Date().toISOString(),
    machine: { arch: arch(), cores: availableParallelism(), memoryGb: Math.round(totalmem() / 2 ** 30) },
    node: process.version,
    load: { before: loadBefore, after: loadavg()[0]! },
    sentence,
    figures,
    curves,
  }
  await mkdir(RESULTS, { recursive: true })
  await writeFile(fileURLToPath(new URL(`${benchmark}.json`, RESULTS)), `${JSON.stringify(kept, null, 2)}\n`)
  for (const curve of curves)
    await writeFile(fileURLToPath(new URL(`bench-${curve.name}.svg`, IMAGES)), drawCurve(curve))
  return sentence
}

function inWords({ what, value, unit, atMost, atLeast }: Figure): string {
  const measured = `${what} ${rounded(value)}${unit ? ` ${unit}` : ''}`
  if (atMost !== undefined) return `${measured} (at most ${atMost}: ${value <= atMost ? 'met' : 'missed'})`
  if (atLeast !== undefined)
    return `${measured} (at least ${atLeast}: ${value >= atLeast ? 'met' : 'missed'})`
  return measured
}
