/** Like Promise.all, but waits for all of them even if one fails, because something that is still starting can't be stopped. */
export async function settleAll<T extends readonly Promise<unknown>[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
