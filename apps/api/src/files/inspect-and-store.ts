import { rm } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { type Inspected, type InspectionTask, inspectInChild } from './inspection/inspect-in-child.ts'
import { inspectionPaths } from './inspection/inspection-paths.ts'
import { storeBlob } from './store-blob.ts'

/** Inspects an uploaded file and stores the result. Removes all temporary files, whatever happens. */
export async function inspectAndStore(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  received: { path: string },
  as: InspectionTask['as'],
): Promise<Inspected> {
  try {
    const model = await deps.files.safetyModel()
    const inspected = await inspectInChild({ path: received.path, as, model })
    await storeBlob(deps, received, inspected)
    return inspected
  } finally {
    await Promise.all(inspectionPaths(received.path).all.map((path) => rm(path, { force: true })))
  }
}
