import { batch } from './batch.ts'

/** One question for many; who is not in the answer is not there. */
export function createLoader<T>(
  ask: (ids: string[]) => Promise<Map<string, T>>,
): (id: string) => Promise<T | undefined> {
  return batch<string, T | undefined>(async (ids) => {
    const answers = await ask([...new Set(ids)])
    return ids.map((id) => answers.get(id))
  })
}
