#!/usr/bin/env node
import { homedir } from 'node:os'
import { balanceCommand, logoutCommand } from './account-commands.ts'
import { batchCommand } from './batch-command.ts'
import { exitCodeOf, sentenceOf } from './exit-code.ts'
import { appsCommand, cancelCommand, jobsCommand, verifyCommand, watchCommand } from './job-commands.ts'
import { listenCommand } from './listen-command.ts'
import { loginCommand } from './login-command.ts'
import { priceCommand, runCommand } from './run-command.ts'
import { exitCodes, print, type Shell } from './shell.ts'

const commands: Record<string, (shell: Shell, args: string[]) => Promise<number>> = {
  login: loginCommand,
  logout: logoutCommand,
  apps: appsCommand,
  price: priceCommand,
  run: runCommand,
  batch: batchCommand,
  watch: watchCommand,
  cancel: cancelCommand,
  jobs: jobsCommand,
  balance: balanceCommand,
  verify: verifyCommand,
  listen: listenCommand,
}

const HELP = `infra <command> [--url https://network] [--json]

  login                    ask for a key: you open an address and sign in your wallet
      --name <text>        who you say is asking; this machine
      --per-day <n>        the credits to ask for, per day; 50
      --days <n>           for how long; 90
      --with-key           keep a key from your profile, read from standard input
  logout                   remove it
  apps [app]               the apps, or what one of them takes
  price <app> --field …    what a job would cost
  run <app> --field …      run an app; --field @file reads a file, --field - standard input
      -o, --output <file>  where the result goes; - is standard output
      --max-credits <n>    refuse to pay more
      --public             show the job to everyone
      --receipt <file>     keep its receipt
  batch <orders.jsonl>     run many: a line each, {"app": …, "input": {…}, "ref": …}; - is standard input
  watch <job>              see a job to its end
  cancel <job>             stop a job
  jobs                     my latest jobs
  balance                  my credits, and what the key may still spend
  verify <receipt> [file]  check a receipt, and that a file is what it was given for
  listen <webhook>         see what is sent to a webhook
      --forward <address>  send it to an address on this machine as well

INFRA_URL and INFRA_KEY go before what login kept.
Exit codes: 0 done, 1 the job failed, 2 usage or input, 3 the key, 4 credits or a limit,
5 nobody serves it now, 6 unreachable, 130 interrupted (the job is cancelled).`

const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A second interrupt means that the user doesn't want to wait for the network.
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
    interrupt.abort()
  })
}
// The reader of the output has enough, as `head` does.
process.stdout.on('error', () => process.exit(exitCodes.done))

const { env, stdin, stdout, stderr } = process
const shell: Shell = { env, home: homedir(), stdin, stdout, stderr, signal: interrupt.signal }
const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) {
  process.exitCode = await command(shell, args).catch((error: unknown) => {
    print(stderr, sentenceOf(error))
    return exitCodeOf(error)
  })
} else {
  const isAsked = ['help', '--help', '-h'].includes(name)
  print(isAsked ? stdout : stderr, HELP)
  process.exitCode = isAsked ? exitCodes.done : exitCodes.usage
}
