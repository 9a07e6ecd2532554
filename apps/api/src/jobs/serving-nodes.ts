import type { AppManifest } from '@infra/protocol/apps/app'
import { Refusal } from '@infra/protocol/refusal'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { canRun } from '../matching/matching-rules.ts'
import { listNodes, type SeenNode } from '../nodes/node-queries.ts'

/** How old the list of nodes may be. It is read once a second, not once per job. */
const AGE_MS_MAX = 1_000

export interface ServingNodes {
  list: () => Promise<SeenNode[]>
  /** Refuses where no online node can run the app, so that nobody pays for a job that only waits. */
  refuseUnserved: (app: AppManifest) => Promise<void>
}

export function servingNodes({ db }: Pick<Deps, 'db'>): ServingNodes {
  const list = memoizeForMs(AGE_MS_MAX, () => listNodes(db))
  const isServed = (nodes: SeenNode[], app: AppManifest) => nodes.some((node) => canRun(node, app))

  return {
    list,
    refuseUnserved: async (app) => {
      if (isServed(await list(), app)) return
      // A node may have come online since the list was read.
      if (isServed(await list(0), app)) return
      throw new Refusal('app_unavailable', `No node that is online runs ${app.name}. Nothing was charged.`)
    },
  }
}
