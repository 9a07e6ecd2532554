import { resultsToRerun } from '@infra/trust/checks/rerun-results'
import { TRUST_RULES } from '@infra/trust/trust-rules'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { CERTAIN_PPM } from '../trust/draw-result.ts'
import { insertChecks } from './check-queries.ts'

/** A node's results of an app, newest first, each with the outcome of its latest check. */
const listResults = statement<{ id: string; at: Date; outcome: Outcome | null; isOpen: boolean }>(
  'list-results-to-rerun',
  `select j.id, j.finished_at as at, c.outcome, coalesce(c.state = 'open', false) as "isOpen"
  from attempts a join jobs j on j.id = a.job_id
  left join lateral (select outcome, state from checks where job_id = j.id order by id desc limit 1) c on true
  where a.node_id = $1 and a.state = 'finished' and j.app_id = $2 and j.check_id is null
    and a.ended_at > now() - interval '${TRUST_RULES.rerunMs} milliseconds'
  order by a.ended_at desc limit ${TRUST_RULES.rerunResultsMax}`,
)

type Outcome = 'agreed' | 'unclear' | 'contradicted'

/**
 * Orders reruns of a suspended node's results, newest first, until enough in a row agree. Called when the node is suspended, and each time
 * one of them was compared.
 */
export async function orderReruns(
  tx: Db,
  { nodeId, appId, at }: { nodeId: string; appId: string; at: Date },
): Promise<void> {
  const results = await listResults(tx, [nodeId, appId])
  const firstUnknown = results.findIndex(({ outcome }) => outcome === null)
  const known = firstUnknown === -1 ? results : results.slice(0, firstUnknown)
  const outcomes = known.map(({ outcome }) => outcome!)
  const doneAt = results.map((result) => result.at.getTime())
  const next = results.slice(known.length, known.length + resultsToRerun(doneAt, outcomes, at.getTime()))
  const unordered = next.filter(({ outcome, isOpen }) => outcome === null && !isOpen)
  await insertChecks(
    tx,
    unordered.map(({ id }) => ({ kind: 'rerun', nodeId, appId, jobId: id, ratePpm: CERTAIN_PPM, at })),
  )
}
