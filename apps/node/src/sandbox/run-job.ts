import { JobFailure, type Runner } from '../runners/runner.ts'
import type { Order, Report } from './messages.ts'

// The child: runs the jobs of one app, one after the other, and knows nothing of the network.

// The agent is gone, perhaps by kill -9. Nothing here is worth tidying, and native threads would only delay the end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const [, , table, appId] = process.argv as [string, string, string, string]
const { runners }: { runners: Record<string, () => Promise<Runner>> } = await import(table)
let runner: Promise<Runner> | undefined

process.on('message', (order: Order) => void run(order))
tell({ is: 'ready' })

async function run(order: Order): Promise<void> {
  try {
    runner ??= runners[appId]!()
    const outputs = await (await runner)({
      ...order,
      progress: (part, stage) => tell({ is: 'progress', part, stage }),
      text: (append) => tell({ is: 'text', append }),
    })
    tell({ is: 'done', outputs })
  } catch (error) {
    tell(failureOf(error))
  }
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

function tell(report: Report): void {
  process.send!(report)
}
