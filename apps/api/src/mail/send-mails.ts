import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { type DueMail, delayMail, deleteMail, takeDueMails } from './mail-queries.ts'
import { writeMail } from './write-mail.ts'

/** At once, per process. */
const SENT_TOGETHER = 5

const ATTEMPTS_MAX = 6
const RETRY_MS = 60_000

type SendDeps = Pick<Deps, 'db' | 'config' | 'mailer'>

/** Every few seconds: sends the mails that are due. Returns how many there were. */
export async function sendMails(deps: SendDeps, logger: Pick<Logger, 'warn'>): Promise<number> {
  const { db, mailer } = deps
  if (!mailer) return 0
  const due = await takeDueMails(db, [SENT_TOGETHER])
  const results = await Promise.allSettled(
    due.map(async (mail) => {
      const failure = await mailer.send(writeMail(deps.config, mail))
      if (!failure) return deleteMail(db, [mail.id])
      const isLast = failure.isFinal || mail.attempts >= ATTEMPTS_MAX
      logger.warn({ why: failure.message, isLast }, 'the mail server did not take a mail')
      return isLast ? deleteMail(db, [mail.id]) : delayMail(db, [mail.id, delayOf(mail)])
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return due.length
}

/** 1 minute, 4 minutes, 16 minutes and so on. */
function delayOf({ attempts }: DueMail): number {
  return RETRY_MS * 4 ** (attempts - 1)
}
