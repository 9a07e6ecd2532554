import { catalogue } from '@infra/protocol/apps/catalogue'
import type { NodeQuery, NodeState } from '@infra/protocol/nodes'
import type { MyNodeQuery, MyNodeSort } from '@infra/protocol/nodes/my-nodes'
import { PAGE_LIMIT } from '@infra/protocol/values/page'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { IS_RESTING } from '../matching/eligible-nodes.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

/** The columns that a list can be sorted by, each with an index. */
const orders: Record<MyNodeSort, string> = {
  jobs: 'f.finished, f.node_id',
  success: 'f.success, f.node_id',
  uptime: 'f.uptime, f.node_id',
  earned: 'f.credits, f.node_id',
  day: 'f.day_finished, f.node_id',
  newest: 'n.created_at, n.id',
  name: 'lower(n.name), n.id',
}

const online = `coalesce(n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds', false)`
const busy = '(select count(*) from leases where leases.node_id = n.id) >= n.slots'

/** Same as `stateOf` in the rules; a test compares them. Few nodes are busy, so those are looked up by their leases first. */
export const stateConditions: Record<NodeState, string> = {
  offline: `not ${online}`,
  maintenance: `${online} and ${IS_RESTING}`,
  busy: `n.id in (select node_id from leases) and ${online} and not ${IS_RESTING} and ${busy}`,
  online: `${online} and not ${IS_RESTING} and not ${busy}`,
}

const isNamed = (search: string, apps: string) =>
  `strpos(lower(n.name), ${search}) > 0 or starts_with(n.id, ${search}) or n.apps @> any (${apps}::jsonb[])`

/** SQL: whether something is wrong with the node `n`. */
export const HAS_ALERT =
  'exists (select from node_alerts a where a.node_id = n.id and a.operator = n.operator and a.over_at is null)'

const isOfOperator = (search: string) => `starts_with(n.operator, ${search})
    or exists (select from users u where u.address = n.operator and strpos(lower(u.name), ${search}) > 0)`

export const NODE_CURSOR = /^[0-9a-f]{40}$/

/** Nodes of the network or, if an operator is given, only theirs. */
interface ListedNodes extends Omit<NodeQuery, 'sort'>, Pick<MyNodeQuery, 'sort' | 'tag' | 'alerts'> {
  operator?: string
}

/** The ids of one page of nodes plus one. If an index has the order, only the page is read, however many nodes there are. */
export async function listNodeIds(db: Db, query: ListedNodes): Promise<string[]> {
  const {
    sort = 'jobs',
    limit = PAGE_LIMIT,
    before,
    search,
    state,
    app_id: appId,
    operator,
    tag,
    alerts,
  } = query
  const { order = sort === 'name' ? 'asc' : 'desc' } = query
  const values: unknown[] = [limit + 1]
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = ['n.removed_at is null']
  if (operator) conditions.push(`n.operator = ${value(operator)}`)
  if (before) conditions.push(after(sort, order, value(`0x${before}`)))
  if (state) conditions.push(stateConditions[state])
  if (appId) conditions.push(`n.apps @> ${value(JSON.stringify([{ id: appId }]))}::jsonb`)
  if (tag) conditions.push(`${value(tag)} = any (n.tags)`)
  if (alerts) conditions.push(HAS_ALERT)
  if (search) {
    const words = value(search.toLowerCase())
    // Operators search their own nodes by tag as well; their own name would match all of them.
    const others = operator
      ? `exists (select from unnest(n.tags) as tag where strpos(tag, ${words}) > 0)`
      : isOfOperator(words)
    conditions.push(`(${isNamed(words, value(appsNamed(search)))} or ${others})`)
  }
  const text = `select n.id from nodes n join node_figures f on f.node_id = n.id
    where ${conditions.join(' and ')} order by ${orders[sort].replace(', ', ` ${order}, `)} ${order} limit $1`
  return (await statement<{ id: string }>(nameOf(query, sort, order), text)(db, values)).map(({ id }) => id)
}

/** One statement for each combination of filters; the filters' values are its parameters. */
function nameOf(
  { before, state, app_id: appId, search, operator, tag, alerts }: ListedNodes,
  sort: string,
  order: string,
) {
  const given = { before, app: appId, search, operator, tag, alerts }
  const filters = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []))
  return ['list-nodes', sort, order, state ?? 'any', ...filters].join(' ')
}

function after(sort: MyNodeSort, order: 'asc' | 'desc', cursor: string): string {
  const columns = orders[sort]
  const last = `(select ${columns} from nodes n join node_figures f on f.node_id = n.id where n.id = ${cursor})`
  return `(${columns}) ${order === 'asc' ? '>' : '<'} ${last}`
}

function appsNamed(search: string): string[] {
  return catalogue
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .map(({ id }) => JSON.stringify([{ id }]))
}
