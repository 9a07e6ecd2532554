import type { OutputKind } from '@infra/protocol/apps/app'
import { Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../deps.ts'
import type { ReceivedUpload } from '../http/receive-upload.ts'
import { insertAttemptFile } from './file-uses.ts'
import { inspectAndStore } from './inspect-and-store.ts'

/** Inspects a file that a node made and stores it for its attempt. Returns the hash of what is stored, which the receipt names. */
export async function storeOutput(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  output: { attemptId: string; kind: OutputKind; declaredSha256: string; upload: ReceivedUpload },
): Promise<{ sha256: string; bytes: number }> {
  const { attemptId, kind, declaredSha256, upload } = output
  if (upload.sha256 !== declaredSha256) {
    throw new Refusal(
      'hash_mismatch',
      'The file that arrived is not the one that was announced. Send it again.',
    )
  }
  const { sha256, bytes } = await inspectAndStore(deps, upload, { kind })
  await insertAttemptFile(deps.db, { attemptId, sha256, kind, createdAt: deps.now() })
  return { sha256, bytes }
}
