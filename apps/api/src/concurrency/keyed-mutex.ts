export type KeyedMutex = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Within this process, runs work under the same key one after the other; different keys don't wait for each other. */
export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    const cleanUp = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(cleanUp, cleanUp)
    return turn
  }
}
