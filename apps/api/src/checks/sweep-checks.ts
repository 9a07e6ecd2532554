import type { Logger } from 'pino'
import { makeNextDayKey } from '../trust/day-keys.ts'
import { checksNodes } from '../trust/trust-records.ts'
import { advanceCheck } from './advance-check.ts'
import type { CheckDeps } from './check-deps.ts'
import { takeDueChecks } from './check-queries.ts'

const AT_ONCE = 20

/** Every second: continues the checks that are due. One that fails is retried later and doesn't hold up the others. */
export async function sweepChecks(deps: CheckDeps, logger: Logger): Promise<void> {
  if (!checksNodes(deps.config)) return
  for (const { id } of await takeDueChecks(deps.db, [AT_ONCE])) {
    await advanceCheck(deps, id).catch((error) => logger.warn({ err: error, check: id }, 'check failed'))
  }
}

export async function prepareNextDay({ config, db, now }: CheckDeps): Promise<void> {
  if (checksNodes(config)) await makeNextDayKey(db, now())
}
