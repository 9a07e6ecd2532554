import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { mandateOutcomes } from '@infra/protocol/programs/mandates'
import { hintOf, isApiKey, makeApiKey } from '@infra/protocol/values/api-key'
import { Infra } from '../infra.ts'
import { InfraError } from '../infra-error.ts'
import { sendRequest } from '../send-request.ts'
import { commonOptions } from './run-command.ts'
import { connectionOf, saveSettings } from './settings.ts'
import { credits, exitCodes, print, readAll, type Shell, UsageError } from './shell.ts'

const options = {
  ...commonOptions,
  'with-key': { type: 'boolean' },
  name: { type: 'string' },
  'per-day': { type: 'string' },
  days: { type: 'string' },
} as const

type Outcome = (typeof mandateOutcomes)[number]

/** Shorter than what proxies commonly allow. */
const WAIT_SECONDS = 25

/**
 * `infra login --url …`: makes a key, asks its user for a mandate, waits until they've signed it, and stores the key. With `--with-key` it
 * reads an existing key from standard input.
 */
export async function loginCommand(shell: Shell, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const { baseUrl } = await connectionOf(shell, values)
  const wanted = {
    holder: values.name ?? `infra on ${hostname()}`,
    creditsPerDay: numberOf('--per-day', values['per-day'] ?? '50'),
    days: numberOf('--days', values.days ?? '90'),
  }
  const key = values['with-key'] ? await readKey(shell) : await requestMandate(shell, baseUrl, wanted)
  if (key === undefined) return shell.signal.aborted ? exitCodes.interrupted : exitCodes.key
  const { hint, left } = await new Infra({ baseUrl, key }).key()
  const path = await saveSettings(shell, { url: baseUrl, key })
  print(shell.stderr, `${hint} can spend ${credits(left.day)} today. Kept in ${path}.`)
  return exitCodes.done
}

function numberOf(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} takes a number.`)
  return Number(text)
}

/** A key that someone has signed for; undefined if they haven't. Its secret stays on this machine. */
async function requestMandate(
  shell: Shell,
  baseUrl: string,
  wanted: { holder: string; creditsPerDay: number; days: number },
): Promise<string | undefined> {
  const { signal, stderr } = shell
  const key = makeApiKey()
  const keyHash = createHash('sha256').update(key).digest('hex')
  const unlimited = { apps: null, creditsTotal: null, creditsPerJob: null }
  const body = { keyHash, hint: hintOf(key), scopes: ['read', 'order'], ...unlimited, ...wanted }
  try {
    const asked = await sendRequest({ baseUrl }, 'POST', '/mandate', { body, signal })
    const { code, url } = (await asked.json()) as { code: string; url: string }
    print(stderr, `Open ${url}\nCheck that it shows the code ${code}, and sign in your wallet.`)
    for (;;) {
      const outcome = await outcomeOf(baseUrl, code, signal)
      if (outcome === 'granted') return key
      if (outcome === 'waiting') continue
      print(
        stderr,
        outcome === 'refused' ? 'It was refused.' : 'Nobody signed in time. Use infra login again.',
      )
      return undefined
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  }
}

/** Also `expired` if the network has deleted it, because this machine may have been asleep. */
async function outcomeOf(baseUrl: string, code: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const query = { wait: WAIT_SECONDS }
    const answer = await sendRequest({ baseUrl }, 'GET', `/mandate/${code}`, { query, signal })
    return ((await answer.json()) as { outcome: Outcome }).outcome
  } catch (error) {
    if (error instanceof InfraError && error.code === 'not_found') return 'expired'
    throw error
  }
}

async function readKey(shell: Shell): Promise<string> {
  const key = (await promptForKey(shell)).trim()
  if (isApiKey(key)) return key
  throw new UsageError('That is no API key. Make one in your profile; it begins with infra_sk_.')
}

/** Doesn't show what is pasted at a terminal, because a key on the screen may end up in a recording. */
async function promptForKey({ stdin, stderr }: Shell): Promise<string> {
  if (!stdin.isTTY) return (await readAll(stdin)).toString()
  stderr.write('Paste an API key from your profile: ')
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: hidden, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
