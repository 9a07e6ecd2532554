import type { AlertKind } from '@infra/protocol/alerts/node-alerts'
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { mailAddresses, mails } from '../db/alerts/mail-tables.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

export type MailAddressRow = typeof mailAddresses.$inferSelect

export async function findMailAddress(db: Db, address: string): Promise<MailAddressRow | undefined> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, address))
  return row
}

/** Whether the recipient may be asked now; if so, they can't be asked again before the given time. */
const reserve = statement<{ emailHash: string }>(
  'reserve-mail-recipient',
  `insert into mail_recipients as known (email_hash, not_before) values ($1, $3)
  on conflict (email_hash) do update set not_before = excluded.not_before where known.not_before <= $2
  returning email_hash as "emailHash"`,
)

export async function reserveRecipient(
  tx: Db,
  emailHash: string,
  { now, notBefore }: { now: Date; notBefore: Date },
): Promise<boolean> {
  return (await reserve(tx, [emailHash, now, notBefore])).length > 0
}

/** Mails that were waiting for the previous address are no longer sent. */
export async function replaceMailAddress(
  tx: Db,
  row: typeof mailAddresses.$inferInsert,
  confirmToken: string,
): Promise<void> {
  await tx.delete(mailAddresses).where(eq(mailAddresses.address, row.address))
  await tx.insert(mailAddresses).values(row)
  await tx.insert(mails).values({ address: row.address, confirmToken })
}

/**
 * The update is the check: a token that expired or belongs to another person changes nothing. The token that confirmed the address stays
 * valid as long as the address, since its response may be lost and the page reloaded.
 */
export async function confirmMailAddress(
  db: Db,
  { address, hash, now }: { address: string; hash: string; now: Date },
): Promise<boolean> {
  const isGood = and(
    eq(mailAddresses.address, address),
    eq(mailAddresses.confirmHash, hash),
    or(gt(mailAddresses.confirmUntil, now), isNotNull(mailAddresses.confirmedAt)),
  )
  const { rowCount } = await db
    .update(mailAddresses)
    .set({ confirmedAt: sql`coalesce(${mailAddresses.confirmedAt}, ${now})` })
    .where(isGood)
  return rowCount === 1
}

/** Together with the mails that wait to be sent there. */
export async function deleteMailAddress(db: Db, address: string): Promise<void> {
  await db.delete(mailAddresses).where(eq(mailAddresses.address, address))
}

/** The recipient, if the token is from a mail. */
export async function takeByStopToken(db: Db, token: string): Promise<MailAddressRow | undefined> {
  const [row] = await db.delete(mailAddresses).where(eq(mailAddresses.stopToken, token)).returning()
  return row
}

export const refuseRecipient = statement(
  'refuse-mail-recipient',
  `insert into mail_recipients (email_hash, not_before) values ($1, $2)
  on conflict (email_hash) do update set not_before = excluded.not_before`,
)

export type DueMail = {
  id: string
  email: string
  stopToken: string
  attempts: number
  createdAt: Date
} & (DueQuestion | DueAlert)

interface DueQuestion {
  alertId: null
  confirmToken: string
}

interface DueAlert {
  alertId: string
  isOver: boolean
  kind: AlertKind
  reason: string | null
  isUnsteady: boolean
  since: Date
  overAt: Date | null
  nodeName: string
}

/** Longer than sending a mail may take. If this process is killed meanwhile, another one sends them after that. */
export const takeDueMails = statement<DueMail>(
  'take-due-mails',
  `with due as (
    select id from mails where try_after <= now() order by try_after limit $1 for update skip locked
  )
  update mails set attempts = mails.attempts + 1, try_after = now() + interval '2 minutes'
  from due join mails m on m.id = due.id join mail_addresses to_whom on to_whom.address = m.address
    left join node_alerts a on a.id = m.alert_id left join nodes n on n.id = a.node_id
  where mails.id = due.id
  returning mails.id, mails.attempts, mails.created_at as "createdAt", mails.confirm_token as "confirmToken", mails.is_over as "isOver",
    to_whom.email, to_whom.stop_token as "stopToken",
    a.id as "alertId", a.kind, a.reason, a.is_unsteady as "isUnsteady", a.since, a.over_at as "overAt", n.name as "nodeName"`,
)

export const deleteMail = statement('delete-mail', 'delete from mails where id = $1')

export const delayMail = statement(
  'delay-mail',
  `update mails set try_after = now() + $2 * interval '1 millisecond' where id = $1`,
)

/** Deletes mails that can no longer be useful, unanswered questions, and recipients who may be asked again. */
export const deleteOldMails = statement(
  'delete-old-mails',
  `with unsent as (delete from mails where created_at < now() - interval '2 days'),
  unanswered as (delete from mail_addresses where confirm_until < $1 and confirmed_at is null)
  delete from mail_recipients where not_before < $1`,
)
