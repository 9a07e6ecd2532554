import type { AppManifest } from '@infra/protocol/apps/app'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { servedBy } from '../matching/eligible-nodes.ts'
import { cachedNetworkNow } from '../nodes/network-now.ts'

const selectServed = statement<{ served: boolean }>(
  'is-served',
  `select ${servedBy('app', `coalesce((n.hardware ->> 'memoryMb')::int, 0) >= $3`)} as served
  from (select $1::text as app_id, $2::int as app_version, $4::text as visibility) app`,
)

/** Asks the database itself, for a node that came online since all were counted. */
export async function isServedNow(
  db: Db,
  { id, version, limits }: AppManifest,
  visibility: 'public' | 'private',
): Promise<boolean> {
  const [row] = await selectServed(db, [id, version, limits.memoryMb, visibility])
  return row!.served
}

export interface ServingNodes {
  /** Refuses if no online node can run such a job, so that nobody pays for one that only waits. */
  refuseUnserved: (app: AppManifest, visibility: 'public' | 'private') => Promise<void>
}

export function servingNodes({ db }: Pick<Deps, 'db'>): ServingNodes {
  const networkNow = cachedNetworkNow(db)

  return {
    refuseUnserved: async (app, visibility) => {
      const { apps } = await networkNow()
      if (apps[app.id]?.[visibility === 'public' ? 'able' : 'trusted']) return
      if (await isServedNow(db, app, visibility)) return
      const isPublicServed = visibility === 'private' && apps[app.id]
      throw new Refusal(
        'app_unavailable',
        isPublicServed
          ? `No trusted node that is online runs ${app.name}, and private jobs go to trusted ones alone. Nothing was charged.`
          : `No node that is online runs ${app.name}. Nothing was charged.`,
      )
    },
  }
}
