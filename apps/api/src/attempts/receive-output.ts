import type { OutputKind } from '@infra/protocol/apps/app'
import type { LeaseHolder } from '../auth/leases.ts'
import type { Deps } from '../deps.ts'
import { dropAttemptFiles } from '../files/file-uses.ts'
import { storeOutput } from '../files/store-output.ts'
import type { ReceivedUpload } from '../http/receive-upload.ts'
import { findLeasedJob } from './lease-queries.ts'

/** Stores an output file under the attempt that made it. */
export async function receiveOutput(
  deps: Deps,
  holder: LeaseHolder,
  { kind, sha256, upload }: { kind: OutputKind; sha256: string; upload: ReceivedUpload },
): Promise<{ sha256: string; bytes: number }> {
  const { attemptId } = holder
  await findLeasedJob(deps.db, holder)
  const stored = await storeOutput(deps, { attemptId, kind, declaredSha256: sha256, upload })
  // The attempt may have ended while the file was inspected. Then nothing else would drop the file.
  await findLeasedJob(deps.db, holder).catch(async (lost) => {
    await dropAttemptFiles(deps.db, attemptId)
    throw lost
  })
  return stored
}
