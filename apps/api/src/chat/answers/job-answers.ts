import { findApp } from '@infra/protocol/apps/catalogue'
import type { Deps } from '../../deps.ts'
import { explainJob } from '../../jobs/explain-job.ts'
import { type JobRow, listJobsOf } from '../../jobs/job-queries.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { ago } from './number-words.ts'

const SHOWN = 5

const NONE: LiveAnswer = { text: 'You have not ordered anything yet. [The apps](/apps)', mood: 'neutral' }

/** The latest jobs, and why the newest queued one waits. */
export async function answerMyJobs({ deps, address }: AnswerContext): Promise<LiveAnswer> {
  const rows = (await listJobsOf(deps.db, { address, limit: SHOWN })).slice(0, SHOWN)
  if (rows.length === 0) return NONE
  const lines = rows.map(
    (row) =>
      `- [${nameOf(row)}](/profile?job=${row.id}): ${stateOf(row)}, ordered ${ago(row.createdAt, deps.now())}`,
  )
  const queued = rows.find(({ status }) => status === 'queued')
  const why = queued ? `\n\n${await whyItWaits(deps, queued)}` : ''
  return {
    text: `Your last jobs:\n\n${lines.join('\n')}${why}\n\n[All of them](/profile)`,
    mood: rows[0]!.status === 'error' ? 'eyebrowraise' : 'happy',
  }
}

/** The latest failed job, with its reason as the help explains it. */
export async function answerWhyFailed({ deps, address, knowledge }: AnswerContext): Promise<LiveAnswer> {
  const [failed] = await listJobsOf(deps.db, { address, status: 'error', limit: 1 })
  if (failed?.reason) {
    const help = await knowledge.passage(`jobs/reason-${failed.reason.replaceAll('_', '-')}`)
    const what = `Your [${nameOf(failed)}](/profile?job=${failed.id}) of ${ago(failed.createdAt, deps.now())} failed with \`${failed.reason}\`.`
    return {
      text: `${what} ${help?.text ?? ''} Its ${failed.price} credits came back.`,
      mood: 'eyebrowraise',
    }
  }
  const [latest] = await listJobsOf(deps.db, { address, limit: 1 })
  if (!latest) return NONE
  if (latest.status === 'queued')
    return {
      text: `None of your jobs failed. ${await whyItWaits(deps, latest)} [Your jobs](/profile)`,
      mood: 'neutral',
    }
  return {
    text: `None of your jobs failed; the last one is ${stateOf(latest)}. [Your jobs](/profile)`,
    mood: 'surprise',
  }
}

async function whyItWaits({ db }: Deps, job: JobRow): Promise<string> {
  const waiting = await explainJob(db, job)
  return `${nameOf(job)} waits: ${waiting?.sentence ?? 'it is about to start.'}`
}

function nameOf({ appId }: JobRow): string {
  return findApp(appId)?.name ?? appId
}

function stateOf({ status, reason }: JobRow): string {
  return status === 'error' ? `failed (\`${reason}\`)` : status
}
