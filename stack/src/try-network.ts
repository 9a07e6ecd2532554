import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listApps } from '@infra/protocol/apps'
import { type Call, createClient } from '@infra/protocol/client'
import { getCredits, getPrices, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import {
  favoriteJob,
  getJob,
  type Job,
  type JobFile,
  listFinishedJobs,
  listMyFavorites,
  submitJob,
} from '@infra/protocol/jobs'
import { getNode, listNodes } from '@infra/protocol/nodes'
import { priceOf } from '@infra/protocol/price'
import { receiptTypedData, sha256Hex } from '@infra/protocol/receipts'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { getPerfStats } from '@infra/protocol/stats'
import sharp from 'sharp'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ROOT } from './root.ts'
import { otherApps, tryApps } from './try-apps.ts'

const PRINTED = 'The quick brown fox jumps\nover the lazy dog in 1984,\nand nobody pays twice.'

/** The ball in ball.jpg. */
const BALL = { width: 480, height: 360, x: 250, y: 190, radius: 105 }

/** Models are fetched at the first job that needs them. */
const JOB_MS_MAX = 10 * 60_000

type Say = (sentence: string) => void

/**
 * Uses the network as a newcomer would, through the protocol's client: signs in with a key of its own, sends pictures, runs
 * ten apps, and checks that the results are right and that everything the network says about them agrees. Throws where not.
 */
export async function tryNetwork(origin: string, say: Say): Promise<void> {
  const prefix = `${origin}/api`
  const visitor = createClient({ prefix })
  const person = await signIn(visitor, prefix)
  say('Signed in with a new key.')
  await untilServed(visitor, ['read-text', 'cut-out', 'vectorise', ...otherApps], say)

  const print = await send(person, 'print.png')
  const ball = await send(person, 'ball.jpg')
  const read = await run(person, 'read-text', { image: print })
  const cut = await run(person, 'cut-out', { image: ball })
  const drawn = await run(person, 'vectorise', { image: ball })
  say('Ran three apps.')

  expectEqual('the text that was read', read.outputs[0]!.text?.trim(), PRINTED)
  const overlap = await overlapWithBall(await bytesOf(origin, cut.outputs[0]!))
  if (overlap < 0.9) throw new Error(`The cut-out overlaps the ball by ${overlap.toFixed(2)} only.`)
  const difference = await differenceFromBall(await bytesOf(origin, drawn.outputs[0]!))
  if (difference > 12)
    throw new Error(`The drawing differs from the picture by ${difference.toFixed(1)} of 255.`)
  say(
    `Read every letter, cut the ball out (overlap ${overlap.toFixed(3)}), drew it (difference ${difference.toFixed(1)} of 255).`,
  )

  const jobs = [read, cut, drawn]
  for (const job of jobs) await expectReceipt(job)
  await expectAgreement(visitor, person, jobs)
  say('Receipts, feed, favourites, prices, figures, node and ledger agree.')

  const came = await tryApps({
    person,
    run: (appId, input) => run(person, appId, input),
    bytesOf: (file) => bytesOf(origin, file),
  })
  say(`Ran seven more: ${came.join('; ')}.`)
}

async function signIn(visitor: Call, prefix: string): Promise<Call> {
  const account = privateKeyToAccount(generatePrivateKey())
  const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
  const signature = await account.signMessage({ message })
  const { accessToken } = await visitor(exchangeSignature, { body: { userId: account.address, signature } })
  return createClient({ prefix, headers: () => ({ authorization: `Bearer ${accessToken}` }) })
}

/** A node that has just been started may still be fetching what it needs. */
async function untilServed(visitor: Call, appIds: string[], say: Say): Promise<void> {
  for (let told = false; ; told = true) {
    const { items } = await visitor(listApps)
    const unserved = appIds.filter((id) => !items.some((app) => app.id === id && app.nodes > 0))
    if (unserved.length === 0) return
    if (!told) say(`Waiting for a node that serves ${unserved.join(', ')}.`)
    await sleep(500)
  }
}

async function send(person: Call, name: string): Promise<string> {
  const bytes = await readFile(join(ROOT, 'stack/pictures', name))
  const { id } = await person(uploadFile, { file: new Blob([bytes]) })
  return id
}

async function run(person: Call, appId: string, input: Record<string, unknown>): Promise<Job> {
  const { id } = await person(submitJob, { body: { appId, input } })
  const until = Date.now() + JOB_MS_MAX
  for (;;) {
    const job = await person(getJob, { params: { id } })
    if (job.status === 'finished') return job
    if (job.status === 'error' || Date.now() > until) {
      throw new Error(`${appId} ended as ${job.status} (${job.reason}).`)
    }
    await sleep(100)
  }
}

async function bytesOf(origin: string, file: JobFile): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(file.url!, origin))
  const bytes = new Uint8Array(await response.arrayBuffer())
  expectEqual('the hash of the file', await sha256Hex(bytes), file.sha256)
  return bytes
}

/** Intersection over union of what is opaque with where the ball is. */
async function overlapWithBall(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  expectEqual(
    'the size of the cut-out',
    [info.width, info.height, info.channels],
    [BALL.width, BALL.height, 4],
  )
  let both = 0
  let either = 0
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const isBall = Math.hypot(x - BALL.x, y - BALL.y) <= BALL.radius
      const isOpaque = data[(y * info.width + x) * 4 + 3]! > 127
      if (isBall && isOpaque) both++
      if (isBall || isOpaque) either++
    }
  }
  return both / either
}

async function differenceFromBall(drawing: Uint8Array): Promise<number> {
  const asPixels = (picture: ReturnType<typeof sharp>) =>
    picture.resize(BALL.width, BALL.height, { fit: 'fill' }).flatten().removeAlpha().raw().toBuffer()
  const drawn = await asPixels(sharp(drawing))
  const original = await asPixels(sharp(join(ROOT, 'stack/pictures/ball.jpg')))
  return drawn.reduce((sum, value, place) => sum + Math.abs(value - original[place]!), 0) / drawn.length
}

/** Signed by the node and by the network, over exactly what the job shows. */
async function expectReceipt({ receipt, outputs, price, node }: Job): Promise<void> {
  if (!receipt) throw new Error('A finished job has no receipt.')
  const { claims } = receipt
  expectEqual(
    'the receipt',
    [claims.outputHashes, claims.price],
    [outputs.map(({ sha256 }) => sha256), price],
  )
  const typedData = receiptTypedData(claims)
  const signers = await Promise.all(
    [receipt.nodeSignature, receipt.networkSignature].map((signature) =>
      recoverTypedDataAddress({ ...typedData, signature: signature as Hex }),
    ),
  )
  expectEqual('the signatures', signers, [node!.id, receipt.network])
}

async function expectAgreement(visitor: Call, person: Call, jobs: Job[]): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  const feed = await visitor(listFinishedJobs)
  const inFeed = feed.items.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  expectEqual('the feed', inFeed, ids.toReversed())

  await person(favoriteJob, { params: { id: ids[0]! } })
  const favorites = await person(listMyFavorites)
  expectEqual(
    'the favourites',
    favorites.items.map(({ id, favorites: count }) => [id, count]),
    [[ids[0], 1]],
  )

  const spent = jobs.reduce((sum, { price }) => sum + price, 0)
  const { apps } = await visitor(getPrices)
  for (const job of jobs) {
    const rule = apps.find(({ appId }) => appId === job.app.id)!.price
    const files = Object.fromEntries(job.inputFiles.map((file) => [file.name, file]))
    expectEqual(`the price of ${job.app.name}`, job.price, priceOf(rule, job.input, files))
  }
  const credits = await person(getCredits)
  expectEqual('the credits', credits, { available: STARTER_CREDITS - spent, held: 0, pending: 0 })
  const { items: lines } = await person(getStatement)
  const total = lines.reduce((sum, { available, held }) => sum + available + held, 0)
  expectEqual('the statement', total, credits.available)

  const nodeId = jobs[0]!.node!.id
  const { items: nodes } = await visitor(listNodes)
  if (!nodes.some(({ id }) => id === nodeId))
    throw new Error('The node that did the work is not in the list.')
  // Figures are added up every other second.
  await eventually(
    'the node’s figures',
    async () => (await visitor(getNode, { params: { id: nodeId } })).jobsDone >= 3,
  )
  await eventually('the network’s figures', async () => {
    const stats = await visitor(getPerfStats)
    const counted = stats.apps.filter(({ appId }) => jobs.some(({ app }) => app.id === appId))
    return counted.length === 3 && counted.every(({ finished }) => finished >= 1)
  })
}

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (await isSo()) return
    await sleep(200)
  }
  throw new Error(`${what} do not agree with what was done.`)
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  throw new Error(`Not as expected: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}.`)
}
