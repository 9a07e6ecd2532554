import { namesModel } from '@infra/protocol/signatures/receipts'
import { type Compared, EQUAL } from '@infra/trust/comparators/compared'
import type { Deps } from '../deps.ts'
import { compareStoredResults } from '../files/open-stored-files.ts'
import type { RanJob } from './check-queries.ts'

/** Machines of the same platform give the same results; old agents don't report theirs. */
export function platformOf({ receipt }: RanJob): string {
  return receipt && namesModel(receipt.claims) ? receipt.claims.platform : 'unknown'
}

/** How two runs of one job compare: by their bytes, or if those differ, by the app's measure. */
export async function compareRuns(
  { files }: Pick<Deps, 'files'>,
  one: RanJob,
  other: RanJob,
): Promise<Compared> {
  const hashes = (job: RanJob) => job.outputs.map(({ name, sha256 }) => `${name} ${sha256}`).join()
  if (hashes(one) === hashes(other)) return EQUAL
  const { appId, input, inputFiles } = one
  const platforms = platformOf(one) === platformOf(other) ? 'same_class' : 'across_classes'
  return compareStoredResults(files, {
    ...{ appId, input, inputFiles, platforms },
    one: one.outputs,
    other: other.outputs,
  })
}
