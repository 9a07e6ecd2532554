import type { Db } from '../db/client.ts'
import { listSigns, readHorizon, type WrittenSigns } from './search-queries.ts'
import { createSignIndex, type SignIndex } from './sign-index.ts'

const READ_AT_ONCE = 20_000

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * This process's copy of the signs. Calling it reads what any process has written since: everything from transactions that hadn't ended at
 * the last read. So none is missed, however long one takes to commit.
 */
export function followSigns(db: Db): () => Promise<SignIndex> {
  const index = createSignIndex()
  let since = '0'

  return async () => {
    const horizon = await readHorizon(db)
    let after: Pick<WrittenSigns, 'writtenBy' | 'jobId'> = { writtenBy: since, jobId: FIRST_ID }
    for (;;) {
      const written = await listSigns(db, after, READ_AT_ONCE)
      for (const { jobId, appId, signs } of written) index.set(jobId, appId, wordsIn(signs))
      if (written.length < READ_AT_ONCE) break
      after = written.at(-1)!
    }
    since = horizon
    return index
  }
}

/** Copied, because the bytes may not be aligned for numbers. */
function wordsIn(signs: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(signs).buffer)
}
