import type { AlertKind } from '@infra/protocol/alerts/node-alerts'
import { type MyNodeCounts, TAGS_COUNTED_MAX } from '@infra/protocol/nodes/my-nodes'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { HAS_ALERT, stateConditions } from '../list-nodes.ts'
import { dayAgoSql } from '../node-figures.ts'

interface OwnFacts {
  nodeId: string
  creditsLastDay: number
  alerts: AlertKind[]
}

const selectFacts = statement<OwnFacts>(
  'my-node-facts',
  `select n.id as "nodeId",
    (select coalesce(sum(credits), 0)::float8 from stats_hours s where s.node_id = n.id and s.account = n.account and hour > ${dayAgoSql}) as "creditsLastDay",
    array(select kind from node_alerts a where a.node_id = n.id and a.operator = n.operator and a.over_at is null order by opened_at) as alerts
  from nodes n where n.id = any($1)`,
)

/** What only the operators of the nodes may see. */
export async function listOwnFacts(db: Db, ids: string[]): Promise<Map<string, OwnFacts>> {
  const rows = await selectFacts(db, [ids])
  return new Map(rows.map((row) => [row.nodeId, row]))
}

const { online, busy, maintenance, offline } = stateConditions

const countNodes = statement<MyNodeCounts['states'] & { all: number; alerts: number }>(
  'count-my-nodes',
  `select count(*)::int as all, count(*) filter (where ${online})::int as online, count(*) filter (where ${busy})::int as busy,
    count(*) filter (where ${maintenance})::int as maintenance, count(*) filter (where ${offline})::int as offline,
    count(*) filter (where ${HAS_ALERT})::int as alerts
  from nodes n where n.operator = $1 and n.removed_at is null`,
)

const countTags = statement<MyNodeCounts['tags'][number]>(
  'count-my-tags',
  `select tag, nodes from (
    select tag, count(*)::int as nodes from nodes n, unnest(n.tags) as tag where n.operator = $1 and n.removed_at is null
    group by tag order by nodes desc, tag limit ${TAGS_COUNTED_MAX}
  ) most order by tag`,
)

export async function countMyNodes(db: Db, operator: string): Promise<MyNodeCounts> {
  const [[counts], tags] = await Promise.all([countNodes(db, [operator]), countTags(db, [operator])])
  const { all, alerts, ...states } = counts!
  return { all, states, alerts, tags }
}
