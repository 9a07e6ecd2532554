import { catalogue } from '@infra/protocol/apps/catalogue'
import { type Assignment, claimJob } from '@infra/protocol/attempts'
import OpenAI from 'openai'
import type { ServerOptions } from '../../server.ts'
import { makeTestKey } from '../api-key.ts'
import { fund } from '../earn.ts'
import { startNode } from '../node.ts'
import { signInSomeone } from '../person.ts'
import { startTestApi } from '../start-test-api.ts'
import { withRetries } from './with-retries.ts'

/** Jobs that the node has at once, where it finishes all. */
const WORKERS = 4

/** An API, a node for all apps driven by the test, and the unmodified client of OpenAI with a key. */
export async function startProgram(options: Pick<ServerOptions, 'timeLimits'> = {}) {
  const api = await startTestApi(options)
  api.clock.now = new Date()
  const alice = await signInSomeone(api)
  await fund(api.deps, alice, 100_000)
  const key = await makeTestKey(api, alice, { creditsPerDay: 500 })
  const apps = catalogue.map(({ id, version }) => ({ id, version }))
  const node = await startNode(api, { apps })
  const connect = (origin = api.origin, by = fetch) =>
    new OpenAI({ apiKey: key.secret, baseURL: `${origin}/v1`, fetch: by })

  /** The answer to a call whose job the node finishes. */
  async function run<T>(answer: PromiseLike<T>, onClaim?: (job: Assignment) => unknown): Promise<T> {
    let isAnswered = false
    const answered = () => {
      isAnswered = true
    }
    Promise.resolve(answer).then(answered, answered)
    // A call that is refused orders no job.
    for (let job: Assignment | null = null; !job && !isAnswered; ) {
      job = await node.call(claimJob, { query: { wait: 1 } })
      if (!job) continue
      await onClaim?.(job)
      await node.finish(job)
    }
    return answer
  }

  /** Has the node finish every job until the work is done. */
  async function finishDuring(work: () => Promise<unknown>): Promise<void> {
    let isOver = false
    const finishAll = async () => {
      while (!isOver) {
        const job = await withRetries(() => node.call(claimJob, { query: { wait: 1 } }))
        if (job) await withRetries(() => node.finish(job))
      }
    }
    const working = work().finally(() => {
      isOver = true
    })
    await Promise.all([working, ...Array.from({ length: WORKERS }, finishAll)])
  }

  return { api, alice, key, node, client: connect(), connect, run, finishDuring }
}
