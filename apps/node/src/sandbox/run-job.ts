import { createInterface } from 'node:readline'
import { JobFailure, type Runner, type RunnerOutput } from '../runners/runner.ts'
import { frameOf, REPORTS_FD, writeAll } from './frames.ts'
import type { Order, Report } from './messages.ts'

// The child: runs one app's jobs, one after the other, and knows nothing about the network.

const [, , table, appId] = process.argv as [string, string, string, string]
const { runners }: { runners: Record<string, () => Promise<Runner>> } = await import(table)
let runner: Promise<Runner> | undefined

const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => void run(JSON.parse(line)))
// The agent has exited, perhaps by kill -9. There's nothing to clean up, and native threads would delay a normal exit.
orders.on('close', end)
report({ is: 'ready' })

async function run(order: Order): Promise<void> {
  try {
    runner ??= runners[appId]!()
    const outputs = await (await runner)({
      ...order,
      progress: (part, stage) => report({ is: 'progress', part, stage }),
      text: (append) => report({ is: 'text', append }),
    })
    report({ is: 'done', outputs: outputs.map(announced) })
    for (const output of outputs) if ('bytes' in output) write(output.bytes)
  } catch (error) {
    report(failureOf(error))
  }
}

function announced(output: RunnerOutput) {
  return 'text' in output ? output : { ...output, bytes: output.bytes.length }
}

function failureOf(error: unknown): Report {
  if (error instanceof JobFailure)
    return { is: 'failed', reason: error.reason, detail: error.message, final: error.final }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const reason = /out of memory|failed to allocate|could not allocate|bad_alloc|allocation failed/i.test(
    detail,
  )
    ? 'out_of_memory'
    : 'app_failed'
  return { is: 'failed', reason, detail, final: false }
}

function report(report: Report): void {
  write(frameOf(report))
}

function write(bytes: Uint8Array): void {
  try {
    writeAll(REPORTS_FD, bytes)
  } catch {
    // The agent is gone, so there is nobody to write to.
    end()
  }
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
