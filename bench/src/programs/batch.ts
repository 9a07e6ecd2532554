import { submitJob } from '@infra/protocol/jobs'
import { cancelBatch, submitBatch } from '@infra/protocol/jobs/batches'
import { signInPerson, startHandNode } from '../callers.ts'
import { percentile, timed } from '../measure.ts'
import type { OneApi } from '../one-api.ts'
import type { Result } from '../results.ts'

const ORDERS = 1_000
const ROUNDS = 5
/** This many are ordered one after the other; the time is extrapolated to a full batch. */
const SINGLES = 100

/** Measures the response to a batch of the largest size. The reference: as many orders of one job, one after the other. */
export async function batch(api: OneApi): Promise<Result['figures']> {
  const person = await signInPerson(api)
  await startHandNode(api, person.call)
  // Orders are refused unless a node is online. This one claims nothing.
  await api.database.query(`update nodes set last_seen_at = now() + interval '1 day', slots = 0`)
  const order = (place: number) => ({ appId: 'echo', input: { text: `${place}` } })
  const orders = Array.from({ length: ORDERS }, (_, place) => order(place))
  const batches: number[] = []
  const singles: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let id = ''
    await person.renew()
    batches.push(
      await timed(async () => {
        id = (await person.call(submitBatch, { body: { orders } })).id
      }),
    )
    // At most a thousand jobs of batches are open for one person.
    await person.call(cancelBatch, { params: { id } })
    singles.push(
      await timed(async () => {
        for (let place = 0; place < SINGLES; place++) await person.call(submitJob, { body: order(place) })
      }),
    )
  }
  const seconds = percentile(batches, 0.5) / 1000
  const reference = (percentile(singles, 0.5) / 1000) * (ORDERS / SINGLES)
  return [
    { what: `a batch of ${ORDERS}, p50`, value: seconds, unit: 's', atMost: 2 },
    { what: 'as many orders one after the other', value: reference, unit: 's' },
    { what: 'batch against single orders', value: seconds / reference, unit: 'x' },
  ]
}
