import { catalogue } from '@infra/protocol/apps/catalogue'
import { sendChatMessage } from '@infra/protocol/chat'
import { STARTER_CREDITS } from '@infra/protocol/credits'
import { listDevlog } from '@infra/protocol/devlog'
import { failureReasons, submitJob } from '@infra/protocol/jobs'
import { takeMood } from '@infra/protocol/moods'
import { stakeTiers } from '@infra/protocol/staking'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { sweepStakes } from '../../staking/sweep-stakes.ts'
import { cancelAll, echo, failForGood, runEcho } from '../../test/echo.ts'
import { startNode, type TestNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { recountNetwork } from '../../test/recount-network.ts'
import { testDevnet } from '../../test/servers/test-devnet.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { livePhrases } from '../knowledge/live-phrases.ts'

const devnet = await testDevnet()
const testApi = await startTestApi({ env: devnet.env })
const { deps } = testApi
const { db } = deps
let aliceKey: Hex
let alice: Person

beforeEach(async () => {
  aliceKey = generatePrivateKey()
  await cancelAll(deps)
  await db.execute(sql`update nodes set removed_at = now()`)
  alice = await signInSomeone(testApi, aliceKey)
})

/** Word for word, so that it is found with the model and without. */
const ask = async (message: string, person = alice) => {
  await recountNetwork(db)
  return person.call(sendChatMessage, { body: { message } })
}
const told = async (name: keyof typeof livePhrases, person = alice) =>
  takeMood((await ask(livePhrases[name][0]!, person)).message)

test('counts the nodes that are online and offline, and says if there are none', async () => {
  expect(await told('nodes')).toMatchObject({
    mood: 'angry',
    text: expect.stringContaining('Not a single node'),
  })
  const first = await startNode(testApi)
  await startNode(testApi, { operator: first.operator })
  await startNode(testApi, { operator: first.operator })
  await db.execute(
    sql`update nodes set last_seen_at = now() - interval '2 minutes' where id = ${first.id.toLowerCase()}`,
  )
  expect(await told('nodes')).toEqual({
    mood: 'confident',
    text: '**2 nodes are online** (1 more offline). [Nodes](/nodes)',
  })
})

test('states how many jobs wait and run', async () => {
  const node = await startNode(testApi)
  await alice.call(submitJob, echo('one'))
  await alice.call(submitJob, echo('two'))
  await node.claim()
  expect((await told('queue')).text).toContain('**1 job waits, 1 running.**')
})

test('states the catalogue’s prices, of one app or of all', async () => {
  const all = (await told('prices')).text
  for (const part of [
    'Cut-out](/apps?app=cut-out): 2 credits and 1 for each megapixel',
    'Vectorise',
    'Read Text',
  ])
    expect(all).toContain(part)
  expect(all).not.toContain('Echo')
  const { message } = await ask('how much does Vectorise cost?')
  expect(message).toContain('1 credit and 0.5 for each megapixel of the picture')
  expect(message).not.toContain('Cut-out')
})

test('states the person’s credits, and those held for open jobs', async () => {
  await startNode(testApi)
  await alice.call(submitJob, echo('one'))
  expect((await told('my-credits')).text).toContain('**499 credits** to spend, 1 held for open jobs')
})

test('states the daily credits of the person’s stake once it counts', async () => {
  await devnet.giveTokens(alice.address)
  await sweepStakes(deps)
  expect((await told('my-credits')).text).not.toContain('stake')
  await devnet.stake(aliceKey, 10_000)
  await sweepStakes(deps)
  expect((await told('my-credits')).text).not.toContain('stake')
  await db.execute(sql`update stake_levels set since = since - interval '1 day'`)
  await sweepStakes(deps)
  const [, hot] = stakeTiers
  expect((await told('my-credits')).text).toBe(
    `You have **${STARTER_CREDITS + hot!.dailyCredits} credits** to spend. Your stake (Hot) brings 250 more a day. [Your credits](/profile/credits)`,
  )
  const bob = await signInSomeone(testApi)
  expect((await told('my-credits', bob)).text).not.toContain('stake')
})

test('lists the person’s last jobs with their states, and why one waits', async () => {
  expect((await told('my-jobs')).text).toContain('not ordered anything')
  const node = await startNode(testApi)
  const id = await runEcho(deps, { person: alice, node })
  await alice.call(submitJob, echo('two'))
  const { text } = await told('my-jobs')
  expect(text).toContain(`[Echo](/profile?job=${id}): finished`)
  expect(text).toContain('Echo waits: 1 of 1 nodes can run this; one is free')
})

async function fail(node: TestNode, reason: (typeof failureReasons)[number]) {
  await alice.call(submitJob, echo('bad'))
  await failForGood(deps, node, reason, 'secret detail')
}

test('explains every reason why the last job failed, in the words of the help', async () => {
  const node = await startNode(testApi)
  expect((await told('why-failed')).text).toContain('not ordered anything')
  for (const reason of failureReasons.filter((one) => one !== 'expired')) {
    await db.execute(sql`update nodes set recent_tries = 0, paused_until = null, paused_apps = '{}'`)
    await fail(node, reason)
    const { text, mood } = await told('why-failed')
    expect(mood).toBe('eyebrowraise')
    expect(text).toContain(`failed with \`${reason}\``)
    expect(text).toMatch(/\. \w.+ \[.+\]\(\/.+ Its 1 credits came back\.$/)
    expect(text).not.toContain('secret detail')
  }
})

test('shows nobody the jobs of others', async () => {
  const node = await startNode(testApi)
  await fail(node, 'app_failed')
  const bob = await signInSomeone(testApi)
  expect((await told('why-failed', bob)).text).toContain('not ordered anything')
  expect((await told('my-jobs', bob)).text).toContain('not ordered anything')
})

test('lists the person’s nodes, and why one gets no jobs', async () => {
  expect((await told('my-nodes')).text).toContain('no node yet')
  const node = await startNode(testApi, { operator: alice })
  expect((await told('my-nodes')).text).toContain('`Test node`: online, 0 jobs done, 0 credits earned.')
  await db.execute(sql`update nodes set maintenance = true where id = ${node.id.toLowerCase()}`)
  expect(await told('my-nodes')).toMatchObject({
    mood: 'eyebrowraise',
    text: expect.stringContaining('You set it to maintenance.'),
  })
})

test('lists the apps that run now, and those that no node serves', async () => {
  const { text: none } = await told('apps')
  for (const { name } of catalogue.filter(({ state }) => state === 'published')) expect(none).toContain(name)
  expect(none).toMatch(/^No node serves .+ right now\. \[The apps\]\(\/apps\)$/)
  await startNode(testApi, { apps: [{ id: 'vectorise', version: 1 }] })
  const { text } = await told('apps')
  expect(text).toContain('These run right now:\n\n- [Vectorise](/apps?app=vectorise)')
  expect(text).toMatch(/No node serves (?!.*Vectorise).*Cut-out.* right now/)
})

test('lists the newest devlog entries, each with a link', async () => {
  const { items } = await testApi.call(listDevlog)
  const { text, mood } = await told('news')
  for (const { id, title } of items.slice(0, 3)) expect(text).toContain(`[${title}](/devlog#${id})`)
  expect(text).not.toContain(items[3]!.title)
  expect(mood).toBe('happy')
})

test('offers an app with the input that the person named, but only if a node can run it', async () => {
  expect(await ask('Cut a portrait out')).toMatchObject({
    offer: null,
    message: expect.stringContaining('refused'),
  })
  await startNode(testApi)
  const { offer, message } = await ask('Cut a portrait out')
  expect(offer).toEqual({ kind: 'order', appId: 'cut-out', input: { subject: 'portrait' } })
  expect(message).toContain('Still missing: picture.')
})

test('offers an app for a node that came online since all were counted', async () => {
  const message = 'Cut a portrait out'
  expect((await ask(message)).offer).toBe(null)
  await startNode(testApi)
  await db.execute(sql`update network_now set counted_at = now() + interval '1 minute'`)
  const { offer } = await alice.call(sendChatMessage, { body: { message } })
  expect(offer).toMatchObject({ appId: 'cut-out' })
})

test.for(['tell me a joke', 'when did van gogh die', 'you are a stupid bot'])(
  '"%s" is declined kindly, and not as an attack',
  async (message) => {
    const { text } = takeMood((await ask(message)).message)
    expect(text).toMatch(/^I can’t help with that: I know this product and its network/)
    expect(text).not.toMatch(/keys|passwords/)
  },
)

test('says so if it has no answer', async () => {
  const { text, mood } = takeMood((await ask('who painted the mona lisa')).message)
  expect(text).toMatch(/^I don't know that\./)
  expect(mood).toBe('blink')
})
