import { stripVTControlCharacters } from 'node:util'
import {
  LOG_LINE_CHARACTERS_MAX,
  LOG_LINES_MAX,
  LOG_LINES_SENT_MAX,
  sendNodeLog,
} from '@infra/protocol/nodes/node-log'
import type { Log } from '../log.ts'
import type { NodeCall } from './session.ts'

const SEND_MS = 10_000
const SECONDS_MAX = 15

/** Secrets, and anything about the machine or a job, aren't sent. */
const replaced: [RegExp, string][] = [
  [/: failed, (\w+)\. .*$/, ': failed, $1.'],
  [/\b(0x)?[0-9a-f]{64,}\b/gi, '…'],
  [/\beyJ[\w-]+(\.[\w-]+)+/g, '…'],
  [/\/\/[^\s/@]+@/g, '//…@'],
  [/\?[^\s"']*=[^\s"']*/g, '?…'],
  [/(["'“])\/[^"'”]*\//g, '$1…/'],
  [/(?<![\w:/.…])\/(?:[^\s/"']+\/)+/g, '…/'],
]

/** A line as it's safe to send. */
export function redact(line: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret !== '')
  const hidden = known.reduce((text, secret) => text.replaceAll(secret, '…'), line)
  const plain = stripVTControlCharacters(hidden).replaceAll(/\p{Cc}/gu, ' ')
  const safe = replaced.reduce((text, [pattern, by]) => text.replace(pattern, by), plain)
  return safe.length > LOG_LINE_CHARACTERS_MAX ? `${safe.slice(0, LOG_LINE_CHARACTERS_MAX - 1)}…` : safe
}

interface SendOptions {
  /** Secrets that the operator gave us. */
  secrets?: readonly string[]
  everyMs?: number
}

export interface LogSender {
  /** For what is written by a log. */
  write: (line: string) => void
  /** Starts sending lines. */
  start: (call: NodeCall) => void
  stop: () => void
}

/** Sends the log to the network, where the operator can read it. Lines that can't be sent wait; the oldest are dropped. */
export function createLogSender({ secrets, everyMs = SEND_MS }: SendOptions = {}): LogSender {
  let waiting: { number: number; line: string }[] = []
  let written = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function send(call: NodeCall): Promise<void> {
    const sent = waiting.slice(0, LOG_LINES_SENT_MAX)
    if (sent.length > 0) {
      try {
        const lines = sent.map(({ line }) => line)
        await call(sendNodeLog, { body: { lines } }, { seconds: SECONDS_MAX })
        waiting = waiting.filter(({ number }) => number > sent.at(-1)!.number)
      } catch {
        // Retried. A log line about it would have to be sent too.
      }
    }
    if (!isStopped) timer = setTimeout(send, everyMs, call).unref()
  }

  return {
    write: (line) => {
      waiting = [...waiting, { number: ++written, line: redact(line, secrets) }].slice(-LOG_LINES_MAX)
    },
    start: (call) => void send(call),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Writes each line to both. */
export function teeLog(one: Log, other: Log): Log {
  const both = (level: keyof Log) => (sentence: string) => {
    one[level](sentence)
    other[level](sentence)
  }
  return { debug: both('debug'), info: both('info'), warn: both('warn'), error: both('error') }
}
