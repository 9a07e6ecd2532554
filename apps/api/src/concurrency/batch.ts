/** Limited so that a batch doesn't take long. */
const BATCH_MAX = 100

/**
 * Items that come while a batch is running go into the next batch together; an item that comes alone is processed right away. `work`
 * returns its results in the order of the items. If a batch fails, each item is tried alone, so that one bad item doesn't fail the others.
 */
export function batch<In, Out>(work: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  interface Waiting {
    item: In
    resolve: (out: Out) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isUnderWay = false

  async function alone({ item, resolve, reject }: Waiting): Promise<void> {
    await work([item]).then(([out]) => resolve(out!), reject)
  }

  async function runBatch(group: Waiting[]): Promise<void> {
    if (group.length === 1) return alone(group[0]!)
    try {
      const outs = await work(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(outs[index]!)
    } catch {
      await Promise.all(group.map(alone))
    }
  }

  async function run(): Promise<void> {
    isUnderWay = true
    // Items that come in the same tick share a batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      await runBatch(group)
    }
    isUnderWay = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isUnderWay) run()
    })
}
