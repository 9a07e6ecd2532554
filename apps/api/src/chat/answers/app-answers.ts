import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { isServedNow } from '../../jobs/serving-nodes.ts'
import { appDurations } from '../../nodes/app-durations.ts'
import { readNetworkNow } from '../../nodes/network-now.ts'
import { formOf } from '../dialogue/fill-rules.ts'
import type { Order } from '../dialogue/read-order.ts'
import type { OfferedOrder } from '../dialogue/state-rules.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { listMyLatest } from './my-queries.ts'
import { count, listed, seconds } from './number-words.ts'
import { priceWords } from './price-words.ts'

/** What an app does, what it costs and how many nodes run it now, with its form if it can be ordered. */
export async function answerApp(
  context: AnswerContext,
  app: AppManifest,
  message: string,
): Promise<LiveAnswer> {
  const { able } = await servingOf(context, app)
  const help = await context.knowledge.passage(`apps/${app.id}`)
  const words = `**${app.name}**: ${help?.text ?? app.description} It costs ${priceWords(app.price)}.`
  const link = `[Open ${app.name}](/apps?app=${app.id})`
  if (able === 0) return unserved(app, words)
  const newest = await findNewestJob(context)
  const isNoneSince = context.order?.newestJobId === newest?.id
  const form = formOf(app, message, isNoneSince ? context.order : undefined)
  return {
    text: `${words} ${count(able, 'node runs', 'nodes run')} it now. The form is below; sending it is up to you. ${link}`,
    mood: 'confident',
    ...offered(form, newest),
  }
}

function unserved(app: AppManifest, words: string): LiveAnswer {
  return {
    text: `${words} No node runs it at the moment, so an order would be refused. [Open ${app.name}](/apps?app=${app.id})`,
    mood: 'eyebrowraise',
  }
}

const seenBy = { private: 'Only you will see it. ', public: 'Everyone will see the result. ' }

/** A form filled with what was asked for, and what is still missing in it. */
export async function answerOrder(
  context: AnswerContext,
  { app, input: said, usesLastResult, visibility }: Order,
): Promise<LiveAnswer> {
  const { able } = await servingOf(context, app)
  if (able === 0) return unserved(app, `**${app.name}** would do that.`)
  const file = usesLastResult ? await findLastResult(context, app) : undefined
  const input = { ...said, ...file }
  const missing = missingIn(app, input)
  const newest = await findNewestJob(context)
  const note =
    usesLastResult && !file && fileFields(app.fields).length > 0
      ? 'You have no result that it could use yet. '
      : ''
  const rest =
    missing.length > 0
      ? `Still missing: ${listed(missing, 'and')}.`
      : 'Check it, change what you like, and run it.'
  return {
    text: `${note}Here is **${app.name}**, filled in with what you said. ${visibility ? seenBy[visibility] : ''}${rest} Nothing runs before you press Run. [Open ${app.name}](/apps?app=${app.id})`,
    mood: 'confident',
    ...offered({ appId: app.id, input, ...(visibility && { visibility }) }, newest),
  }
}

/** Shows a form, and remembers it. */
function offered(
  { appId, input, visibility }: OfferedOrder,
  newest: { id: string } | undefined,
): Pick<LiveAnswer, 'offer' | 'about'> {
  const form = { appId, input, ...(visibility && { visibility }) }
  return {
    offer: { kind: 'order', ...form },
    about: { order: { ...form, ...(newest && { newestJobId: newest.id }) } },
  }
}

async function findNewestJob({ deps, address }: AnswerContext): Promise<{ id: string } | undefined> {
  return (await listMyLatest(deps.db, { address }, 1))[0]
}

/** Whether nothing has been ordered since. */
export async function isStillOffered(
  context: AnswerContext,
  { newestJobId }: OfferedOrder,
): Promise<boolean> {
  return (await findNewestJob(context))?.id === newestJobId
}

/** Fields that an order requires, and texts that the person has said nothing about. */
function missingIn(app: AppManifest, input: AppInput): string[] {
  return app.fields
    .filter(({ name }) => input[name] === undefined)
    .filter(
      (field) =>
        ['image', 'audio', 'mask'].includes(field.kind) || (field.kind === 'longtext' && !field.advanced),
    )
    .map(({ label }) => label.toLowerCase())
}

const LOOKED_AT = 10

/** The person's latest result that fits the app's first file field. */
async function findLastResult(
  { deps, address, jobId }: AnswerContext,
  app: AppManifest,
): Promise<AppInput | undefined> {
  const [field] = fileFields(app.fields)
  if (!field || field.kind === 'mask') return undefined
  const latest = await listMyLatest(deps.db, { address, statuses: ['finished'] }, LOOKED_AT)
  const jobs = latest.toSorted((one, other) => Number(other.id === jobId) - Number(one.id === jobId))
  for (const job of jobs) {
    const output = job.outputs.find(({ kind }) => kind === field.kind)
    if (output) return { [field.name]: `job:${job.id}/${output.name}` }
  }
  return undefined
}

async function servingOf({ deps }: AnswerContext, app: AppManifest) {
  const network = await readNetworkNow(deps.db)
  const queued = network.queued[app.id] ?? 0
  const counted = network.apps[app.id]
  if (counted) return { ...counted, queued }
  const nodes = (await isServedNow(deps.db, app, 'public')) ? 1 : 0
  return { able: nodes, free: nodes, queued }
}

export async function answerWhoServes(context: AnswerContext): Promise<LiveAnswer> {
  const { app } = context
  if (!app) return { text: 'Which app do you mean? [The apps](/apps)', mood: 'eyebrowraise' }
  const { able, free } = await servingOf(context, app)
  if (able === 0)
    return { text: `No node serves **${app.name}** right now. [Nodes](/nodes)`, mood: 'eyebrowraise' }
  return {
    text: `**${count(able, 'node serves', 'nodes serve')} ${app.name}** right now, ${free === 0 ? 'all of them busy' : `${free} of them free`}. [Nodes](/nodes)`,
    mood: 'confident',
  }
}

export async function answerAppWait(context: AnswerContext): Promise<LiveAnswer> {
  const { app, deps } = context
  if (!app) return { text: 'Which app do you mean? [The apps](/apps)', mood: 'eyebrowraise' }
  const { able, free, queued } = await servingOf(context, app)
  const p50 = (await appDurations(deps.db)).get(app.id)?.p50Seconds ?? null
  const took =
    p50 === null
      ? `${app.name} has not run in the last day, so I have no time to quote.`
      : `**${app.name}** takes about ${seconds(p50)}, by the last day’s jobs.`
  const line =
    able === 0
      ? 'No node serves it right now.'
      : `${count(queued, 'job waits', 'jobs wait')} for it, and ${count(free, 'node is', 'nodes are')} free.`
  return {
    text: `${took} ${line} [Open ${app.name}](/apps?app=${app.id})`,
    mood: able === 0 ? 'eyebrowraise' : 'neutral',
  }
}

/** What a person needs to use an app: nothing. What a node needs is another question. */
export async function answerAppNeeds({ app }: AnswerContext): Promise<LiveAnswer> {
  if (!app)
    return {
      text: 'You need a browser and credits; the nodes have the hardware. [The apps](/apps)',
      mood: 'confident',
    }
  const node = app.operatorModel
    ? 'The node that runs it brings its own model, usually on a graphics card.'
    : `The node that runs it needs no graphics card, only ${app.limits.memoryMb} MB of memory for the job.`
  return {
    text: `You need nothing but a browser for **${app.name}**: it runs on somebody else’s machine. ${node} [Open ${app.name}](/apps?app=${app.id})`,
    mood: 'confident',
  }
}
