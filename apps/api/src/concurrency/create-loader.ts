import { batch } from './batch.ts'

/** Loads many ids with one query. An id that isn't in the answer doesn't exist. */
export function createLoader<T>(
  loadBatch: (ids: string[]) => Promise<Map<string, T>>,
): (id: string) => Promise<T | undefined> {
  return batch<string, T | undefined>(async (ids) => {
    const answers = await loadBatch([...new Set(ids)])
    return ids.map((id) => answers.get(id))
  })
}
