import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onFinished } from '../on-finished.ts'

export interface ReceivedMail {
  to: string[]
  from: string
  /** With its headers, as it came. */
  source: string
  /** What it says, decoded. */
  text: string
  subject: string
  /** The part of a link in it that follows these words. */
  tokenAfter: (words: string) => string
}

/** What the server answers: it takes the mail, refuses it for now or for good, or says nothing. */
type Answer = 'takes' | 'busy' | 'refuses' | 'hangs'

const busy = Object.assign(new Error('not now'), { responseCode: 451 })
const refused = Object.assign(new Error('no such mailbox'), { responseCode: 550 })

/** A real SMTP server on this machine. It accepts every mail unless a test says otherwise. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const hanging: (() => void)[] = []
  const state = {
    answer: 'takes' as Answer,
    tries: 0,
    /** Ends the connections that hang. */
    letGo: () => {
      for (const end of hanging.splice(0)) end()
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      state.tries++
      if (state.answer === 'hangs') return void hanging.push(() => done(busy))
      if (state.answer === 'takes') return done()
      done(state.answer === 'busy' ? busy : refused)
    },
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream)
      received.push({
        to: envelope.rcptTo.map(({ address }) => address),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        source,
        ...decode(source),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(state, { received, url: `smtp://127.0.0.1:${port}` })
}

function decode(source: string) {
  const [head, body] = source.split(/\r\n\r\n([\s\S]*)/) as [string, string]
  const decoded = /content-transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : unquote(body)
  const words = decoded.replaceAll('\r\n', '\n')
  return {
    text: words,
    subject: /^Subject: (.*)$/m.exec(head)![1]!.trim(),
    tokenAfter: (before: string) => words.split(before)[1]!.slice(0, 43),
  }
}

function unquote(body: string): string {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
