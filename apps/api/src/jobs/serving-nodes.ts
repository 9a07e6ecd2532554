import type { AppManifest } from '@infra/protocol/apps/app'
import { Refusal } from '@infra/protocol/refusal'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { listNodes, type SeenNode } from '../nodes/node-queries.ts'
import { canRun } from '../nodes/node-rules.ts'

/** How old a picture of the nodes may be. They are looked at once a second, not once a job. */
const AGE_MS_MAX = 1_000

export interface ServingNodes {
  list: () => Promise<SeenNode[]>
  /** Refuses where no node that is online could run the app: nobody pays for waiting in vain. */
  refuseUnserved: (app: AppManifest) => Promise<void>
}

export function servingNodes({ db }: Pick<Deps, 'db'>): ServingNodes {
  const list = memoizeForMs(AGE_MS_MAX, () => listNodes(db))
  const isServed = (nodes: SeenNode[], app: AppManifest) => nodes.some((node) => canRun(node, app))

  return {
    list,
    refuseUnserved: async (app) => {
      if (isServed(await list(), app)) return
      // It may have come this very second.
      if (isServed(await list(0), app)) return
      throw new Refusal('app_unavailable', `No node that is online runs ${app.name}. Nothing was charged.`)
    },
  }
}
