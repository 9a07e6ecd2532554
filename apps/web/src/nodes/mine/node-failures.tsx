import { FAILURE_DAYS, FAILURES_COUNTED_MAX, type FailureCount } from '@infra/protocol/nodes/my-nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { describeFailure } from './describe-attempt.ts'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Why a node failed lately, the most frequent reason first. */
export function NodeFailures({ failures }: { failures: readonly FailureCount[] }) {
  const total = failures.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-labelledby="node-failures" className="flex flex-col gap-4">
      <h2 id="node-failures" className="text-xl/7 font-semibold">
        Failures
      </h2>
      <p className="text-muted">{describeTotal(total)}</p>
      <ul className="flex flex-col border-y border-line empty:hidden">
        {failures.map((failure) => (
          <li
            key={`${failure.state} ${failure.reason}`}
            className="flex flex-wrap items-baseline gap-x-6 border-t border-line py-3 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-48">{describeFailure(failure)}</span>
            <span className="font-mono text-sm tabular-nums">{formatCount(failure.count, 'time')}</span>
            <span className="label text-muted">
              Last <time dateTime={failure.lastAt.toISOString()}>{moment.format(failure.lastAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeTotal(total: number): string {
  if (total === 0) return `None in the last ${FAILURE_DAYS} days.`
  if (total >= FAILURES_COUNTED_MAX)
    return `The last ${FAILURES_COUNTED_MAX.toLocaleString('en')} within ${FAILURE_DAYS} days, by reason.`
  return `${total.toLocaleString('en')} in the last ${FAILURE_DAYS} days.`
}
