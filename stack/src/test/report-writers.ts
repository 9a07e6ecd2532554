import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendBugReport } from '@infra/protocol/feedback'
import type pg from 'pg'

/** How many calls ended how. `timedOut`: without a response in time; `broken`: the connection broke. */
export interface Answers {
  acknowledged: string[]
  refused: number
  timedOut: number
  broken: number
  /** Responses that must never happen: another status, or a 503 without `Retry-After`. */
  wrong: string[]
}

export const noAnswers = (): Answers => ({ acknowledged: [], refused: 0, timedOut: 0, broken: 0, wrong: [] })

const BODY = JSON.stringify({
  kind: 'bug',
  title: 'Written in a storm',
  description: 'Only what is answered counts.',
})

/** Sends one report after another until stopped, each from another address, so that the rate limit doesn't stop them. */
export async function writeReports(
  prefix: string,
  answers: Answers,
  { signal, deadlineMs }: { signal: AbortSignal; deadlineMs: number },
): Promise<void> {
  while (!signal.aborted) {
    await writeReport(prefix, answers, deadlineMs)
    await sleep(20)
  }
}

export async function writeReport(prefix: string, answers: Answers, deadlineMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    const answer = await fetch(prefix + sendBugReport.path, {
      method: sendBugReport.method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
      body: BODY,
      signal: deadline,
    })
    const text = await answer.text()
    if (answer.ok) answers.acknowledged.push((JSON.parse(text) as { id: string }).id)
    else if (isGoodRefusal(answer, text)) answers.refused++
    else answers.wrong.push(`${answer.status} ${text.slice(0, 200)}`)
    return answer.ok
  } catch {
    if (deadline.aborted) answers.timedOut++
    else answers.broken++
    return false
  }
}

function isGoodRefusal({ status, headers }: Response, text: string): boolean {
  return status === 503 && headers.has('retry-after') && text.includes('"code":"dependency_unavailable"')
}

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** Which of `ids` are missing, according to the database itself and not to the program under test. */
export async function missingReports(client: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from feedback_reports')
  const kept = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !kept.has(id))
}
