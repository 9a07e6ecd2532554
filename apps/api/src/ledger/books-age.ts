import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** A run every ten minutes, by whichever process finds it due. */
const CHECK_EVERY = `interval '10 minutes'`

/** Late from here on: six runs were missed, or two rounds of the walk. */
const CHECK_LATE_SECONDS = 3_600
const WALK_LATE_SECONDS = 172_800

interface Age {
  isDue: boolean
  checkedSeconds: number
  walkedSeconds: number
}

/** A check that never ran counts as old as the books. */
const select = statement<Age>(
  'books-age',
  `select checked_at is null or checked_at < now() - ${CHECK_EVERY} as "isDue",
    extract(epoch from now() - coalesce(checked_at, since))::float8 as "checkedSeconds",
    extract(epoch from now() - coalesce(walked_at, since))::float8 as "walkedSeconds" from ledger_state`,
)

export async function isCheckDue(db: Db): Promise<boolean> {
  return (await select(db, []))[0]!.isDue
}

/** Which parts of the check are older than they should be. */
export async function findLateChecks(db: Db): Promise<{ check: boolean; walk: boolean }> {
  const [age] = await select(db, [])
  return {
    check: age!.checkedSeconds > CHECK_LATE_SECONDS,
    walk: age!.walkedSeconds > WALK_LATE_SECONDS,
  }
}

export function booksMetrics(registry: Registry, db: Db): void {
  new Gauge({
    name: 'infra_ledger_late',
    help: '1 where the last complete check of the books, or the last walk through all of them, is older than it should be.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const late = await findLateChecks(db).catch(() => undefined)
      this.reset()
      for (const [part, isLate] of Object.entries(late ?? {})) this.set({ part }, Number(isLate))
    },
  })
}
