import { type Assignment, leaseOf, releaseAttempt } from '@infra/protocol/attempts'
import { submitJob } from '@infra/protocol/jobs'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, echo } from '../test/echo.ts'
import { expectRefusal } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { openSocket, readToEnd } from '../test/raw-http.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const elsewhere = await startTestApi({ env: { DATABASE_URL: testApi.deps.config.databaseUrl } })
const alice = await signInSomeone(testApi)
const [node, other] = [await startNode(testApi), await startNode(testApi)]

beforeEach(() => cancelAll(testApi.deps))

async function leased(): Promise<Assignment> {
  await alice.call(submitJob, echo('a'))
  return node.claim()
}

/** Announces a body and sends none: a response means that the request was refused before its body was read. */
async function announce(
  { attemptId, leaseToken }: Pick<Assignment, 'attemptId' | 'leaseToken'>,
  { what = 'fail', by = node, at = testApi } = {},
) {
  const isFile = what.startsWith('output')
  const head = [
    `POST /api/attempt/${attemptId}/${what} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: ${by.authorization}`,
    `X-Lease-Token: ${leaseToken}`,
    `Content-Type: ${isFile ? 'multipart/form-data; boundary=x' : 'application/json'}`,
    'Content-Length: 1000',
  ]
  const answer = await readToEnd(await openSocket(at.origin, `${head.join('\r\n')}\r\n\r\n`))
  return { ...answer, body: /{.*}/s.exec(answer.body)?.[0] ?? '' }
}

const endpoints = ['beat', 'finish', 'fail', `output?kind=image&sha256=${'ab'.repeat(32)}`]

test.for(endpoints)('[finding S1] %s without the lease is refused before its body is read', async (what) => {
  const job = await leased()
  const refusals = [
    [{ ...job, attemptId: crypto.randomUUID() }, node, 404, 'not_found'],
    [job, other, 404, 'not_found'],
    [{ ...job, leaseToken: 'x' }, node, 409, 'lease_lost'],
  ] as const
  for (const [lease, by, status, code] of refusals) {
    expectRefusal(await announce(lease, { what, by }), { status, code })
    expectRefusal(await announce(lease, { what, by, at: elsewhere }), { status, code })
  }
})

test('[finding S1] another process refuses a lease that was released', async () => {
  const job = await leased()
  await node.call(releaseAttempt, leaseOf(job))
  expectRefusal(await announce(job, { at: elsewhere }), { status: 409, code: 'lease_lost' })
})

test('returns the same receipt for a repeated result at a process that never saw the lease', async () => {
  const job = await leased()
  const receipt = await node.finish(job)
  const again = await fetch(`${elsewhere.origin}/api/attempt/${job.attemptId}/finish`, {
    method: 'POST',
    headers: {
      authorization: node.authorization,
      'x-lease-token': job.leaseToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify((await node.result(job)).body),
  })
  expect(await again.json()).toEqual(receipt)
  expectRefusal(await announce(job, { at: elsewhere }), { status: 409, code: 'lease_lost' })
})
