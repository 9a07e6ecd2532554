import { strikeCost } from '@infra/trust/money/strike-cost'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { ledgerAccounts } from '../db/ledger-tables.ts'
import { transaction } from '../db/transaction.ts'
import { strikes } from '../db/trust-tables.ts'
import type { Deps } from '../deps.ts'
import { takeFine } from '../ledger/void-result.ts'

const AT_ONCE = 100

/** Takes the fines of strikes whose time for objections is over. The job's own pay was returned when it was found wrong. */
export async function bookStrikes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const due = await db
    .select({ id: strikes.id })
    .from(strikes)
    .where(and(isNull(strikes.bookedAt), isNull(strikes.withdrawnAt), lte(strikes.bookAt, at)))
    .orderBy(asc(strikes.bookAt))
    .limit(AT_ONCE)
  for (const { id } of due) await transaction(db, (tx) => bookStrike(tx, id, at))
}

async function bookStrike(tx: Db, id: string, at: Date): Promise<void> {
  const [strike] = await tx.select().from(strikes).where(eq(strikes.id, id)).for('update')
  if (!strike || strike.bookedAt || strike.withdrawnAt) return
  const [account] = strike.account
    ? await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, strike.account)).for('update')
    : []
  const wanted = strikeCost({ share: strike.share, isOwnPending: false, pending: account?.pending ?? 0 }).fine
  const [taken] = account ? await takeFine(tx, [id, account.id, wanted]) : []
  await tx
    .update(strikes)
    .set({ bookedAt: at, fine: taken?.fine ?? 0 })
    .where(eq(strikes.id, id))
}
