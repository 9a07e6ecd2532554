import { textOutput } from '@infra/hand-node/result'
import { TEXT_OUTPUT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import { BODY_VALUES_MAX } from '@infra/protocol/endpoint'
import { submitJob } from '@infra/protocol/jobs'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { echo } from '../test/echo.ts'
import { worstBodies, worstDataUrls, worstForms } from '../test/inputs/worst-bodies.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { type Operation, readDocument } from '../test/read-document.ts'
import { startTestApi } from '../test/start-test-api.ts'

/**
 * How many times a plain request to the same endpoint, which takes about a millisecond of CPU time. The worst body takes a fourth of
 * this; without bounds on bytes and values it took thousands of times.
 */
const TIMES_MAX = 60

/** How many times a data URL of the same size, whose bytes have to be received and read. The worst body takes twice as long. */
const DATA_TIMES_MAX = 8

/** The CPU clock ticks every few milliseconds, so each request is repeated often enough to be measured. */
const PLAIN_RUNS = 25
const WORST_RUNS = 2

/** Other work of the thread, such as garbage collection, is counted too, so what seems too much is measured again, and the least counts. */
const ROUNDS_MAX = 4

const MODERATOR_KEY = `0x${'7'.repeat(64)}` as const
const testApi = await startTestApi({
  env: { MODERATORS: privateKeyToAccount(MODERATOR_KEY).address, DEVNET_RPC_URL: 'http://127.0.0.1:9' },
})
await liftRateLimits(testApi.deps)
const moderator = await signInSomeone(testApi, MODERATOR_KEY)
const node = await startNode(testApi)
const { id: jobId } = await moderator.call(submitJob, echo('leased'))
const leased = await node.claim()
const { operations } = await readDocument(testApi)

/** The callers who get furthest: a moderator who owns the job, and the node that holds its lease. */
function requestOf({ method, path, 'x-caller': caller }: Operation, type: string, payload: string) {
  const ids = { id: path.startsWith('/node') ? node.id : jobId, code: 'BCDF-GHJK' }
  if (path.startsWith('/attempt')) ids.id = leased.attemptId
  const headers: Record<string, string> = { 'content-type': type }
  if (caller === 'node') Object.assign(headers, { authorization: node.authorization })
  else if (caller !== 'anyone') headers.authorization = `Bearer ${moderator.tokens.accessToken}`
  if (path.startsWith('/attempt/{id}')) headers['x-lease-token'] = leased.leaseToken
  const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: 'id' | 'code') => ids[name])}`
  return { method: method as 'POST', url, headers, payload }
}

/** CPU time of the thread that serves, in microseconds per request. */
async function costOf(request: ReturnType<typeof requestOf>, runs: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let run = 0; run < runs; run++) await testApi.server.inject(request)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / runs
}

function bodiesOf(operation: Operation): { type: string; plain: string; bodies: [string, string][] } {
  const bytesMax = operation['x-body-bytes-max']!
  const json = operation.requestBody!.content['application/json']
  if (!json) {
    const type = 'application/x-www-form-urlencoded'
    return { type, plain: 'token=x', bodies: worstForms({ bytesMax }) }
  }
  const valuesMax = operation['x-body-values-max'] ?? BODY_VALUES_MAX
  return { type: 'application/json', plain: '{}', bodies: worstBodies(json.schema, { bytesMax, valuesMax }) }
}

async function expectCheap(operation: Operation): Promise<void> {
  const { type, plain, bodies } = bodiesOf(operation)
  const plainCost = await costOf(requestOf(operation, type, plain), PLAIN_RUNS)
  for (const [name, body] of await withResults(operation, bodies)) {
    expect(body.length, name).toBeLessThanOrEqual(operation['x-body-bytes-max']!)
    await expectTimes(requestOf(operation, type, body), { name, plainCost, timesMax: TIMES_MAX })
  }
}

async function expectTimes(
  request: ReturnType<typeof requestOf>,
  { name, plainCost, timesMax }: { name: string; plainCost: number; timesMax: number },
): Promise<void> {
  let times = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS_MAX && times >= timesMax; round++)
    times = Math.min(times, (await costOf(request, WORST_RUNS)) / plainCost)
  expect(times, `${request.url}: ${name}`).toBeLessThan(timesMax)
}

/** For results, adds bodies that get as far as the hashes: as many texts as the schema or the body allows, each of the maximum length. */
async function withResults(operation: Operation, bodies: [string, string][]): Promise<[string, string][]> {
  if (operation.path !== '/attempt/{id}/finish') return bodies
  const results = [1, 2, 11].map(async (count): Promise<[string, string]> => {
    const unit = count < 3 ? '\u0001' : 'x'
    const outputs = Array.from({ length: count }, () => textOutput(unit.repeat(TEXT_OUTPUT_CHARACTERS_MAX)))
    return [`${count} long results`, JSON.stringify((await node.result(leased, outputs)).body)]
  })
  return [...bodies, ...(await Promise.all(results))]
}

/** Files are streamed to disk, and inspected by another process. */
const isRead = ({ requestBody }: Operation) =>
  requestBody !== undefined &&
  Object.values(requestBody.content).every(({ schema }) => !schema.properties?.file)

test.for(operations.filter(isRead))(
  '[finding S1] the worst body that $method $path accepts costs less than 60 plain requests',
  { timeout: 60_000 },
  async (operation) => {
    // The first requests are slower because Node.js still compiles the code.
    await costOf(requestOf(operation, 'application/json', '{}'), 10)
    await expectCheap(operation)
  },
)

test.for(operations.filter((operation) => operation['x-body-with-files-bytes-max']))(
  '[finding S1] the worst data URL in the body of $method $path costs less than eight plain ones',
  { timeout: 60_000 },
  async (operation) => {
    const [plain, ...others] = worstDataUrls({ bytesMax: operation['x-body-with-files-bytes-max']! })
    const request = (body: string) => requestOf(operation, 'application/json', body)
    await costOf(request(plain![1]), 1)
    const plainCost = await costOf(request(plain![1]), WORST_RUNS)
    for (const [name, body] of others) {
      expect(body.length, name).toBeLessThanOrEqual(operation['x-body-with-files-bytes-max']!)
      await expectTimes(request(body), { name, plainCost, timesMax: DATA_TIMES_MAX })
    }
  },
)
