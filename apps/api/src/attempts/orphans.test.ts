import { leaseOf, releaseUnheld, renewLease } from '@infra/protocol/attempts'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { endNodeSession } from '@infra/protocol/nodes'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
beforeEach(() => cancelAll(api.deps))

const echo = { body: { appId: 'echo', input: { text: 'orphan' } } }

test('requeues the job of a node that signs out, without counting the attempt', async () => {
  const alice = await signInSomeone(api)
  const node = await startNode(api)
  await alice.call(submitJob, echo)
  const job = await node.claim()
  await node.call(endNodeSession)
  expect(await alice.call(getJob, { params: { id: job.jobId } })).toMatchObject({
    status: 'queued',
    attempts: 0,
  })
})

test('[N32] a node that was killed and signs in again at once loses the attempts that it no longer holds', async () => {
  const alice = await signInSomeone(api)
  const node = await startNode(api)
  await alice.call(submitJob, echo)
  await alice.call(submitJob, echo)
  const kept = await node.claim()
  const lost = await node.claim()

  const again = await node.signIn({ holding: [kept.attemptId] })

  await again(renewLease, { ...leaseOf(kept), body: {} })
  await expect(again(renewLease, { ...leaseOf(lost), body: {} })).rejects.toMatchObject({
    code: 'lease_lost',
  })
  // A job that kills its node counts as attempted.
  expect(await alice.call(getJob, { params: { id: lost.jobId } })).toMatchObject({
    status: 'queued',
    attempts: 1,
  })
})

test('a node that signs in again without saying what it holds keeps its attempts', async () => {
  const alice = await signInSomeone(api)
  const node = await startNode(api)
  await alice.call(submitJob, echo)
  const job = await node.claim()
  const again = await node.signIn()
  await again(renewLease, { ...leaseOf(job), body: {} })
})

test('requeues an assignment whose response was lost, without counting the attempt, for other nodes first', async () => {
  const alice = await signInSomeone(api)
  const [node, other] = [await startNode(api), await startNode(api)]
  await alice.call(submitJob, echo)
  await alice.call(submitJob, echo)
  const [kept, lost] = [await node.claim(), await node.claim()]
  await alice.call(submitJob, echo)
  const others = await other.claim()

  await node.call(releaseUnheld, { body: { holding: [kept.attemptId] } })

  expect(await alice.call(getJob, { params: { id: lost.jobId } })).toMatchObject({
    status: 'queued',
    attempts: 0,
  })
  await node.call(renewLease, { ...leaseOf(kept), body: {} })
  await other.call(renewLease, { ...leaseOf(others), body: {} })
  // A node could say this of every job that it doesn't like, so others come first, as after a release.
  expect(await other.claim()).toMatchObject({ jobId: lost.jobId })
})
