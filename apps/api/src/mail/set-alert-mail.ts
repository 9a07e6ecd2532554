import { createHash, randomBytes } from 'node:crypto'
import { CONFIRM_HOURS } from '@infra/protocol/alerts/alert-mail'
import { Refusal } from '@infra/protocol/refusal'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/user-queries.ts'
import {
  confirmMailAddress,
  refuseRecipient,
  replaceMailAddress,
  reserveRecipient,
  takeByStopToken,
} from './mail-queries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** People who say that they want no mails aren't asked again for a year, no matter who asks. */
const REFUSED_MS = 365 * DAY

type MailDeps = Pick<Deps, 'db' | 'now' | 'mailer'>

/** Asks the recipient first, with a link. Nobody is asked more than once a day, however many people request it. */
export async function setAlertMail(
  { db, now, mailer }: MailDeps,
  address: string,
  email: string,
): Promise<void> {
  if (!mailer) throw new Refusal('mail_off', 'This network sends no mail.')
  const at = now()
  const confirmToken = makeToken()
  await transaction(db, async (tx) => {
    if (!(await lockUser(tx, address))) throw new Refusal('invalid_token', 'This account was deleted.')
    if (!(await reserveRecipient(tx, hashEmail(email), { now: at, notBefore: new Date(at.getTime() + DAY) })))
      throw new Refusal(
        'mail_limit',
        'This address was asked lately. Try again tomorrow, or use another one.',
      )
    const confirmUntil = new Date(at.getTime() + CONFIRM_HOURS * HOUR)
    const row = {
      address,
      email,
      confirmHash: hashToken(confirmToken),
      confirmUntil,
      stopToken: makeToken(),
      createdAt: at,
    }
    await replaceMailAddress(tx, row, confirmToken)
  })
}

export async function confirmAlertMail({ db, now }: MailDeps, address: string, token: string): Promise<void> {
  if (!(await confirmMailAddress(db, { address, hash: hashToken(token), now: now() })))
    throw new Refusal('not_found', 'This link is too old, or was for another account.')
}

/** Called by the link in a mail. Repeating it does no harm. */
export async function stopAlertMail({ db, now }: MailDeps, token: string): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await takeByStopToken(tx, token)
    // People who confirmed and then stopped the mails may want them again later; people who never confirmed don't want to be asked.
    if (row && !row.confirmedAt)
      await refuseRecipient(tx, [hashEmail(row.email), new Date(now().getTime() + REFUSED_MS)])
  })
}

/** 43 characters. */
function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Mailboxes that differ only in case count as one. */
function hashEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}
