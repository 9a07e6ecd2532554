import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Infra } from '../infra.ts'
import { JobError } from '../infra-error.ts'
import { cancelled, commonOptions, showFields, watchToEnd } from './run-command.ts'
import { connectionOf } from './settings.ts'
import { credits, exitCodes, print, type Shell, UsageError } from './shell.ts'
import { receiptIn, verifyReceipt } from './verify-receipt.ts'

/** `infra apps [app]` */
export async function appsCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, values, positionals } = await readCommand(shell, args)
  const [id] = positionals
  const apps = id ? [await infra.app(id)] : await infra.apps()
  if (values.json) for (const app of apps) print(shell.stdout, JSON.stringify(app))
  else if (id) showFields(shell, apps[0]!)
  else
    for (const app of apps)
      print(shell.stdout, `${app.id.padEnd(16)} ${app.tagline}${app.nodes ? '' : ' (no node online)'}`)
  return exitCodes.done
}

/** `infra jobs` */
export async function jobsCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, values } = await readCommand(shell, args)
  const { items } = await infra.jobs()
  for (const job of items) {
    const line = [
      job.id,
      job.app.id.padEnd(16),
      job.status.padEnd(9),
      credits(job.charged).padEnd(12),
      job.createdAt,
    ]
    print(shell.stdout, values.json ? JSON.stringify(job) : line.join(' '))
  }
  return exitCodes.done
}

/** `infra watch <job>`. An interrupt doesn't end the job. */
export async function watchCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, values, positionals } = await readCommand(shell, args)
  const job = await watchToEnd(infra, jobIdIn(positionals), shell, values.json)
  if (!job) return exitCodes.interrupted
  if (job.status !== 'finished') throw new JobError(job)
  if (!values.json) print(shell.stdout, `Job ${job.id} is finished. It cost ${credits(job.charged)}.`)
  return exitCodes.done
}

/** `infra cancel <job>` */
export async function cancelCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, values, positionals } = await readCommand(shell, args)
  const job = await infra.cancel(jobIdIn(positionals))
  print(shell.stdout, values.json ? JSON.stringify(job) : cancelled(job))
  return exitCodes.done
}

/** `infra verify receipt.json [result …]` */
export async function verifyCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, values, positionals } = await readCommand(shell, args)
  const [path, ...files] = positionals
  if (!path) throw new UsageError('Which receipt? infra run --receipt writes one.')
  const receipt = receiptIn(jsonIn(await readFile(path, 'utf8')))
  if (!receipt) throw new UsageError(`${path} has no receipt.`)
  const results = await Promise.all(
    files.map(async (file) => [basename(file), new Uint8Array(await readFile(file))] as const),
  )
  const claims = await verifyReceipt(receipt, await infra.networkKeys(), Object.fromEntries(results))
  for (const claim of claims)
    print(shell.stdout, values.json ? JSON.stringify(claim) : `${claim.holds ? 'yes' : 'NO '} ${claim.claim}`)
  return claims.every(({ holds }) => holds) ? exitCodes.done : exitCodes.failed
}

async function readCommand(shell: Shell, args: string[]) {
  const { values, positionals } = parseArgs({ args, options: commonOptions, allowPositionals: true })
  return { values, positionals, infra: new Infra(await connectionOf(shell, values)) }
}

function jobIdIn([id]: string[]): string {
  if (!id) throw new UsageError('Which job? See infra jobs.')
  return id
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
