import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { isApiKey } from '@infra/protocol/values/api-key'
import { Infra } from '../infra.ts'
import { commonOptions } from './run-command.ts'
import { connectionOf, removeSettings, saveSettings } from './settings.ts'
import { credits, exitCodes, print, readAll, type Shell, UsageError } from './shell.ts'

/** `infra login --url …`: takes an API key from standard input, asks the network about it, and keeps it. */
export async function loginCommand(shell: Shell, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: commonOptions })
  const { baseUrl } = await connectionOf(shell, values)
  const key = (await askForKey(shell)).trim()
  if (!isApiKey(key))
    throw new UsageError('That is no API key. Make one in your profile; it begins with infra_sk_.')
  const { hint, left } = await new Infra({ baseUrl, key }).key()
  const path = await saveSettings(shell, { url: baseUrl, key })
  print(shell.stderr, `${hint} can spend ${credits(left.day)} today. Kept in ${path}.`)
  return exitCodes.done
}

/** `infra logout` */
export async function logoutCommand(shell: Shell, args: string[]): Promise<number> {
  parseArgs({ args, options: commonOptions })
  const wasThere = await removeSettings(shell)
  print(
    shell.stderr,
    wasThere ? 'The key is removed from this machine.' : 'There was no key on this machine.',
  )
  return exitCodes.done
}

/** `infra balance` */
export async function balanceCommand(shell: Shell, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: commonOptions })
  const infra = new Infra(await connectionOf(shell, values))
  const [account, { left }] = await Promise.all([infra.credits(), infra.key()])
  if (values.json) print(shell.stdout, JSON.stringify({ ...account, keyLeft: left }))
  else {
    const inAll = left.total === null ? '' : ` and ${credits(left.total)} in all`
    print(shell.stdout, `${credits(account.available)} available, ${account.held} held.`)
    print(shell.stdout, `This key can spend ${credits(left.day)} today${inAll}.`)
  }
  return exitCodes.done
}

/** Pasted at a terminal, it is not shown: a key on the screen is a key in a recording. */
async function askForKey({ stdin, stderr }: Shell): Promise<string> {
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
