/** All of them at the same time. Where one fails the others are waited for: what is half started cannot be stopped. */
export async function together<T extends readonly Promise<unknown>[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
