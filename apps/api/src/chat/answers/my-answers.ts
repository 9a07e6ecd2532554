import { findApp } from '@infra/protocol/apps/catalogue'
import { formatUnits } from 'viem'
import { listFavorites } from '../../jobs/job-queries.ts'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { listPendingEarnings } from '../../ledger/pending-earnings.ts'
import { listNodesOf } from '../../nodes/node-queries.ts'
import { readStaking } from '../../staking/read-staking.ts'
import { readEarnings } from '../../stats/earnings.ts'
import { describePeriod } from '../dialogue/slot-rules.ts'
import type { Period } from '../dialogue/state-rules.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { countFavorites, countMine, listMyLatest, listSpentByApp, sumSpent } from './my-queries.ts'
import { ago, count, credits } from './number-words.ts'

const SHOWN = 5

/** What jobs have cost, according to the ledger. */
export async function answerMySpending({ deps, address, app, period }: AnswerContext): Promise<LiveAnswer> {
  const when = period ? ` ${describePeriod(period)}` : ' so far'
  const byApp = await listSpentByApp(deps.db, { address, period })
  if (app) {
    const { charged = 0, jobs = 0 } = byApp.find(({ appId }) => appId === app.id) ?? {}
    return {
      text: `You spent **${credits(charged)}** on ${app.name}${when}, for ${count(jobs, 'job', 'jobs')}. [Your credits](/profile/credits)`,
      mood: 'neutral',
    }
  }
  const spent = await sumSpent(deps.db, address, period)
  const lines = byApp
    .slice(0, SHOWN)
    .map(
      ({ appId, jobs, charged }) => `- ${nameOf(appId)}: ${credits(charged)}, ${count(jobs, 'job', 'jobs')}`,
    )
  const list = lines.length > 1 ? `\n\n${lines.join('\n')}\n\n` : ' '
  return {
    text: `You spent **${credits(spent)}**${when}.${list}[Your credits](/profile/credits)`,
    mood: 'neutral',
  }
}

/** What one job cost: the one that was mentioned, else the latest. */
export async function answerJobCost({ deps, address, app, jobId }: AnswerContext): Promise<LiveAnswer> {
  const [named] = jobId && !app ? await listMyLatest(deps.db, { address, id: jobId }, 1) : []
  const [job] = named ? [named] : await listMyLatest(deps.db, { address, appId: app?.id }, 1)
  if (!job)
    return {
      text: `You have not ${app ? `run ${app.name}` : 'ordered anything'} yet. [The apps](/apps)`,
      mood: 'neutral',
    }
  const what = `[${nameOf(job.appId)}](/profile?job=${job.id}) of ${ago(job.createdAt, deps.now())}`
  const isOpen = job.charged === null
  return {
    text: isOpen
      ? `Your ${what} is not over yet; ${credits(job.price)} are held for it. [Your jobs](/profile/jobs)`
      : `Your ${what} cost **${credits(job.charged ?? 0)}**. [Your jobs](/profile/jobs)`,
    mood: 'neutral',
    about: { jobId: job.id, appId: job.appId },
  }
}

export async function answerMyPublic({ deps, address, app }: AnswerContext): Promise<LiveAnswer> {
  const query = { address, appId: app?.id, statuses: ['finished' as const] }
  const shown = await countMine(deps.db, { ...query, visibility: 'public' })
  const kept = await countMine(deps.db, { ...query, visibility: 'private' })
  const latest = await listMyLatest(deps.db, { ...query, visibility: 'public' }, SHOWN)
  const lines = latest.map(
    (job) => `- [${nameOf(job.appId)}](/profile?job=${job.id}), ${ago(job.createdAt, deps.now())}`,
  )
  const list = lines.length > 0 ? `\n\n${lines.join('\n')}\n\n` : ' '
  return {
    text: `**${count(shown, 'finished job of yours is', 'finished jobs of yours are')} public**, ${kept} private.${list}[Your jobs](/profile/jobs)`,
    mood: 'neutral',
    about: latest[0] ? { jobId: latest[0].id } : {},
  }
}

/** Of the job that was spoken of, else of the latest. */
export async function answerWhoSees(context: AnswerContext): Promise<LiveAnswer> {
  const { deps, address, app, period, jobId } = context
  const query = { address, appId: app?.id, period }
  const [job] = await listMyLatest(deps.db, { ...query, ...(jobId && !app && !period && { id: jobId }) }, 1)
  if (!job) return answerMyPublic(context)
  const what = `Your [${nameOf(job.appId)}](/profile?job=${job.id}) of ${ago(job.createdAt, deps.now())}`
  const sees =
    job.visibility === 'private'
      ? 'is private: you alone see it, beside the machine that runs it'
      : `is public: everyone sees the result${job.status === 'finished' ? '' : ' once it is finished'}`
  return {
    text: `${what} ${sees}. Tell me to change that, or delete it. [Your jobs](/profile/jobs)`,
    mood: 'neutral',
    about: { jobId: job.id, appId: job.appId },
  }
}

export async function answerMyFavorites({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const total = await countFavorites(deps.db, address)
  if (total === 0)
    return {
      text: 'You have no favourites yet. Press the heart on a result to keep it. [The feed](/feed)',
      mood: 'neutral',
    }
  const rows = (await listFavorites(deps.db, { address, limit: SHOWN })).slice(0, SHOWN)
  const lines = rows.map(({ id, appId }) => `- [${nameOf(appId)}](/feed?job=${id})`)
  return {
    text: `You have **${count(total, 'favourite', 'favourites')}**:\n\n${lines.join('\n')}\n\n[All of them](/profile/favourites)`,
    mood: 'happy',
  }
}

export async function answerMyEarnings({ deps, address, period }: AnswerContext): Promise<LiveAnswer> {
  const nodes = await listNodesOf(deps.db, address)
  if (nodes.length === 0)
    return {
      text: 'You have no node yet, so nothing is earned. The nodes page shows how to add one. [Nodes](/nodes)',
      mood: 'neutral',
    }
  const { days } = await readEarnings(deps.db, address)
  const counted = days.slice(...daysOf(period, days.length))
  const sum = counted.reduce((all, { apps }) => all + apps.reduce((one, app) => one + app.credits, 0), 0)
  const when = period ? describePeriod(period) : `in the last ${days.length} days`
  const { pending } = await findCredits(deps.db, address)
  const { isFrozen } = await listPendingEarnings(deps.db, address)
  const rest =
    pending > 0
      ? ` ${credits(pending)} more ${pending === 1 ? 'is' : 'are'} pending${isFrozen ? ', and frozen' : ''}.`
      : ' Nothing is pending.'
  return {
    text: `Your nodes earned **${credits(sum)}** ${when}.${rest} [Your nodes](/nodes)`,
    mood: sum > 0 ? 'happy' : 'neutral',
  }
}

/** Which of the days are meant; the last of them is today. */
function daysOf(period: Period | undefined, total: number): [from: number, to: number] {
  if (!period) return [0, total]
  if (period.kind === 'rolling') return [Math.max(0, total - Math.ceil(period.hours / 24)), total]
  const length = { day: 1, week: 7, month: 30 }[period.unit]
  const to = Math.max(0, total - period.back * length)
  return [Math.max(0, to - length), to]
}

export async function answerMyStake({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const { mine, tiers } = await readStaking(deps, address)
  if (!mine.stake || mine.stake === '0')
    return {
      text: `You have no stake. The first tier, ${tiers[0]!.name}, begins at ${tokensOf(tiers[0]!.stakeMin)} tokens and brings ${credits(tiers[0]!.dailyCredits)} a day. [Staking](/staking)`,
      mood: 'neutral',
    }
  const tier = mine.tier
    ? `Your tier is **${mine.tier}**, with ${credits(mine.dailyCredits)} a day.`
    : 'It has no tier yet.'
  return {
    text: `You have staked **${tokensOf(mine.stake)}** tokens. ${tier} [Staking](/staking)`,
    mood: mine.tier ? 'confident' : 'neutral',
  }
}

function tokensOf(amount: string): string {
  return formatUnits(BigInt(amount), 18)
}

function nameOf(appId: string): string {
  return findApp(appId)?.name ?? appId
}
