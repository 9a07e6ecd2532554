import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import { type ChatReply, sendChatMessage } from '@infra/protocol/chat'
import { uploadFile } from '@infra/protocol/files'
import { cancelJob, favoriteJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll, failForGood } from '../../test/echo.ts'
import { drawing } from '../../test/inputs/sample-files.ts'
import { liftRateLimits } from '../../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { recountNetwork } from '../../test/recount-network.ts'
import { startTestApi } from '../../test/start-test-api.ts'

const testApi = await startTestApi()
const { deps } = testApi
const { db } = deps
await liftRateLimits(deps)
let alice: Person

beforeEach(async () => {
  await cancelAll(deps)
  await db.execute(sql`update nodes set removed_at = now()`)
  alice = await signInSomeone(testApi)
})

/** Asks each in one conversation; the last answer. */
async function ask(person: Person, ...messages: string[]) {
  await recountNetwork(db)
  let reply: ChatReply | undefined
  const say = (message: string): Promise<ChatReply> =>
    person.call(sendChatMessage, { body: { message, thread_id: reply?.threadId } })
  for (const message of messages) reply = await say(message)
  return reply!
}

const serving = (...ids: string[]) => ({ apps: ids.map((id) => ({ id, version: findApp(id)!.version })) })
const story = (prompt = 'A cat') => ({
  body: { appId: 'story-teller', input: { prompt, length: 200 }, visibility: 'public' as const },
})

async function runStory(node: TestNode, person = alice) {
  const { id } = await person.call(submitJob, story())
  await node.finish(await node.claim())
  return id
}

test('states what the person ordered and spent in a period, and what their last job cost', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  await runStory(node)
  const old = await runStory(node)
  await db.execute(sql`update jobs set created_at = now() - interval '1 day' where id = ${old}`)
  expect((await ask(alice, 'what did I make today?')).message).toContain('You ordered **1 job** today')
  const yesterday = await ask(alice, 'what did I make today?', 'and yesterday?')
  expect(yesterday.message).toContain(`(/profile?job=${old})`)
  expect(yesterday.message).toContain('**1 job** yesterday')
  expect((await ask(alice, 'how much did I spend so far?')).message).toContain('You spent **6 credits**')
  expect((await ask(alice, 'what did my last job cost?')).message).toContain('cost **3 credits**')
  const bob = await signInSomeone(testApi)
  expect((await ask(bob, 'how much did I spend so far?')).message).toContain('You spent **0 credits**')
  expect((await ask(bob, 'what did I make today?')).message).toContain('You have not ordered anything today')
})

test('an app that the person describes becomes the topic', async () => {
  const { message } = await ask(
    alice,
    'how much is upscale?',
    'and which one removes backgrounds?',
    'how much is that?',
  )
  expect(message).toContain('**Cut-out** costs')
})

test('durations are stated exactly', async () => {
  const priced = await ask(alice, 'i have a ninety second voice memo, what would typing that up cost')
  expect(priced.message).toContain('for 90 seconds of sound')
  const longer = await ask(alice, 'what does transcribing 150 seconds cost')
  expect(longer.message).toContain('for 2 minutes and 30 seconds of sound')
})

test('states the price that would be charged for the size that the person names', async () => {
  const cutOut = findApp('cut-out')!
  const price = (width: number, height: number) => priceOf(cutOut.price, {}, { image: { width, height } })
  const asked = 'how much is a cut-out of a 3000x2000 photo?'
  expect((await ask(alice, asked)).message).toContain(
    `**${price(3000, 2000)} credits** for a picture of 3000 × 2000`,
  )
  expect((await ask(alice, asked, 'and a smaller one?')).message).toContain(
    `**${price(1500, 1000)} credits** for a picture of 1500 × 1000`,
  )
  expect((await ask(alice, 'what does a minute of audio cost with transcribe')).message).toContain(
    '**3 credits** for 60 seconds of sound',
  )
  expect((await ask(alice, 'how much is upscale for 2000x2000')).message).toContain('is too large')
})

test('states the price of a form as it is filled in, and who can see the job that was mentioned', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  const storyTeller = findApp('story-teller')!
  const price = priceOf(storyTeller.price, { length: 100 }, {})
  const priced = await ask(alice, 'a short story about a cat', 'and how much is that?')
  expect(priced.message).toContain(`Filled in as it is, **Story Teller** costs **${price} credits**`)
  const id = await runStory(node)
  const seen = await ask(alice, 'show my last story', 'can other people see it?')
  expect(seen.message).toContain(`(/profile?job=${id})`)
  expect(seen.message).toContain('is public: everyone sees the result')
})

test('says which nodes serve an app, what it needs and how many jobs the person can afford', async () => {
  await startNode(testApi, serving('vectorise'))
  expect((await ask(alice, 'who runs vectorise?')).message).toContain(
    '**1 node serves Vectorise** right now, 1 of them free',
  )
  expect((await ask(alice, 'who runs vectorise?', 'and upscale?')).message).toContain(
    'No node serves **Upscale x2**',
  )
  expect((await ask(alice, 'who runs vectorise?', 'do I need a graphics card for that?')).message).toContain(
    'nothing but a browser for **Vectorise**',
  )
  expect((await ask(alice, 'how many stories can I afford?')).message).toContain('enough for **166 jobs**')
})

test('states the person’s own public jobs, favourites, stake and earnings', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  const id = await runStory(node)
  await alice.call(favoriteJob, { params: { id } })
  expect((await ask(alice, 'what of mine is public?')).message).toContain(
    '**1 finished job of yours is public**, 0 private',
  )
  const favourites = (await ask(alice, 'show my favourites')).message
  expect(favourites).toContain('**1 favourite**')
  expect(favourites).toContain('[All of them](/profile/favourites)')
  expect((await ask(alice, 'what is my stake?')).message).toContain(
    'You have no stake. The first tier, Warm, begins at 1000 tokens',
  )
  expect((await ask(node.operator, 'what did I earn today?')).message).toMatch(
    /Your nodes earned \*\*\d+ credits?\*\* today/,
  )
  expect((await ask(alice, 'what did I earn today?')).message).toContain('You have no node yet')
  const bob = await signInSomeone(testApi)
  expect((await ask(bob, 'show my favourites')).message).toContain('no favourites yet')
})

test('[finding U2] an order becomes a card with the person’s words; nothing is ordered yet', async () => {
  await startNode(testApi, serving('story-teller', 'upscale', 'cut-out'))
  const { offer, message } = await ask(alice, 'run a story about a cat', 'make it about a dog instead')
  expect(offer).toEqual({
    kind: 'order',
    appId: 'story-teller',
    input: { prompt: 'Once upon a time, there was a dog' },
  })
  expect(message).toContain('Nothing runs before you press Run')
  const { rows } = await db.execute(sql`select from jobs where user_address = ${alice.address.toLowerCase()}`)
  expect(rows).toEqual([])
})

test('a card has the visibility that the person asked for', async () => {
  await startNode(testApi, serving('story-teller'))
  const input = { prompt: 'Once upon a time, there was a cat' }
  for (const [visibility, ...messages] of [
    ['private', 'write a private story about a cat'],
    ['private', 'a story about a cat, private please'],
    ['private', 'a story about a cat', 'and private please'],
    ['private', 'a story about a cat', 'make it private'],
    ['public', 'a story about a cat', 'keep it private', 'in public after all'],
    ['private', 'a story about a dog', 'and private please', 'make it about a cat'],
  ] as const) {
    const { offer, message } = await ask(alice, ...messages)
    expect(offer, messages.join(' / ')).toEqual({ kind: 'order', appId: 'story-teller', input, visibility })
    expect(message).toContain(visibility === 'private' ? 'Only you will see it.' : 'Everyone will see')
  }
})

test('after an order has run, "make it private" is about its job', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  const { threadId } = await ask(alice, 'a story about a cat')
  const id = await runStory(node)
  const body = { message: 'make it private', thread_id: threadId }
  const { offer } = await alice.call(sendChatMessage, { body })
  expect(offer).toEqual({ kind: 'job', jobId: id, action: 'private' })
})

test('"take me there" opens the screen that the last answer linked to', async () => {
  const { message } = await ask(alice, 'what is staking?', 'take me there')
  expect(message).toContain('Here it is: [Staking](/staking)')
  expect((await ask(alice, 'take me there')).message).toContain('Where to?')
})

test('the last result becomes the input file of an order, if there is one', async () => {
  const node = await startNode(testApi, serving('upscale', 'cut-out'))
  const none = await ask(alice, 'upscale my last result')
  expect(none.offer).toEqual({ kind: 'order', appId: 'upscale', input: {} })
  expect(none.message).toContain('no result that it could use yet')
  const bytes = await drawing({ width: 300, height: 200 }).png().toBuffer()
  const { id: image } = await alice.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
  const { id } = await alice.call(submitJob, { body: { appId: 'cut-out', input: { image } } })
  await node.finish(await node.claim())
  const input = { image: `job:${id}/picture` }
  expect((await ask(alice, 'upscale my last result')).offer).toEqual({
    kind: 'order',
    appId: 'upscale',
    input,
  })
  const bob = await signInSomeone(testApi)
  expect((await ask(bob, 'upscale my last result')).offer).toMatchObject({ input: {} })
})

test('each action becomes a card about the person’s own job; nothing is done yet', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  expect((await ask(alice, 'cancel it')).message).toContain('nothing to cancel')
  const { id: open } = await alice.call(submitJob, story())
  expect((await ask(alice, 'cancel my story')).offer).toEqual({ kind: 'job', jobId: open, action: 'cancel' })
  expect((await ask(alice, 'why is my story waiting?', 'ok cancel it')).offer).toMatchObject({ jobId: open })
  await node.finish(await node.claim())
  for (const [words, action] of [
    ['make it private', 'private'],
    ['delete it', 'delete'],
    ['make a new version', 'new-version'],
    ['add it to my favourites', 'favorite'],
  ] as const)
    expect((await ask(alice, 'show my jobs', words)).offer).toEqual({ kind: 'job', jobId: open, action })
  const { rows } = await db.execute(sql`select status, visibility, favorites from jobs where id = ${open}`)
  expect(rows).toEqual([{ status: 'finished', visibility: 'public', favorites: 0 }])
  const bob = await signInSomeone(testApi)
  expect((await ask(bob, 'delete my last job')).offer).toBeNull()
})

test('“it” is the job that was mentioned, “my last story” is the newest', async () => {
  await startNode(testApi, serving('story-teller'))
  const bob = await signInSomeone(testApi)
  const { id: older } = await bob.call(submitJob, story())
  await bob.call(cancelJob, { params: { id: older } })
  const { id: newer } = await bob.call(submitJob, story())
  const spokenOf = 'try my cancelled story again'
  expect((await ask(bob, spokenOf, 'make it private')).offer).toMatchObject({ jobId: older })
  expect((await ask(bob, spokenOf, 'make my last story private')).offer).toMatchObject({ jobId: newer })
})

test('“why?” is about the failed job that was mentioned', async () => {
  const node = await startNode(testApi, serving('story-teller'))
  await alice.call(submitJob, story())
  await failForGood(deps, node, 'app_failed')
  const { message, offer } = await ask(alice, 'show my jobs', 'why?')
  expect(message).toContain('failed with `app_failed`')
  expect(offer).toBeNull()
  expect((await ask(alice, 'why did my job fail', 'try it again')).offer).toMatchObject({
    kind: 'job',
    action: 'retry',
  })
})

test('only a node’s operator gets a card to put it to rest', async () => {
  const node = await startNode(testApi)
  const { offer } = await ask(node.operator, 'put my node to rest')
  expect(offer).toMatchObject({ kind: 'node', maintenance: true })
  expect((offer as { nodeId: string }).nodeId.toLowerCase()).toBe(node.id.toLowerCase())
  expect((await ask(alice, 'put my node to rest')).offer).toBeNull()
})

test('a question about an app keeps what is filled in on its form', async () => {
  await startNode(testApi, serving('vectorise'))
  const { offer } = await ask(
    alice,
    'vectorise my logo in black and white',
    'what is vectorise?',
    'speckle 9',
  )
  expect(offer).toMatchObject({ appId: 'vectorise', input: { colors: 'binary', speckle: 9 } })
})

test('two questions in one message are both answered, in order', async () => {
  const { message } = await ask(alice, 'how many credits do i have and what does vectorise cost?')
  expect(message).toMatch(/\*\*500 credits\*\*[\s\S]*\*\*Vectorise\*\* costs/)
})
