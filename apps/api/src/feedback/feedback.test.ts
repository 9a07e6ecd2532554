import { sendBugReport } from '@infra/protocol/feedback'
import { beforeEach, expect, test } from 'vitest'
import { feedbackReports } from '../db/tables.ts'
import { stage } from '../test/stage.ts'

const { call, clock, deps, origin } = await stage()
const report = {
  kind: 'bug',
  title: 'The door creaks',
  description: 'It creaks whenever it is opened.',
} as const

beforeEach(() => {
  // Each test in a rate window of its own.
  clock.now = new Date(clock.now.getTime() + 60_000)
})

test('[R-API-7] a visitor sends a report, and it is kept word for word', async () => {
  const words = {
    ...report,
    title: '<script>alert(1)</script> {{7*7}}',
    description: "'; DROP TABLE x; -- 👩‍👩‍👧 עברית",
  }

  const answer = await call(sendBugReport, { body: words })

  expect(answer).toEqual({ id: expect.any(String), createdAt: clock.now })
  const rows = await deps.db.select().from(feedbackReports)
  expect(rows).toContainEqual({ id: answer.id, createdAt: clock.now, ...words })
})

test('[F10] the eleventh report within a minute is refused, told when to come back, and taken then', async () => {
  const send = () => call(sendBugReport, { body: report })
  const first = await Promise.allSettled(Array.from({ length: 10 }, send))
  expect(first.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))

  await expect(send()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await expect(send()).resolves.toMatchObject({ id: expect.any(String) })
})

test.for([
  { field: 'title', length: 3, message: 'must have at least 4 characters' },
  { field: 'title', length: 121, message: 'must have at most 120 characters' },
  { field: 'description', length: 9, message: 'must have at least 10 characters' },
  { field: 'description', length: 4001, message: 'must have at most 4000 characters' },
])('a $field of $length characters is refused at its field, by the client and by the API', async (row) => {
  const body = { ...report, [row.field]: '🦊'.repeat(row.length) }
  const errors = [{ pointer: `/${row.field}`, message: row.message }]
  await expect(call(sendBugReport, { body })).rejects.toMatchObject({ code: 'validation_failed', errors })

  const answer = await fetch(`${origin}/api/bugreport`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors })
})
