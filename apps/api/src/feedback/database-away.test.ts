import { type FeedbackReport, sendBugReport } from '@infra/protocol/feedback'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { feedbackReports } from '../db/feedback-tables.ts'
import { createTestDatabase } from '../test/database.ts'
import { type Answer, expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { startTestApi } from '../test/start-test-api.ts'

const database = await faultProxy(await createTestDatabase())
const { deps, origin } = await startTestApi({ env: { DATABASE_URL: database.url } })
await liftRateLimits(deps)

const away = { status: 503, code: 'dependency_unavailable' } as const

function send(report: FeedbackReport, key: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const sent = { method: 'POST', headers, body: JSON.stringify(report) }
  return readAnswer(fetch(origin + deps.config.apiPrefix + sendBugReport.path, sent))
}

/** Like the form: sends the same again until it's accepted. */
async function sendUntilTaken(report: FeedbackReport, key: string): Promise<{ id: string }> {
  await expect.poll(async () => (await send(report, key)).status).toBe(201)
  return JSON.parse((await send(report, key)).body)
}

const reportNamed = (title: string): FeedbackReport => ({ kind: 'bug', title, description: 'It creaks.' })
const keptOf = ({ title }: FeedbackReport) =>
  deps.db.select({ id: feedbackReports.id }).from(feedbackReports).where(eq(feedbackReports.title, title))

test.for(['refuse', 'reset'] as const)(
  '[F20] [C35] refuses a report while the database is away (%s), and stores it once when it is back',
  async (kind) => {
    const report = reportNamed(`Away: ${kind}`)
    await database.inject({ kind })
    const answer = await send(report, kind)
    expectRefusal(answer, away)
    expect(answer.headers.get('retry-after')).toBe('2')
    await database.restore()
    const { id } = await sendUntilTaken(report, kind)
    expect(await keptOf(report)).toEqual([{ id }])
  },
)

test('[F20] stores a report once, wherever the connection to the database breaks off', async () => {
  const statuses = new Set<number>()
  for (let afterBytes = 100; afterBytes <= 1_500; afterBytes += 50) {
    const report = reportNamed(`Cut after ${afterBytes}`)
    await database.inject({ kind: 'cut', afterBytes })
    const answer = await send(report, `cut-${afterBytes}`)
    if (answer.status !== 201) expectRefusal(answer, away)
    statuses.add(answer.status)
    await database.restore()
    const { id } = await sendUntilTaken(report, `cut-${afterBytes}`)
    expect(await keptOf(report)).toEqual([{ id }])
  }
  // Otherwise it was never cut off, or never let through.
  expect(statuses).toEqual(new Set([503, 201]))
})
