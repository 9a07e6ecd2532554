import type { AppManifest } from '@infra/protocol/apps/app'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { nodesOnline, readNetworkNow } from '../../nodes/network-now.ts'
import { listNodesOf } from '../../nodes/node-queries.ts'
import { presentMyNodes } from '../../nodes/present-node.ts'
import { readStaking } from '../../staking/read-staking.ts'
import { readPerfStats } from '../../stats/perf-stats.ts'
import type { LiveName } from '../knowledge/live-phrases.ts'
import { answerAppNeeds, answerAppWait, answerWhoServes } from './app-answers.ts'
import { answerMyJobs, answerWhyFailed, answerWhyWaits } from './job-answers.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import {
  answerJobCost,
  answerMyEarnings,
  answerMyFavorites,
  answerMyPublic,
  answerMySpending,
  answerMyStake,
  answerWhoSees,
} from './my-answers.ts'
import { count, listed, seconds } from './number-words.ts'
import { answerAffordable, answerCheapest, answerFastest, answerPrices } from './price-answers.ts'
import { readNews } from './read-news.ts'

/** Answers from live data. A language model gets the same answers as tools. */
export const liveAnswers = {
  nodes: answerNodes,
  queue: answerQueue,
  prices: answerPrices,
  cheapest: answerCheapest,
  fastest: answerFastest,
  'who-serves': answerWhoServes,
  'app-wait': answerAppWait,
  'app-needs': answerAppNeeds,
  affordable: answerAffordable,
  'my-spending': answerMySpending,
  'job-cost': answerJobCost,
  'who-sees': answerWhoSees,
  'my-public': answerMyPublic,
  'my-favorites': answerMyFavorites,
  'my-earnings': answerMyEarnings,
  'my-stake': answerMyStake,
  'my-credits': answerMyCredits,
  'my-jobs': answerMyJobs,
  'why-failed': answerWhyFailed,
  'why-waits': answerWhyWaits,
  'my-nodes': answerMyNodes,
  apps: answerApps,
  news: async () => readNews(),
} satisfies Record<LiveName, (context: AnswerContext) => Promise<LiveAnswer>>

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
    text: `You have **${count(available, 'credit', 'credits')}** to spend${rest}.${daily} [Your credits](/profile/credits)`,
    mood: available === 0 ? 'surprise' : 'happy',
  }
}

async function answerMyNodes({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const nodes = await presentMyNodes(deps, await listNodesOf(deps.db, address))
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
