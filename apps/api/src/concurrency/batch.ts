/** Many wait for a place in the same batch; a batch must not take long. */
const BATCH_MAX = 100

/**
 * What comes while some of it is under way is done in the next batch, together with all else that came meanwhile. Alone, it is
 * done at once. `work` answers in the order of what it was given. Where a batch of several fails, each is tried alone: one's
 * fault is not another's.
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
      for (const [place, { resolve }] of group.entries()) resolve(outs[place]!)
    } catch {
      await Promise.all(group.map(alone))
    }
  }

  async function run(): Promise<void> {
    isUnderWay = true
    // Those who come in the same moment come together.
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
