import { findApp } from '@infra/protocol/apps/catalogue'
import type { Deps } from '../../deps.ts'
import { explainJob } from '../../jobs/explain-job.ts'
import { findJob, listJobsOf } from '../../jobs/job-queries.ts'
import { describePeriod } from '../dialogue/slot-rules.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { countMine, listMyLatest, type MyJob } from './my-queries.ts'
import { ago, count, credits } from './number-words.ts'

const SHOWN = 5

const NONE: LiveAnswer = { text: 'You have not ordered anything yet. [The apps](/apps)', mood: 'neutral' }

/** The latest jobs, of an app or a time if one was named, and why the newest queued one waits. */
export async function answerMyJobs(context: AnswerContext): Promise<LiveAnswer> {
  const { deps, address, app, period } = context
  const query = { address, appId: app?.id, period }
  const rows = await listMyLatest(deps.db, query, SHOWN)
  if (rows.length === 0) return nothingOf(context)
  const total = await countMine(deps.db, query)
  const lines = rows.map((row) => lineOf(row, deps.now()))
  const queued = rows.find(({ status }) => status === 'queued')
  const why = queued ? `\n\n${await whyItWaits(deps, queued)}` : ''
  const kind = app ? `${app.name} jobs` : 'jobs'
  const head = period
    ? `You ordered **${count(total, app ? `${app.name} job` : 'job', kind)}** ${describePeriod(period)}:`
    : `Your last ${kind}${total > rows.length ? `, ${rows.length} of ${total}` : ''}:`
  return {
    text: `${head}\n\n${lines.join('\n')}${why}\n\n[All of them](/profile/jobs)`,
    mood: rows[0]!.status === 'error' ? 'eyebrowraise' : 'happy',
    about: { jobId: rows[0]!.id },
  }
}

function lineOf(row: MyJob, now: Date): string {
  const cost = row.charged ? `, ${credits(row.charged)}` : ''
  return `- [${nameOf(row)}](/profile?job=${row.id}): ${stateOf(row)}${cost}, ordered ${ago(row.createdAt, now)}`
}

function nothingOf({ app, period }: AnswerContext): LiveAnswer {
  if (!app && !period) return NONE
  const what = app ? `run ${app.name}` : 'ordered anything'
  return {
    text: `You have not ${what}${period ? ` ${describePeriod(period)}` : ' yet'}. [The apps](/apps)`,
    mood: 'neutral',
  }
}

/** The failed job that was mentioned, else the latest, with its reason as the help explains it. */
export async function answerWhyFailed(context: AnswerContext): Promise<LiveAnswer> {
  const { deps, address, knowledge, app, jobId } = context
  const [spokenOf] = jobId ? await listMyLatest(deps.db, { address, id: jobId }, 1) : []
  if (spokenOf?.status === 'queued') return answerWhyWaits(context)
  const isMeant = spokenOf?.status === 'error' && (!app || spokenOf.appId === app.id)
  const failed = isMeant
    ? spokenOf
    : (await listMyLatest(deps.db, { address, appId: app?.id, statuses: ['error'] }, 1))[0]
  if (failed?.reason) {
    const help = await knowledge.passage(`jobs/reason-${failed.reason.replaceAll('_', '-')}`)
    const what = `Your [${nameOf(failed)}](/profile?job=${failed.id}) of ${ago(failed.createdAt, deps.now())} failed with \`${failed.reason}\`.`
    return {
      text: `${what} ${help?.text ?? ''} Its ${failed.price} credits came back.`,
      mood: 'eyebrowraise',
      about: { jobId: failed.id, appId: failed.appId },
    }
  }
  const [latest] = await listMyLatest(deps.db, { address }, 1)
  if (!latest) return NONE
  const about = { jobId: latest.id }
  if (latest.status === 'queued')
    return {
      text: `None of your jobs failed. ${await whyItWaits(deps, latest)} [Your jobs](/profile/jobs)`,
      mood: 'neutral',
      about,
    }
  return {
    text: `None of your jobs failed; the last one is ${stateOf(latest)}. [Your jobs](/profile/jobs)`,
    mood: 'surprise',
    about,
  }
}

export async function answerWhyWaits({ deps, address, app }: AnswerContext): Promise<LiveAnswer> {
  const [open] = await listMyLatest(deps.db, { address, appId: app?.id, statuses: ['queued', 'running'] }, 1)
  if (!open) {
    const [latest] = await listJobsOf(deps.db, { address, limit: 1 })
    return latest
      ? {
          text: `None of your jobs waits; the last one is ${stateOf(latest)}. [Your jobs](/profile/jobs)`,
          mood: 'surprise',
        }
      : NONE
  }
  const about = { jobId: open.id, appId: open.appId }
  if (open.status === 'running')
    return {
      text: `Your [${nameOf(open)}](/profile?job=${open.id}) is running. [Your jobs](/profile/jobs)`,
      mood: 'confident',
      about,
    }
  return { text: `${await whyItWaits(deps, open)} [Your jobs](/profile/jobs)`, mood: 'neutral', about }
}

async function whyItWaits({ db }: Deps, { id, appId }: Pick<MyJob, 'id' | 'appId'>): Promise<string> {
  const job = await findJob(db, id)
  const waiting = job && (await explainJob(db, job))
  return `${nameOf({ appId })} waits: ${waiting?.sentence ?? 'it is about to start.'}`
}

export function nameOf({ appId }: Pick<MyJob, 'appId'>): string {
  return findApp(appId)?.name ?? appId
}

export function stateOf({ status, reason }: Pick<MyJob, 'status' | 'reason'>): string {
  return status === 'error' ? `failed (\`${reason}\`)` : status
}
