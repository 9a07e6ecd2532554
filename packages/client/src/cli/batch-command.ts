import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type BatchOrder, Infra } from '../infra.ts'
import type { Batch } from '../types.ts'
import { commonOptions, readMaxCredits } from './run-command.ts'
import { connectionOf } from './settings.ts'
import { credits, exitCodes, print, readAll, type Shell, UsageError } from './shell.ts'

const options = {
  ...commonOptions,
  'max-credits': { type: 'string' },
  public: { type: 'boolean' },
} as const

/** `infra batch orders.jsonl`: orders all lines or none, and prints a line for each result. An interrupt cancels it. */
export async function batchCommand(shell: Shell, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [path] = positionals
  if (!path) throw new UsageError('Which orders? A file with a line for each, or - for standard input.')
  const maxCredits = readMaxCredits(values['max-credits'])
  const text = path === '-' ? (await readAll(shell.stdin)).toString() : await readFile(path, 'utf8')
  const infra = new Infra(await connectionOf(shell, values))
  try {
    const results = await infra.batch(ordersIn(text), {
      maxCredits,
      visibility: values.public ? 'public' : undefined,
      signal: shell.signal,
      onProgress: (batch) => showProgress(shell, batch),
    })
    for (const result of results) print(shell.stdout, JSON.stringify(result))
    const failed = results.filter(({ status }) => status !== 'finished').length
    const cost = results.reduce((sum, result) => sum + result.credits, 0)
    print(
      shell.stderr,
      `${results.length - failed} of ${results.length} jobs finished. They cost ${credits(cost)}.`,
    )
    return failed > 0 ? exitCodes.failed : exitCodes.done
  } catch (error) {
    if (!shell.signal.aborted) throw error
    print(shell.stderr, 'Cancelled. What had not ended costs nothing.')
    return exitCodes.interrupted
  }
}

function ordersIn(text: string): BatchOrder[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new UsageError('There are no orders.')
  return lines.map((line, index) => {
    const order = orderIn(line)
    if (!order) throw new UsageError(`Line ${index + 1} is not {"app": …, "input": {…}}.`)
    return order
  })
}

function orderIn(line: string): BatchOrder | undefined {
  try {
    const { app, input = {}, ref } = JSON.parse(line)
    return typeof app === 'string' && typeof input === 'object' ? { app, input, ref } : undefined
  } catch {
    return undefined
  }
}

/** On one line of standard error, if that is a terminal. */
function showProgress({ stderr }: Pick<Shell, 'stderr'>, { count, jobs }: Batch): void {
  if (!stderr.isTTY) return
  const ended = count - jobs.queued - jobs.running
  stderr.write(`\r\x1b[K${ended} of ${count} jobs ended${ended === count ? '\n' : '…'}`)
}
