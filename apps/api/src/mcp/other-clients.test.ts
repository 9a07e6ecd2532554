import { sendOutputs } from '@infra/hand-node/plausible-outputs'
import { type Assignment, claimJob, leaseOf, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { cancelAll, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { drawing, noise, wavOf } from '../test/inputs/sample-files.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { originForMcp } from '../test/programs/origin-for-mcp.ts'
import { type OtherClient, startOtherClient, type ToolAnswer } from '../test/programs/other-client.ts'
import { startProgram } from '../test/programs/start-program.ts'

/** `npm run mcp-clients` installs them and says how each is started. */
const clients = JSON.parse(process.env.PROOF_MCP_CLIENTS!) as OtherClient[]

/** How many calls a client cancels. */
const CANCELS = Number(process.env.PROOF_MCP_CANCELS ?? 100)

/** On a busy machine a client takes seconds to start. */
const OPTIONS = { timeout: 180_000 }

const { api, alice, key, node, run } = await startProgram()
await liftRateLimits(api.deps)
const origin = await originForMcp(api)

beforeEach(() => cancelAll(api.deps))

const connect = (client: OtherClient, confirm?: 'accept' | 'decline') =>
  startOtherClient(client, { origin, secret: key.secret, ...(confirm && { confirm }) })

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
const image = dataUrl('image/png', await drawing({ width: 64, height: 64 }).png().toBuffer())
const story = { prompt: 'Once', length: 16, seed: 7 }

/** A valid call of every app. */
const inputs: Record<string, object> = {
  'cut-out': { image, background: 'color', color: '#00ff00' },
  'erase-fill': { image, mask: image },
  'expand-photo': { image, left: 8 },
  upscale: { image },
  speak: { text: 'Hello.', voice: 'fast', speed: 1.25 },
  transcribe: { audio: dataUrl('audio/wav', wavOf()) },
  'story-teller': story,
  'read-text': { image, layout: 'line' },
  'find-objects': { image, score: 0.25 },
  vectorise: { image, colors: 'binary' },
  imagine: { prompt: 'A fox', steps: 5, seed: 1 },
  write: { prompt: 'A limerick.', length: 16, visibility: 'private', maxCredits: 5 },
}

/** Costs 11 credits, so it must be confirmed. */
const costly = { text: 'Ha. '.repeat(250) }

interface Outcome {
  job: string
  status: string
  credits: number
  outputs: { name: string; uri: string; mime: string; bytes: number }[]
  receipt: object
}

/** Of a resource. */
interface Content {
  text?: string
  blob?: string
}

const outcomeOf = ({ structuredContent }: ToolAnswer) => structuredContent as unknown as Outcome

/** Takes the next job. It may take a while until a client has started. */
async function claim(): Promise<Assignment> {
  let job: Assignment | null = null
  while (!job) job = await node.call(claimJob, { query: { wait: 5 } })
  return job
}

const countJobs = async () => Number((await rowOf(api.deps, sql`select count(*) from jobs`)).count)

test.for(clients)('[$name] lists and calls every tool, and reads every result', OPTIONS, async (client) => {
  const { ask, call } = connect(client)
  expect(await ask('about')).toMatchObject({ server: { name: 'infra' }, version: client.version })
  const { tools } = (await ask('tools')) as { tools: { name: string }[] }
  const others = ['quote', 'get_job', 'cancel_job', 'list_jobs', 'balance']
  expect(tools.map(({ name }) => name)).toEqual(
    [...Object.keys(inputs), ...others].map(() => expect.any(String)),
  )
  expect(new Set(tools.map(({ name }) => name))).toEqual(new Set([...Object.keys(inputs), ...others]))
  const { available } = await alice.call(getCredits)
  let spent = 0
  for (const [app, input] of Object.entries(inputs)) {
    const quoted = await call('quote', { app, input }).answer
    const reported: number[] = []
    const { answer } = call(app, input, (part) => reported.push(part))
    const outcome = outcomeOf(
      await run(answer, async (job) => {
        for (const part of [0.25, 0.75]) {
          await node.call(renewLease, { ...leaseOf(job), body: { progress: { part, stage: 'Working' } } })
          await eventually(() => expect(reported.at(-1)).toBe(part))
        }
      }),
    )
    expect({ app, ...outcome }).toMatchObject({ app, status: 'finished', receipt: expect.any(Object) })
    expect(outcome.credits).toBe(quoted.structuredContent!.credits)
    spent += outcome.credits
    expect(outcomeOf(await call('get_job', { id: outcome.job }).answer)).toEqual(outcome)
    for (const { uri, mime, bytes } of outcome.outputs) {
      const read = (await ask('read', { uri })) as { contents: Content[] }
      expect(read.contents).toMatchObject([{ uri, mimeType: mime }])
      const { text, blob } = read.contents[0]!
      expect((text === undefined ? Buffer.from(blob!, 'base64') : Buffer.from(text)).length).toBe(bytes)
    }
    const { resources } = (await ask('resources')) as { resources: { uri: string }[] }
    expect(resources[0]!.uri).toBe(outcome.outputs[0]!.uri)
  }
  expect(await ask('templates')).toMatchObject({
    resourceTemplates: [{ uriTemplate: 'infra://job/{id}/{output}' }],
  })
  const { jobs } = (await call('list_jobs', { limit: 3 }).answer).structuredContent as {
    jobs: { app: string; status: string }[]
  }
  expect(jobs.map(({ app }) => app)).toEqual(Object.keys(inputs).slice(-3).toReversed())
  expect((await call('balance').answer).structuredContent).toMatchObject({ available: available - spent })
  const { answer } = call('story-teller', story)
  const { jobId } = await claim()
  expect(outcomeOf(await call('cancel_job', { id: jobId }).answer)).toMatchObject({
    status: 'cancelled',
    credits: 0,
  })
  expect(await answer).toMatchObject({ isError: true })
})

test.for(clients)(
  '[$name] gets errors for invalid arguments, unknown tools and unknown results',
  async (client) => {
    const { ask, call } = connect(client)
    const wrong = await call('story-teller', { length: 3, colour: 'red' }).answer
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/length: .*colour/s) }],
    })
    await expect(call('sing').answer).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('no tool "sing"'),
    })
    await expect(ask('read', { uri: `infra://job/${crypto.randomUUID()}/text` })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('no such result'),
    })
    expect(await node.call(claimJob)).toBeNull()
  },
)

test.for(clients)(
  '[$name] orders an expensive call only once its price is confirmed',
  OPTIONS,
  async (client) => {
    const before = await countJobs()
    const asks = client.version === '2026-07-28'
    for (const confirm of [undefined, 'decline', ...(asks ? [] : ['accept' as const])] as const) {
      const refused = await connect(client, confirm).call('speak', costly).answer
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('price_above_limit') }],
      })
    }
    expect(await countJobs()).toBe(before)
    const { call } = connect(client, 'accept')
    const { answer } = call('speak', asks ? costly : { ...costly, maxCredits: 11 })
    expect(outcomeOf(await run(answer))).toMatchObject({ status: 'finished', credits: 11 })
    expect(await countJobs()).toBe(before + 1)
  },
)

test.for(clients)('[$name] gets pictures of 0.7 and 1 MB', OPTIONS, async (client) => {
  const { call } = connect(client)
  for (const side of [485, 590]) {
    const { answer } = call('imagine', inputs.imagine)
    const job = await claim()
    const picture = await noise(side).png().toBuffer()
    await node.finish(job, await sendOutputs(node.call, job, { picture }))
    const result = await answer
    expect(outcomeOf(result)).toMatchObject({ status: 'finished', outputs: [{ bytes: picture.length }] })
  }
})

test.for(clients)(
  `[$name] cancels ${CANCELS} calls, which are cancelled and refunded`,
  { timeout: 60_000 + CANCELS * 2_000, retry: 0 },
  async (client, { annotate }) => {
    const { call } = connect(client)
    const before = await alice.call(getCredits)
    const taken: number[] = []
    for (let count = 0; count < CANCELS; count++) {
      const { answer, cancel } = call('story-teller', story)
      const ended = answer.then(
        () => 'answered',
        () => 'cancelled',
      )
      const { jobId } = await claim()
      const cancelledAt = performance.now()
      await cancel()
      await untilCancelled(jobId)
      taken.push(performance.now() - cancelledAt)
      expect(await ended).toBe('cancelled')
    }
    expect(await alice.call(getCredits)).toEqual(before)
    expect(await reconcile(api.deps.db)).toEqual([])
    const sorted = taken.toSorted((one, other) => one - other)
    const [median, slowest] = [sorted[Math.floor(CANCELS / 2)]!, sorted.at(-1)!]
    await annotate(
      `[${client.name}] ${CANCELS} of ${CANCELS}: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
    )
  },
)

/** As the database has it. */
async function untilCancelled(jobId: string): Promise<void> {
  await eventually(async () => {
    const { status, charged } = await rowOf(
      api.deps,
      sql`select status, charged from jobs where id = ${jobId}`,
    )
    expect({ status, charged }).toEqual({ status: 'cancelled', charged: 0 })
  })
}
