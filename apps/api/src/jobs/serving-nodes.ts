import type { AppManifest } from '@infra/protocol/apps/app'
import { Refusal } from '@infra/protocol/refusal'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { servedBy } from '../matching/eligible-nodes.ts'
import { cachedNetworkNow } from '../nodes/network-now.ts'

const selectServed = statement<{ served: boolean }>(
  'is-served',
  `select ${servedBy('app', `coalesce((n.hardware ->> 'memoryMb')::int, 0) >= $3`)} as served
  from (select $1::text as app_id, $2::int as app_version) app`,
)

export interface ServingNodes {
  /** Refuses where no online node can run the app, so that nobody pays for a job that only waits. */
  refuseUnserved: (app: AppManifest) => Promise<void>
}

export function servingNodes({ db }: Pick<Deps, 'db'>): ServingNodes {
  const networkNow = cachedNetworkNow(db)

  return {
    refuseUnserved: async (app) => {
      if ((await networkNow()).apps[app.id]) return
      // A node may have come online since it was counted.
      const [row] = await selectServed(db, [app.id, app.version, app.limits.memoryMb])
      if (row!.served) return
      throw new Refusal('app_unavailable', `No node that is online runs ${app.name}. Nothing was charged.`)
    },
  }
}
