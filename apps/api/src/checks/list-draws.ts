import type { Output } from '@infra/protocol/endpoint'
import { Refusal } from '@infra/protocol/refusal'
import { DRAWS_PER_PAGE, type listDraws as endpoint } from '@infra/protocol/trust'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { isPublished } from '../trust/day-keys.ts'

type Page = Output<typeof endpoint>

/** In the order of the attempts. Doesn't reveal whose jobs they were. */
const selectDraws = statement<Page['items'][number]>(
  'list-draws',
  `select a.id as "attemptId", a.rate_ppm as "ratePpm", exists (select from checks c where c.job_id = a.job_id) as "isChecked"
  from attempts a where a.drawn_on = $1 and a.id > $2 order by a.id limit ${DRAWS_PER_PAGE}`,
)

const FIRST = '00000000-0000-0000-0000-000000000000'

export async function listDraws(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  day: string,
  after: string = FIRST,
): Promise<Page> {
  if (!isPublished(day, now()))
    throw new Refusal('not_ready', 'The key of a day is published eight days after it.')
  const items = await selectDraws(db, [day, after])
  return { items, next: items.length === DRAWS_PER_PAGE ? items.at(-1)!.attemptId : null }
}
