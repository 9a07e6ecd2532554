import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { submitJob } from '@infra/protocol/jobs'
import { signInWithCredits, startHandNode } from './callers.ts'
import { percentile, timed } from './measure.ts'
import { startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const JOBS = 1_500
/** Not counted: until then Node.js still compiles what it runs. */
const WARM_UP = 750

/**
 * How long it takes from submitting a job until a waiting node has it: the whole path over HTTP on an idle stack. The reference, in the
 * same run: one bare HTTP round trip and one durable INSERT, which no reliable implementation can do without.
 */
export async function dispatch(): Promise<Result> {
  const api = await startOneApi()
  const bare = http.createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  try {
    const person = await signInWithCredits(api)
    const node = await startHandNode(api, person)
    await api.database.query('create table reference (id uuid primary key, at timestamptz)')
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
    const times: number[] = []
    const references: number[] = []
    for (let job = 0; job < JOBS; job++) {
      references.push(
        await timed(async () => {
          await (await fetch(bareUrl)).text()
          await api.database.query('insert into reference values (gen_random_uuid(), now())')
        }),
      )
      const claimed = node.claim(20)
      // The node is waiting before the job comes.
      await new Promise((resolve) => setTimeout(resolve, 10))
      const start = performance.now()
      const started = claimed.then((assignment) => ({
        assignment: assignment!,
        ms: performance.now() - start,
      }))
      await person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
      const { assignment, ms } = await started
      times.push(ms)
      await node.finish(assignment)
    }
    const warm = times.slice(WARM_UP)
    const p50 = percentile(warm, 0.5)
    const reference = percentile(references.slice(WARM_UP), 0.5)
    const [p99, reference99] = [percentile(warm, 0.99), percentile(references.slice(WARM_UP), 0.99)]
    return {
      figures: [
        { what: 'submit to node, p50', value: p50, unit: 'ms', atMost: 4 },
        { what: 'p99', value: p99, unit: 'ms', atMost: 25 },
        { what: 'bare HTTP round trip + durable INSERT, p50', value: reference, unit: 'ms' },
        { what: 'p99', value: reference99, unit: 'ms' },
        { what: 'p99 against the p50 of the reference', value: p99 / reference, unit: 'x', atMost: 6 },
        { what: 'p50 against it', value: p50 / reference, unit: 'x', atMost: 1.5 },
      ],
    }
  } finally {
    bare.close()
    await api.stop()
  }
}
