import type { Input } from '@infra/protocol/endpoint'
import type { updateMyNodes as endpoint } from '@infra/protocol/nodes/my-nodes'
import { Refusal } from '@infra/protocol/refusal'
import { TAGS_MAX } from '@infra/protocol/values/node-tag'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { transaction } from '../../db/transaction.ts'

const lockOwn = statement(
  'lock-my-nodes',
  'select id from nodes where id = any($1) and operator = $2 and removed_at is null order by id for update',
)

const change = statement<{ isFull: boolean }>(
  'change-my-nodes',
  `update nodes set maintenance = coalesce($2, maintenance),
    tags = array(
      select tag from unnest(tags) as tag where tag <> all($4) union select unnest($3::text[]) order by 1
    )
  where id = any($1) returning cardinality(tags) > ${TAGS_MAX} as "isFull"`,
)

/**
 * Changes nodes of one operator: all of them, or none if one isn't theirs or would have too many tags. Returns their ids as given, without
 * duplicates.
 */
export async function updateMyNodes(
  { db }: { db: Db },
  operator: string,
  { ids, maintenance, addTags = [], removeTags = [] }: Input<typeof endpoint>['body'],
): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  await transaction(db, async (tx) => {
    const own = await lockOwn(tx, [wanted, operator])
    if (own.length < wanted.length) throw new Refusal('not_found', 'You have no such node.')
    const changed = await change(tx, [wanted, maintenance ?? null, addTags, removeTags])
    if (changed.some(({ isFull }) => isFull))
      throw new Refusal('validation_failed', '1 field is not valid.', {
        errors: [{ pointer: '/addTags', message: `would give a node more than ${TAGS_MAX} tags` }],
      })
  })
  return wanted
}
