import type { Bell, Topic } from '../db/bell.ts'

/** So many are remembered; then all are forgotten, and read anew. */
const REMEMBERED_MAX = 20_000

/**
 * What was read about someone is believed for a while, and no longer than until the bell says that it has changed. Where the
 * bell could not be heard for a moment, nothing of before is believed.
 */
export function believed<T>(
  bell: Bell,
  { topic, ms }: { topic: Topic; ms: number },
  read: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  const known = new Map<string, { answer: Promise<T>; readAt: number }>()
  bell.listen(topic, (id) => void known.delete(id))
  bell.listen('back', () => known.clear())

  return (id) => {
    const earlier = known.get(id)
    if (earlier && performance.now() - earlier.readAt < ms) return earlier.answer
    // Kept from the moment it is asked: a change that comes while it is being read makes it forgotten as well.
    const asked = { answer: read(id), readAt: performance.now() }
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(id, asked)
    asked.answer.catch(() => {
      if (known.get(id) === asked) known.delete(id)
    })
    return asked.answer
  }
}
