import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'

/** Longer than the network takes to find an alert and to send its mail, also on a busy machine. */
const MAIL_MS_MAX = 60_000

export interface MailServer {
  /** The link in a mail to this address whose subject has these words. */
  linkIn: (to: string, subject: string, path: string) => Promise<string>
  stop: () => Promise<void>
}

/** The real SMTP server that the stack was told of. Only one test may have it at a time. */
export async function startMailServer(): Promise<MailServer> {
  const received: { to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), source: await text(stream) })
      done()
    },
  })
  server.listen(Number(process.env.MAIL_PORT), '127.0.0.1')
  await once(server.server, 'listening')
  return {
    linkIn: async (to, subject, path) => {
      const find = () =>
        received.find((mail) => mail.to.includes(to) && subjectOf(mail.source).includes(subject))
      await expect.poll(find, { timeout: MAIL_MS_MAX }).toBeTruthy()
      // The lines of quoted-printable are joined, and its one sign that addresses have is read.
      const words = find()!.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      return words.split(/\s/).find((word) => word.startsWith('http') && word.includes(path))!
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const subjectOf = (source: string) => /^Subject: (.*)$/m.exec(source)?.[1] ?? ''
