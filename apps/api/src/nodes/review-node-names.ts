import { NodeName } from '@infra/protocol/values/name-rules'
import { shortAddress } from '@infra/protocol/values/short-address'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { getAddress, type Hex } from 'viem'
import { nodes } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { resemblesReserved } from '../users/name-key.ts'

const BATCH = 500

/** A node whose name would be refused today gets its short id as a name, until its operator renames it. */
export async function reviewNodeNames({ db }: Pick<Deps, 'db'>, logger: Logger): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .select({ id: nodes.id, name: nodes.name })
      .from(nodes)
      .where(gt(nodes.id, after))
      .orderBy(asc(nodes.id))
      .limit(BATCH)
    for (const { id, name } of rows) {
      if (NodeName.safeParse(name).success && !resemblesReserved(name)) continue
      await db
        .update(nodes)
        .set({ name: shortAddress(getAddress(id as Hex)) })
        .where(and(eq(nodes.id, id), eq(nodes.name, name)))
      logger.warn({ node: id, name }, 'a node’s name is no longer allowed')
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}
