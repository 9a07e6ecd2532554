import { parseArgs } from 'node:util'
import { Infra } from '../infra.ts'
import { commonOptions } from './run-command.ts'
import { connectionOf, removeSettings } from './settings.ts'
import { credits, exitCodes, print, type Shell } from './shell.ts'

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
