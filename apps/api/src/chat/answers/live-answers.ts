import type { AppManifest } from '@infra/protocol/apps/app'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { nodesOnline, readNetworkNow } from '../../nodes/network-now.ts'
import { listNodesOf } from '../../nodes/node-queries.ts'
import { presentMyNodes } from '../../nodes/present-node.ts'
import { readStaking } from '../../staking/read-staking.ts'
import { readPerfStats } from '../../stats/perf-stats.ts'
import type { LiveName } from '../knowledge/live-phrases.ts'
import { answerMyJobs, answerWhyFailed } from './job-answers.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { count, listed, seconds } from './number-words.ts'
import { inputFrom, priceWords } from './offer-rules.ts'
import { readNews } from './read-news.ts'

/** Answers from live data. A language model gets the same answers as tools. */
export const liveAnswers = {
  nodes: answerNodes,
  queue: answerQueue,
  prices: async ({ apps, app }) => answerPrices(apps, app),
  'my-credits': answerMyCredits,
  'my-jobs': answerMyJobs,
  'why-failed': answerWhyFailed,
  'my-nodes': answerMyNodes,
  apps: answerApps,
  news: async () => readNews(),
} satisfies Record<LiveName, (context: AnswerContext) => Promise<LiveAnswer>>

/** What an app does, what it costs and how many nodes run it now; with its form, where it can be ordered. */
export async function answerApp(
  context: AnswerContext,
  app: AppManifest,
  message: string,
): Promise<LiveAnswer> {
  const serving = await countServing(context, app)
  const help = await context.knowledge.passage(`apps/${app.id}`)
  const words = `**${app.name}**: ${help?.text ?? app.description} It costs ${priceWords(app.price)}.`
  const link = `[Open ${app.name}](/apps?app=${app.id})`
  if (serving === 0)
    return {
      text: `${words} No node runs it at the moment, so an order would be refused. ${link}`,
      mood: 'eyebrowraise',
    }
  return {
    text: `${words} ${count(serving, 'node runs', 'nodes run')} it now. The form is below; sending it is up to you. ${link}`,
    mood: 'confident',
    offer: { appId: app.id, input: inputFrom(message, app) },
  }
}

async function countServing({ deps }: AnswerContext, app: AppManifest): Promise<number> {
  return (await readNetworkNow(deps.db)).apps[app.id]?.able ?? 0
}

async function answerNodes({ deps }: AnswerContext): Promise<LiveAnswer> {
  const network = await readNetworkNow(deps.db)
  const { busy, maintenance, offline } = network.nodes
  const online = nodesOnline(network)
  if (online === 0)
    return {
      text: 'Not a single node is online right now. Nothing runs until one comes back. [Nodes](/nodes)',
      mood: 'angry',
    }
  const details = [
    busy > 0 && `${busy} busy`,
    maintenance > 0 && `${maintenance} in maintenance`,
    offline > 0 && `${offline} more offline`,
  ].filter((part) => part !== false)
  const rest = details.length > 0 ? ` (${details.join(', ')})` : ''
  return {
    text: `**${count(online, 'node is', 'nodes are')} online**${rest}. [Nodes](/nodes)`,
    mood: 'confident',
  }
}

async function answerQueue({ deps }: AnswerContext): Promise<LiveAnswer> {
  const { now, hours } = await readPerfStats(deps.db)
  const finished = hours.reduce((sum, hour) => sum + hour.finished, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const wait =
    now.waitP50Seconds === null
      ? 'Nothing was started in the last hour, so I have no waiting time to quote.'
      : `In the last hour half of them waited less than ${seconds(now.waitP50Seconds)}.`
  return {
    text: `**${count(now.queued, 'job waits', 'jobs wait')}, ${now.running} running.** ${wait} In a day: ${finished} finished, ${failed} failed. [Nodes](/nodes)`,
    mood: now.queued > 10 ? 'eyebrowraise' : 'neutral',
  }
}

function answerPrices(apps: readonly AppManifest[], app: AppManifest | undefined): LiveAnswer {
  if (app) {
    const text = `**${app.name}** costs ${priceWords(app.price)}, rounded up. Its form shows the exact price before you order. [Open ${app.name}](/apps?app=${app.id})`
    return { text, mood: 'neutral' }
  }
  const lines = apps.map(({ id, name, price }) => `- [${name}](/apps?app=${id}): ${priceWords(price)}`)
  return { text: `Rounded up to whole credits:\n\n${lines.join('\n')}\n`, mood: 'neutral' }
}

async function answerMyCredits({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const { available, held, pending } = await findCredits(deps.db, address)
  const more = [
    held > 0 && `${held} held for open jobs`,
    pending > 0 && `${pending} earned and pending`,
  ].filter((part) => part !== false)
  const rest = more.length > 0 ? `, ${more.join(', ')}` : ''
  const { mine } = await readStaking(deps, address)
  const daily = mine.tier ? ` Your stake (${mine.tier}) brings ${mine.dailyCredits} more a day.` : ''
  return {
    text: `You have **${count(available, 'credit', 'credits')}** to spend${rest}.${daily} [Your credits](/profile)`,
    mood: available === 0 ? 'surprise' : 'happy',
  }
}

async function answerMyNodes({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const nodes = await presentMyNodes(deps.db, await listNodesOf(deps.db, address), deps.now())
  if (nodes.length === 0)
    return {
      text: 'You have no node yet. The nodes page shows how to add one. [Nodes](/nodes)',
      mood: 'neutral',
    }
  const lines = nodes.map(
    ({ name, state, creditsEarned, jobsDone, whyNoJobs }) =>
      `- \`${name.replaceAll('`', "'")}\`: ${state}, ${count(jobsDone, 'job', 'jobs')} done, ${count(creditsEarned, 'credit', 'credits')} earned.${whyNoJobs ? ` ${whyNoJobs}` : ''}`,
  )
  const isFine = nodes.every(({ whyNoJobs }) => whyNoJobs === null)
  return { text: `${lines.join('\n')}\n\n[Your nodes](/nodes)`, mood: isFine ? 'happy' : 'eyebrowraise' }
}

async function answerApps(context: AnswerContext): Promise<LiveAnswer> {
  const network = await readNetworkNow(context.deps.db)
  const isServed = (app: AppManifest) => network.apps[app.id] !== undefined
  const served = context.apps.filter(isServed)
  const others = context.apps.filter((app) => !isServed(app))
  const lines = served.map(({ id, name, tagline }) => `- [${name}](/apps?app=${id}): ${tagline}`)
  const idle = others.length > 0 ? `No node serves ${listed(others.map(({ name }) => name))} right now. ` : ''
  const text = served.length > 0 ? `These run right now:\n\n${lines.join('\n')}\n\n${idle}` : idle
  return { text: `${text}[The apps](/apps)`, mood: served.length > 0 ? 'happy' : 'angry' }
}
