import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLogger } from '../http/logger.ts'
import { reportLateChecks } from '../sweeps.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { isCheckDue } from './books-age.ts'
import { reconcile } from './reconcile.ts'

const { origin, deps } = await startTestApi()
const { db } = deps

/** The gauges of the metrics, and the lines that the sweep logs. */
async function reports() {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger(deps.config, { write: (line) => void lines.push(JSON.parse(line)) })
  await reportLateChecks(deps, logger)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return {
    lines: lines.map(({ msg, late }) => [msg, late]),
    gauges: [...metrics.matchAll(/^infra_ledger_late\{part="(\w+)"\} (\d)$/gm)].map(([, part, late]) => [
      part,
      late,
    ]),
  }
}

const gauges = (check: number, walk: number) => [
  ['check', String(check)],
  ['walk', String(walk)],
]

test('alerts when the last ledger check or walk is too old or none was ever done', async () => {
  expect(await reports()).toEqual({ lines: [], gauges: gauges(0, 0) })
  await db.execute(sql`update ledger_state set since = now() - interval '3 days'`)
  expect(await reports()).toEqual({
    lines: [['the books have not been checked for too long', { check: true, walk: true }]],
    gauges: gauges(1, 1),
  })

  await reconcile(db)
  expect(await reports()).toEqual({ lines: [], gauges: gauges(0, 0) })
  await db.execute(sql`update ledger_state set walked_at = now() - interval '3 days'`)
  expect(await reports()).toMatchObject({ gauges: gauges(0, 1) })
  await db.execute(sql`update ledger_state set checked_at = now() - interval '2 hours', walked_at = now()`)
  expect(await reports()).toMatchObject({ gauges: gauges(1, 0) })
})

test('a check is due more than ten minutes after the last one', async () => {
  await db.execute(sql`update ledger_state set checked_at = null`)
  expect(await isCheckDue(db)).toBe(true)
  await reconcile(db)
  expect(await isCheckDue(db)).toBe(false)
  await db.execute(sql`update ledger_state set checked_at = now() - interval '11 minutes'`)
  expect(await isCheckDue(db)).toBe(true)
})
