import { textOutput } from '@infra/hand-node/result'
import { findApp } from '@infra/protocol/apps/catalogue'
import { claimJob, failAttempt, leaseOf, renewLease } from '@infra/protocol/attempts'
import { listChatThreads, sendChatMessage } from '@infra/protocol/chat'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { chatRuns } from '../../db/chat-tables.ts'
import { jobs } from '../../db/tables.ts'
import { reconcile } from '../../ledger/reconcile.ts'
import { startNode, type TestNode } from '../../test/node.ts'
import { signInSomeone } from '../../test/person.ts'
import { sendMessage } from '../../test/send-message.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { forgetOldRuns, orderChatRun } from './chat-runs.ts'

const key = generatePrivateKey()
const env = { CHAT_ENGINE: 'network', REFERENCE_OPERATORS: privateKeyToAddress(key) }
const testApi = await startTestApi({ env })
const { db } = testApi.deps
const write = findApp('write')!
const serving = { apps: [{ id: write.id, version: write.version }], slots: 1 }
const [operator, alice] = [await signInSomeone(testApi, key), await signInSomeone(testApi)]
const QUESTION = 'how many credits do i have?'
const ask = async (message = QUESTION) => (await alice.call(sendChatMessage, { body: { message } })).message
const claimed = (node: TestNode) => node.call(claimJob, { query: { wait: 0 } })
const text = (words: string) => ({ ...textOutput(words), name: 'text' })

/** The built-in engine's answer, which is used if no node phrases one. */
const known = await ask()

async function expectNothingLeft(): Promise<void> {
  expect(await db.select().from(jobs)).toEqual([])
  expect(await db.select().from(chatRuns)).toEqual([])
  await db.execute(sql`update ledger_state set checked_at = null`)
  expect(await reconcile(db)).toEqual([])
}

test('a stranger’s node is not asked, so that it neither reads messages nor earns from them', async () => {
  const api = await startTestApi({ env })
  const stranger = await startNode(api, serving)
  const person = await signInSomeone(api)
  expect((await person.call(sendChatMessage, { body: { message: QUESTION } })).message).toBe(known)
  expect(known).toContain('500 credits')
  expect(await claimed(stranger)).toBeNull()
})

const node = await startNode(testApi, { operator, ...serving })

/** Asks as the page does. */
async function openStream(message: string) {
  const response = await sendMessage(testApi, alice, { message })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  return {
    until: async (words: string) => {
      while (!read.includes(words)) read += (await reader.read()).value!
    },
    /** The last event of the stream, which has the whole answer. */
    end: async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) read += part.value
      return read.slice(read.lastIndexOf('event: '))
    },
  }
}

const BEGINNING = 'Yours are all of the credits that you see '

test('a node phrases the answer, which is streamed, and leaves no job behind', async () => {
  const { engine } = await alice.call(listChatThreads)
  expect(engine).toEqual({ name: 'Write, on a node of this network', isModel: true })
  const stream = await openStream(QUESTION)
  const job = await node.claim()
  expect(job.input.prompt).toContain('500 credits')
  expect(job.input.prompt).toContain(QUESTION)
  await node.call(renewLease, { ...leaseOf(job), body: { text: { at: 0, append: BEGINNING } } })
  await stream.until('Yours are all')
  await node.finish(job, [text(`${BEGINNING}here: 500 credits. [[mood:happy]]`)])
  expect(await stream.end()).toContain(`${BEGINNING}here: 500 credits.`)
  await expectNothingLeft()
})

test('a node’s answer is checked and gets the link; the node earns nothing', async () => {
  const asked = ask()
  const job = await node.claim()
  await node.finish(job, [text('You have 500 credits, and 7,777 more tomorrow.')])
  const link = /\[[^\]]*\]\(\/[^)]*\)/.exec(known)![0]
  expect(await asked).toContain('You have 500 credits, and … more tomorrow.')
  expect(await asked).toContain('*I left out a figure that I could not check.*')
  expect(await asked).toContain(link)
  expect(await asked).toMatch(/ \[\[mood:\w+\]\]$/)
  const { rows } = await db.execute(
    sql`select available, held, pending from ledger_accounts where address = ${operator.address.toLowerCase()}`,
  )
  expect(rows).toEqual([{ available: '0', held: '0', pending: '0' }])
  await expectNothingLeft()
})

test.for([
  ['a greeting', 'hello'],
  ['an off-topic question', 'what is the capital of France?'],
  ['an order', 'write a story about a cat'],
  ['a cancellation', 'cancel my last job'],
])('%s is answered without a node', async ([, message]) => {
  const answer = await ask(message)
  expect(answer).not.toBe('')
  expect(await claimed(node)).toBeNull()
})

test.for([
  ['fails', undefined],
  ['says nothing', ' '],
] as const)('if the node %s, the built-in answer is used', async ([, words]) => {
  const asked = ask()
  const job = await node.claim()
  if (words) await node.finish(job, [text(words)])
  else
    await node.call(failAttempt, {
      ...leaseOf(job),
      body: { reason: 'app_failed', detail: '', final: false },
    })
  expect(await asked).toBe(known)
  await expectNothingLeft()
})

test('if the node changes what it has already sent, the built-in answer is used', async () => {
  const stream = await openStream(QUESTION)
  const job = await node.claim()
  await node.call(renewLease, { ...leaseOf(job), body: { text: { at: 0, append: BEGINNING } } })
  await stream.until('Yours are all')
  await node.finish(job, [text('Something else altogether.')])
  expect(await stream.end()).toContain(JSON.stringify(known).slice(1, -1))
  await expectNothingLeft()
})

test('while the node is busy, the built-in answer is used at once', async () => {
  const asked = ask()
  const job = await node.claim()
  expect(await ask()).toBe(known)
  await node.finish(job, [text('Plenty.')])
  expect(await asked).toContain('Plenty.')
})

test('the run of a process that died in the middle of an answer is deleted', async () => {
  const input = { prompt: 'private', length: 16, temperature: 0.3, seed: 1 }
  await orderChatRun(db, { app: write, input, nodeId: node.id.toLowerCase() })
  await forgetOldRuns(db)
  expect(await db.select().from(chatRuns)).toHaveLength(1)
  await db.execute(sql`update chat_runs set started_at = now() - interval '6 minutes'`)
  await forgetOldRuns(db)
  await expectNothingLeft()
})
