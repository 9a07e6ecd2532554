import { type Compared, EQUAL } from '@infra/trust/comparators/compared'
import type { Deps } from '../deps.ts'
import { compareStoredResults } from '../files/open-stored-files.ts'
import type { RanJob } from './check-queries.ts'

/** How the results of two runs of one job compare: by their bytes, and where those differ by the measure of the app. */
export async function compareRuns(
  { files }: Pick<Deps, 'files'>,
  one: RanJob,
  other: RanJob,
): Promise<Compared> {
  const hashes = (job: RanJob) => job.outputs.map(({ name, sha256 }) => `${name} ${sha256}`).join()
  if (hashes(one) === hashes(other)) return EQUAL
  const { appId, input, inputFiles } = one
  const platforms = one.platform === other.platform ? 'same_class' : 'across_classes'
  return compareStoredResults(files, {
    ...{ appId, input, inputFiles, platforms },
    one: one.outputs,
    other: other.outputs,
  })
}
