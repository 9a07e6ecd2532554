import { CONFIRM_HOURS } from '@infra/protocol/alerts/alert-mail'
import { describeAlert, describeAlertOver } from '@infra/protocol/alerts/describe-alert'
import type { Config } from '../config.ts'
import type { DueMail } from './mail-queries.ts'
import type { Mail } from './open-mail.ts'

/** Plain text. Identical at every try, so that a mailbox that gets it twice shows it once. */
export function writeMail(
  { publicUrl, apiPrefix }: Pick<Config, 'publicUrl' | 'apiPrefix'>,
  mail: DueMail,
): Mail {
  const stopUrl = new URL(`${apiPrefix}/mail/stop/${mail.stopToken}`, publicUrl).href
  const { subject, paragraphs } = mail.alertId === null ? question(publicUrl, mail) : alert(publicUrl, mail)
  return {
    to: mail.email,
    subject,
    text: [...paragraphs, `No more mails from here: ${stopUrl}`].join('\n\n'),
    messageId: `<${mail.id}@${publicUrl.hostname}>`,
    date: mail.createdAt,
    stopUrl,
  }
}

interface Written {
  subject: string
  paragraphs: string[]
}

function question(publicUrl: URL, { confirmToken }: { confirmToken: string }): Written {
  const link = new URL(`/profile/settings?mail=${confirmToken}`, publicUrl).href
  return {
    subject: 'Confirm your address for alerts from Infra',
    paragraphs: [
      `Someone wants Infra (${publicUrl.host}) to write to this address when something is wrong with their nodes. If that’s you, open this link where you’re signed in:`,
      link,
      `It works for ${CONFIRM_HOURS} hours. If it isn’t you, there’s nothing to do: nothing else comes.`,
    ],
  }
}

function alert(publicUrl: URL, mail: Exclude<DueMail, { alertId: null }>): Written {
  const described = { ...mail, node: { name: mail.nodeName } }
  const { title, body } = mail.isOver ? describeAlertOver(described) : describeAlert(described)
  const times = mail.isOver
    ? `It began at ${words(mail.since)} and was over at ${words(mail.overAt!)}.`
    : `Since ${words(mail.since)}.`
  return { subject: title, paragraphs: [`${title}. ${body}`, times, new URL('/nodes', publicUrl).href] }
}

function words(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
