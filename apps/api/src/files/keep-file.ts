import { rm } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { type Inspected, type InspectionTask, inspectApart } from './inspect-apart.ts'
import { madePaths } from './made-paths.ts'
import { storeBlob } from './store-blob.ts'

/** Looks into a file that arrived and stores what is to be kept of it. Nothing is left beside it, whatever happens. */
export async function keepFile(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  received: { path: string },
  as: InspectionTask['as'],
): Promise<Inspected> {
  try {
    const model = await deps.files.safetyModel()
    const inspected = await inspectApart({ path: received.path, as, model })
    await storeBlob(deps, received, inspected)
    return inspected
  } finally {
    await Promise.all(madePaths(received.path).all.map((path) => rm(path, { force: true })))
  }
}
