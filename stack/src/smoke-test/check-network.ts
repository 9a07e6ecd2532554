import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { priceOf } from '@infra/protocol/apps/price'
import { type Call, createClient } from '@infra/protocol/client'
import { getCredits, getPrices, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import { favoriteJob, type Job, listFinishedJobs, listMyFavorites } from '@infra/protocol/jobs'
import { getNode, listNodes } from '@infra/protocol/nodes'
import { receiptTypedData } from '@infra/protocol/signatures/receipts'
import { getPerfStats } from '@infra/protocol/stats'
import sharp from 'sharp'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { ROOT } from '../root.ts'
import { checkApps, otherApps } from './check-apps.ts'
import { fetchFile, runJob, type Say, signInAsNewUser, untilServed } from './new-user.ts'

const PRINTED = 'The quick brown fox jumps\nover the lazy dog in 1984,\nand nobody pays twice.'

/** The ball in ball.jpg. */
const BALL = { width: 480, height: 360, x: 250, y: 190, radius: 105 }

/**
 * Uses the network as a new user does, through the protocol's client: signs in with a new key, uploads pictures, runs ten apps,
 * and checks that the results are right and that everything the network says about them agrees. Throws if anything is wrong.
 */
export async function checkNetwork(origin: string, say: Say): Promise<void> {
  const prefix = `${origin}/api`
  const visitor = createClient({ prefix })
  const person = await signInAsNewUser(prefix)
  say('Signed in with a new key.')
  await untilServed(visitor, ['read-text', 'cut-out', 'vectorise', ...otherApps], say)

  const print = await send(person, 'print.png')
  const ball = await send(person, 'ball.jpg')
  const read = await runJob(person, 'read-text', { image: print })
  const cut = await runJob(person, 'cut-out', { image: ball })
  const drawn = await runJob(person, 'vectorise', { image: ball })
  say('Ran three apps.')

  expectEqual('the text that was read', read.outputs[0]!.text?.trim(), PRINTED)
  const overlap = await overlapWithBall(await fetchFile(origin, cut.outputs[0]!))
  if (overlap < 0.9) throw new Error(`The cut-out overlaps the ball by ${overlap.toFixed(2)} only.`)
  const difference = await differenceFromBall(await fetchFile(origin, drawn.outputs[0]!))
  if (difference > 12)
    throw new Error(`The drawing differs from the picture by ${difference.toFixed(1)} of 255.`)
  say(
    `Read every letter, cut the ball out (overlap ${overlap.toFixed(3)}), drew it (difference ${difference.toFixed(1)} of 255).`,
  )

  const jobs = [read, cut, drawn]
  for (const job of jobs) await expectReceipt(job)
  await expectAgreement(visitor, person, jobs)
  say('Receipts, feed, favourites, prices, figures, node and ledger agree.')

  const outcomes = await checkApps({
    person,
    run: (appId, input) => runJob(person, appId, input),
    bytesOf: (file) => fetchFile(origin, file),
  })
  say(`Ran seven more: ${outcomes.join('; ')}.`)
}

async function send(person: Call, name: string): Promise<string> {
  const bytes = await readFile(join(ROOT, 'stack/pictures', name))
  const { id } = await person(uploadFile, { file: new Blob([bytes]) })
  return id
}

/** Intersection over union of the opaque part and the ball. */
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

/** The receipt must be signed by the node and by the network, over exactly what the job shows. */
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
  const inFeed = async () => {
    const { items } = await visitor(listFinishedJobs)
    return items.map(({ id }) => id).filter((id) => ids.includes(id))
  }
  // A picture that arrives before the safety check's weights appears once it has been checked.
  await eventually('the feed', async () => (await inFeed()).length === ids.length)
  expectEqual('the feed', await inFeed(), ids.toReversed())

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

/** Sweeps run every few seconds, and can take long on a busy machine. */
const AGREEMENT_MS_MAX = 60_000

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + AGREEMENT_MS_MAX; Date.now() < until; await sleep(200)) {
    if (await isSo()) return
  }
  throw new Error(`Not as expected: ${what} did not come to agree with what was done.`)
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  throw new Error(`Not as expected: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}.`)
}
