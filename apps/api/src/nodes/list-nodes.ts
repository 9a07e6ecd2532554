import { catalogue } from '@infra/protocol/apps/catalogue'
import type { NodeQuery, NodeSort, NodeState } from '@infra/protocol/nodes'
import { PAGE_LIMIT } from '@infra/protocol/values/page'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { IS_RESTING } from '../matching/eligible-nodes.ts'
import { OFFLINE_AFTER_SECONDS } from '../matching/matching-rules.ts'

/** The columns that a list is sorted by, each with an index. */
const orders: Record<NodeSort, string> = {
  jobs: 'f.finished, f.node_id',
  success: 'f.success, f.node_id',
  uptime: 'f.uptime, f.node_id',
  earned: 'f.credits, f.node_id',
  newest: 'n.created_at, n.id',
  name: 'lower(n.name), n.id',
}

const online = `coalesce(n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds', false)`
const busy = '(select count(*) from leases where leases.node_id = n.id) >= n.slots'

/** As `stateOf` in the rules, which a test compares. Few nodes are busy, so that these are looked up among the leases first. */
const states: Record<NodeState, string> = {
  offline: `not ${online}`,
  maintenance: `${online} and ${IS_RESTING}`,
  busy: `n.id in (select node_id from leases) and ${online} and not ${IS_RESTING} and ${busy}`,
  online: `${online} and not ${IS_RESTING} and not ${busy}`,
}

const matches = (search: string, apps: string) => `(strpos(lower(n.name), ${search}) > 0
    or starts_with(n.id, ${search}) or starts_with(n.operator, ${search}) or n.apps @> any (${apps}::jsonb[])
    or exists (select from users u where u.address = n.operator and strpos(lower(u.name), ${search}) > 0))`

/** The ids of one node more than the page has. Only the page is read where an index has the order, however many nodes there are. */
export async function listNodeIds(db: Db, query: NodeQuery): Promise<string[]> {
  const { sort = 'jobs', limit = PAGE_LIMIT, before, search, state, app_id: appId } = query
  const { order = sort === 'name' ? 'asc' : 'desc' } = query
  const values: unknown[] = [limit + 1]
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = ['n.removed_at is null']
  if (before) conditions.push(after(sort, order, value(`0x${before}`)))
  if (state) conditions.push(states[state])
  if (appId) conditions.push(`n.apps @> ${value(JSON.stringify([{ id: appId }]))}::jsonb`)
  if (search) conditions.push(matches(value(search.toLowerCase()), value(appsNamed(search))))
  const text = `select n.id from nodes n join node_figures f on f.node_id = n.id
    where ${conditions.join(' and ')} order by ${orders[sort].replace(', ', ` ${order}, `)} ${order} limit $1`
  // One statement for each combination of what is asked for; what is asked for are its values.
  const name = ['list-nodes', sort, order, before && 'before', state, appId && 'app', search && 'search']
    .filter(Boolean)
    .join(' ')
  const rows = await statement<{ id: string }>(name, text)(db, values)
  return rows.map(({ id }) => id)
}

function after(sort: NodeSort, order: 'asc' | 'desc', cursor: string): string {
  const columns = orders[sort]
  const last = `(select ${columns} from nodes n join node_figures f on f.node_id = n.id where n.id = ${cursor})`
  return `(${columns}) ${order === 'asc' ? '>' : '<'} ${last}`
}

function appsNamed(search: string): string[] {
  return catalogue
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .map(({ id }) => JSON.stringify([{ id }]))
}
