import type { AppInput } from '@infra/protocol/apps/app-input'
import { type Assignment, claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import { uploadFile } from '@infra/protocol/files'
import { getJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, rowOf } from '../test/echo.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const alice = await signInSomeone(testApi)
/** They have different operators, so each can confirm the other's vote. */
const nodes = [await startNode(testApi), await startNode(testApi)] as const

beforeEach(async () => {
  await cancelAll(deps)
  await deps.db.execute(sql`update nodes set recent_tries = 0, pauses = 0, paused_until = null`)
})

const picture = await drawing().png().toBuffer()
const flat = (background: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer()

async function order(appId: string, files: Record<string, Buffer>, values: AppInput = {}): Promise<string> {
  const input = { ...values }
  for (const [field, bytes] of Object.entries(files))
    input[field] = (await alice.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })).id
  return (await alice.call(submitJob, { body: { appId, input } })).id
}

async function vote(node: TestNode): Promise<Assignment> {
  const job = (await node.call(claimJob))!
  await node.call(failAttempt, {
    ...leaseOf(job),
    body: { reason: 'input_unreadable', detail: 'I cannot read it.', final: true },
  })
  return job
}

const voteOf = ({ attemptId }: Assignment) =>
  rowOf(deps, sql`select vote, state from attempts where id = ${attemptId}`)
const triesOf = async ({ id }: TestNode) =>
  (await rowOf(deps, sql`select recent_tries from nodes where id = ${id.toLowerCase()}`)).recent_tries
const statusOf = async (id: string) => (await alice.call(getJob, { params: { id } })).status

const readable: [string, Record<string, Buffer>, AppInput?][] = [
  ['vectorise', { image: picture }],
  ['transcribe', { audio: wavOf() }],
  ['expand-photo', { image: picture }, { left: 8, right: 0 }],
]

test.for(readable)(
  '[finding S2] a false report that the file of %s is unreadable ends no job and counts against the node',
  async ([appId, files, values]) => {
    const id = await order(appId, files, values)
    for (const node of nodes) {
      expect(await voteOf(await vote(node))).toEqual({ vote: 'false', state: 'failed' })
      expect(await triesOf(node)).toBe(1)
    }
    // Two operators reported it, but the job stays queued for a third.
    expect(await statusOf(id)).toBe('queued')
  },
)

const impossible: [string, string, Record<string, Buffer>, AppInput?][] = [
  ['the mask is empty', 'erase-fill', { image: picture, mask: await flat('#000') }],
  ['the mask covers everything', 'erase-fill', { image: picture, mask: await flat('#fff') }],
  ['no edge is extended', 'expand-photo', { image: picture }, { left: 0, right: 0 }],
]

test.for(impossible)(
  'two votes that the input is unreadable end a job in which %s',
  async ([, appId, files, values]) => {
    const id = await order(appId, files, values)
    for (const node of nodes) {
      await vote(node)
      expect(await triesOf(node)).toBe(0)
    }
    expect(await statusOf(id)).toBe('error')
  },
)
