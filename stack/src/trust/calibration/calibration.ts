import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The outcomes of comparing results: the count of each, and the smallest and the largest distance. */
export interface Counted {
  same: number
  unclear: number
  wrong: number
  nearest: number | null
  farthest: number | null
}

/** The measurements of an app, and the versions that were used. */
export interface Calibrated {
  version: number
  engine: string
  engineVersion: string
  platform: string
  inputs: number
  /** The number of inputs whose results were identical. */
  equalBytes: number
  honest: Counted
  cheats: Record<string, Counted>
}

export type Calibration = Record<string, Calibrated>

const FILE = join(import.meta.dirname, 'calibration.json')

export async function readCalibration(): Promise<Calibration> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Calibration
}

export async function writeCalibration(calibration: Calibration): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(calibration).toSorted())
  await writeFile(FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}
