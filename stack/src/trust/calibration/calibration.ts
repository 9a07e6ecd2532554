import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How results compared: how many came out how, and the least and the greatest distance. */
export interface Counted {
  same: number
  unclear: number
  wrong: number
  nearest: number | null
  farthest: number | null
}

/** What was measured of an app, and with which versions. */
export interface Calibrated {
  version: number
  engine: string
  engineVersion: string
  platform: string
  inputs: number
  /** Inputs whose results were the same byte for byte. */
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
