import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { type NodeTrust, TRUST_DAYS, type TrustFigures, type TrustNumbers } from '@infra/protocol/trust'
import type { TrustRecord } from '@infra/trust/levels/trust-record'
import { DAY_MS, HOUR_MS, TRUST_RULES } from '@infra/trust/trust-rules'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { trustRecords } from '../db/trust-tables.ts'
import type { Deps } from '../deps.ts'
import { successOf } from '../nodes/node-rules.ts'
import { listDayKeys } from '../trust/day-keys.ts'
import { checksNodes } from '../trust/trust-records.ts'

const countDays = statement<TrustFigures['days'][number]>(
  'count-checks-by-day',
  `select to_char(c.decided_at at time zone 'UTC', 'YYYY-MM-DD') as day, c.app_id as "appId",
    (count(*) filter (where c.outcome = 'agreed'))::int as agreed, (count(*) filter (where c.outcome = 'unclear'))::int as unclear,
    (count(*) filter (where c.outcome = 'contradicted'))::int as contradicted,
    (count(*) filter (where c.kind in ('entrance', 'canary')))::int as canaries, count(s.id)::int as strikes
  from checks c left join strikes s on s.check_id = c.id and s.withdrawn_at is null
  where c.state = 'decided' and c.decided_at > $1 group by 1, 2 order by 1 desc, 2`,
)

const countSuspensions = statement<TrustFigures['suspensions']>(
  'count-suspensions',
  `select count(*)::int as made, (count(*) filter (where lifted_at is not null))::int as "takenBack"
  from sanctions where rule is not null and at > $1`,
)

export async function readTrustFigures({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<TrustFigures> {
  const since = new Date(now().getTime() - TRUST_DAYS * 24 * 60 * 60 * 1000)
  const [suspensions] = await countSuspensions(db, [since])
  return {
    checksNodes: checksNodes(config),
    days: await countDays(db, [since]),
    suspensions: suspensions!,
    keys: await listDayKeys(db, now(), TRUST_DAYS),
    numbers,
  }
}

const { probationPriceMax, watchChecks, fineTimes, strikesMax, strikeMemoryChecks, rerunResultsMax } =
  TRUST_RULES
const { entranceCanaries, probationChecks, knownChecks, pendingResults, reportsWrongMax } = TRUST_RULES
const percent = (rate: number) => Math.round(rate * 1_000) / 10

const numbers: TrustNumbers = {
  ...{ probationPriceMax, watchChecks, fineTimes, strikesMax, strikeMemoryChecks, rerunResultsMax },
  ...{ entranceCanaries, probationChecks, knownChecks, pendingResults, reportsWrongMax },
  trustedPercent: percent(TRUST_RULES.trustedRate),
  knownPercent: percent(TRUST_RULES.knownRate),
  watchedPercent: percent(TRUST_RULES.watchedRate),
  probationHours: TRUST_RULES.probationMs / HOUR_MS,
  trustedDays: TRUST_RULES.trustedMs / DAY_MS,
  pendingDays: TRUST_RULES.pendingMs / DAY_MS,
  pendingDaysMax: TRUST_RULES.pendingMsMax / DAY_MS,
  appealDays: TRUST_RULES.appealMs / DAY_MS,
  reportsPerDay: TRUST_RULES.reportsPerDayMax,
  reportsPerDayAfterWrong: TRUST_RULES.reportsPerDayAfterWrongMax,
}

/** In the order of the catalogue. */
export async function listNodeTrust(db: Db, nodeId: string): Promise<NodeTrust[]> {
  const rows = await db.select().from(trustRecords).where(eq(trustRecords.nodeId, nodeId))
  return catalogue.flatMap(({ id }) => {
    const row = rows.find(({ appId }) => appId === id)
    return row ? [presentTrust(id, row.record)] : []
  })
}

function presentTrust(appId: string, record: TrustRecord): NodeTrust {
  const { level, levelSince, watchLeft, agreed, unclear, contradicted, strikes } = record
  return {
    app: { id: appId as NodeTrust['app']['id'], name: findApp(appId)!.name },
    level,
    since: new Date(levelSince),
    isWatched: watchLeft > 0,
    checks: { agreed, unclear, contradicted },
    right: successOf(agreed, contradicted),
    strikes,
    checksLeft: checksLeft(record),
  }
}

function checksLeft({ level, passed, isRecheck, entrance, watchLeft }: TrustRecord): number | null {
  if (watchLeft > 0) return watchLeft
  if (level === 'new') return entrance.size - entrance.passed
  if (level === 'probation') return Math.max(0, TRUST_RULES.probationChecks - passed)
  if (level === 'trusted') return null
  return Math.max(0, (isRecheck ? TRUST_RULES.recheckChecks : TRUST_RULES.knownChecks) - passed)
}
