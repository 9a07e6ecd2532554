import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

/** The rows of docs/conformance.md, in order. */
export async function readRows(): Promise<string[]> {
  const table = await readFile(join(ROOT, 'docs/conformance.md'), 'utf8')
  return [...table.matchAll(/^\| (R-[A-Z]+-\d+|I-\d+) \|/gm)].map(([, row]) => row!)
}
