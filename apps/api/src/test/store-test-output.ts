import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutputKind } from '@infra/protocol/apps/app'
import type { Deps } from '../deps.ts'
import { storeOutput } from '../files/store-output.ts'

/** Stores an output as the endpoint for outputs does once it has received the file. */
export async function storeTestOutput(
  deps: Deps,
  kind: OutputKind,
  content: Buffer | string,
  { attemptId = randomUUID(), declared }: { attemptId?: string; declared?: string } = {},
): Promise<{ sha256: string; bytes: number }> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const upload = {
    path: join(deps.files.tempDir, randomUUID()),
    bytes: bytes.length,
    sha256,
    fileName: 'result',
  }
  await writeFile(upload.path, bytes)
  try {
    return await storeOutput(deps, { attemptId, kind, declaredSha256: declared ?? sha256, upload })
  } finally {
    await rm(upload.path, { force: true })
  }
}
