import { createTransport } from 'nodemailer'

/** If a mail server takes longer, the mail is sent later. */
const CONNECT_MS_MAX = 10_000
const ANSWER_MS_MAX = 30_000

export interface MailConfig {
  url: string
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  messageId: string
  date: Date
  /** Where the recipient unsubscribes with one click: RFC 8058. */
  stopUrl: string
}

/** Why a mail wasn't accepted. `isFinal`: it wouldn't be accepted later either. */
export interface MailFailure {
  isFinal: boolean
  message: string
}

export interface Mailer {
  send: (mail: Mail) => Promise<MailFailure | undefined>
}

export function openMail({ url, from }: MailConfig): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: ANSWER_MS_MAX,
    // Nothing of ours is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, messageId, date, stopUrl }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          date,
          headers: {
            'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            'Auto-Submitted': 'auto-generated',
          },
        })
        return undefined
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number }
        return { isFinal: responseCode !== undefined && responseCode >= 500, message }
      }
    },
  }
}
