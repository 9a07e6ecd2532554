import { compareResults, type DecodedResult } from '@infra/trust/comparators/compare-results'
import { type Compared, DIFFERENT, EQUAL } from '@infra/trust/comparators/compared'
import type { Deps } from '../deps.ts'
import type { RanJob } from './check-queries.ts'

/** How the results of two runs of one job compare: by their bytes, and where those differ by the measure of the app. */
export async function compareRuns(_deps: Pick<Deps, 'files'>, one: RanJob, other: RanJob): Promise<Compared> {
  const hashes = (job: RanJob) => job.outputs.map(({ name, sha256 }) => `${name} ${sha256}`).join()
  if (hashes(one) === hashes(other)) return EQUAL
  const text = (job: RanJob): DecodedResult => ({ text: job.outputs[0]?.text ?? '' })
  return compareResults(one.appId, text(one), text(other), { platforms: 'same_class' }) ?? DIFFERENT
}
