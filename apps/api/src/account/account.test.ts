import { claimJob } from '@infra/protocol/attempts'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { sendBugReport } from '@infra/protocol/feedback'
import { uploadFile } from '@infra/protocol/files'
import { favoriteJob, getJob, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { getNode } from '@infra/protocol/nodes'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { wavOf } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
const { db } = api.deps

const echo = { body: { appId: 'echo', input: { text: 'mine' } } }

test("an export has the account's jobs, files, favorites, feedback, nodes and credit statement", async () => {
  const alice = await signInSomeone(api)
  const node = await startNode(api, { operator: alice })
  const { id } = await alice.call(submitJob, echo)
  await node.finish(await node.claim())
  await alice.call(favoriteJob, { params: { id } })
  const { sha256 } = await alice.call(uploadFile, { file: new Blob([new Uint8Array(wavOf())]) })
  await alice.call(sendBugReport, {
    body: { kind: 'praise', title: 'Well done', description: 'I have nothing to add.' },
  })

  const data = await alice.call(exportMe)
  expect(data.jobs.map((job) => job.id)).toEqual([id])
  expect(data.favorites).toEqual([id])
  expect(data.files).toMatchObject([{ sha256, kind: 'audio' }])
  expect(data.feedback).toMatchObject([{ title: 'Well done', state: 'new' }])
  expect(data.nodes.map((mine) => mine.id)).toEqual([node.id])
  expect(data.credits).toMatchObject({ available: STARTER_CREDITS })
  expect(data.statement.map(({ kind }) => kind)).toEqual(['own', 'hold', 'starter'])
})

test('deleting an account deletes its open jobs, removes its nodes, forfeits its credits and keeps the ledger balanced', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(api, key)
  const own = await startNode(api, { operator: alice })
  const stranger = await signInSomeone(api)
  const theirs = await stranger.call(submitJob, echo)
  expect(await own.claim()).toMatchObject({ jobId: theirs.id })
  const open = await alice.call(submitJob, echo)

  await alice.call(deleteMe)

  await expect(own.call(claimJob)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(api.call(getNode, { params: { id: own.account.address } })).rejects.toMatchObject({
    code: 'not_found',
  })
  // The stranger's job wasn't affected: it waits for another node, without a failed attempt.
  expect(await stranger.call(getJob, { params: { id: theirs.id } })).toMatchObject({
    status: 'queued',
    attempts: 0,
  })
  const { rows } = await db.execute(sql`select count(*)::int as left from jobs where id = ${open.id}`)
  expect(rows).toEqual([{ left: 0 }])
  expect(await reconcile(db)).toEqual([])

  const again = await signInSomeone(api, key)
  expect(await again.call(getCredits)).toEqual({ available: 0, held: 0, pending: 0 })
})

test('the public jobs of a deleted account stay in the feed without a user', async () => {
  const alice = await signInSomeone(api)
  const { id } = await alice.call(submitJob, echo)
  const node = await startNode(api)
  await db.execute(sql`update jobs set avoid_until = null where status = 'queued'`)
  for (let job = await node.claim(); ; job = await node.claim()) {
    await node.finish(job)
    if (job.jobId === id) break
  }
  // Echo is for testing the network, so its results are private unless the database says otherwise.
  await db.execute(sql`update jobs set visibility = 'public' where id = ${id}`)
  await alice.call(deleteMe)
  const { items } = await api.call(listFinishedJobs)
  expect(items.find((job) => job.id === id)).toMatchObject({ user: null, status: 'finished' })
})
