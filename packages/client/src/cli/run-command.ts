import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Infra } from '../infra.ts'
import { JobError } from '../infra-error.ts'
import type { App, Job } from '../types.ts'
import { fieldOptions, readInput } from './read-input.ts'
import { connectionOf } from './settings.ts'
import { credits, exitCodes, print, type Shell, UsageError } from './shell.ts'
import { showProgress } from './show-progress.ts'
import { writeOutputs } from './write-outputs.ts'

/** Options that every command has. */
export const commonOptions = {
  url: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const runOptions = {
  ...commonOptions,
  output: { type: 'string', short: 'o' },
  receipt: { type: 'string' },
  'max-credits': { type: 'string' },
  public: { type: 'boolean' },
} as const

export function readMaxCredits(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!Number.isInteger(Number(value))) throw new UsageError('--max-credits takes a number.')
  return Number(value)
}

/** `infra run <app> --<field> …`: orders, shows the progress, writes the result. An interrupt cancels it. */
export async function runCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, app, values, fields } = await readAppCommand(shell, args, runOptions)
  if (values.help) return showFields(shell, app)
  const maxCredits = readMaxCredits(values['max-credits'])
  const input = await readInput(app.fields, fields, shell)
  // Can't be interrupted, because a job can only be cancelled once we know its id.
  const { id } = await infra.submit(app.id, input, {
    maxCredits,
    visibility: values.public ? 'public' : undefined,
  })
  const job = await watchToEnd(infra, id, shell, values.json)
  if (!job) return cancelInterrupted(infra, id, shell, values.json)
  if (job.status !== 'finished') throw new JobError(job)
  if (!values.json || values.output !== undefined) await writeOutputs(infra, job, values.output, shell)
  if (values.receipt !== undefined)
    await writeFile(values.receipt, `${JSON.stringify(job.receipt, null, 2)}\n`)
  if (!values.json) print(shell.stderr, `Job ${id} cost ${credits(job.charged)}.`)
  return exitCodes.done
}

/** `infra price <app> --<field> …` */
export async function priceCommand(shell: Shell, args: string[]): Promise<number> {
  const { infra, app, values, fields } = await readAppCommand(shell, args, commonOptions)
  if (values.help) return showFields(shell, app)
  const price = await infra.price(app.id, await readInput(app.fields, fields, shell))
  print(shell.stdout, values.json ? JSON.stringify(price) : credits(price.credits))
  return exitCodes.done
}

/** The job once it has ended; undefined if the user interrupted. With `--json`, each change is a line. */
export async function watchToEnd(
  infra: Infra,
  id: string,
  shell: Shell,
  json: boolean | undefined,
): Promise<Job | undefined> {
  const bar = showProgress(shell)
  try {
    for await (const event of infra.watch(id, { signal: shell.signal })) {
      if (json) print(shell.stdout, JSON.stringify(event))
      else bar.show(event)
    }
    return await infra.job(id)
  } catch (error) {
    if (shell.signal.aborted) return undefined
    throw error
  } finally {
    bar.clear()
  }
}

async function cancelInterrupted(
  infra: Infra,
  id: string,
  shell: Shell,
  json: boolean | undefined,
): Promise<number> {
  const job = await infra.cancel(id)
  if (json) print(shell.stdout, JSON.stringify(job))
  else print(shell.stderr, cancelled(job))
  return exitCodes.interrupted
}

/** The outcome of canceling a job, and what happened to its price. */
export function cancelled({ id, status, price, charged }: Job): string {
  if (status !== 'cancelled') return `Job ${id} had ended before: ${status}.`
  return `Job ${id} is cancelled. ${price - charged} of ${credits(price)} given back.`
}

/** Parses what follows the name of an app. The app's fields are options, so the app is loaded first. */
async function readAppCommand<const O extends Record<string, { type: 'string' | 'boolean' }>>(
  shell: Shell,
  [id, ...args]: string[],
  options: O,
) {
  if (!id || id.startsWith('-')) throw new UsageError('Which app? See infra apps.')
  const { url } = parseArgs({ args, options: commonOptions, strict: false }).values
  const connection = await connectionOf(shell, { url: typeof url === 'string' ? url : undefined })
  const infra = new Infra(connection)
  const app = await infra.app(id)
  const fields = fieldOptions(app.fields)
  const { values } = parseArgs({ args, options: { ...fields, ...options }, strict: true })
  type Values = ReturnType<typeof parseArgs<{ options: O }>>['values']
  return {
    infra,
    app,
    values: values as Values,
    fields: values as Record<string, string | boolean | undefined>,
  }
}

/** `infra apps <app>`, and `--help` after an app. */
export function showFields(shell: Shell, { id, name, tagline, fields }: App): number {
  print(shell.stdout, `${name}: ${tagline}\n\ninfra run ${id} [options]`)
  for (const field of fields) {
    const choices =
      field.kind === 'choice' ? field.options.map(({ value }) => value).join('|') : `<${field.kind}>`
    const option = field.kind === 'toggle' ? `--[no-]${field.name}` : `--${field.name} ${choices}`
    print(shell.stdout, `  ${option}\n      ${field.help || field.label}`)
  }
  return exitCodes.done
}
