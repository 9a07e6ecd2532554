import type { Job } from '@infra/protocol/jobs'
import type { ReactNode } from 'react'
import type { Outcome } from './try-request.ts'

interface RequestOutcomeProps {
  app: string
  outcome: Outcome
  showResult: (job: Job) => ReactNode
}

/** The request and the response: headers, then the result or the refusal. */
export function RequestOutcome({ app, outcome, showResult }: RequestOutcomeProps) {
  const { fields, status, headers, job, error } = outcome
  return (
    <div role="status" className="flex min-w-0 flex-col gap-6 border-t border-line pt-5">
      <Lines
        title={`POST /v1/apps/${job?.app.id ?? app}`}
        lines={fields.map(([name, value]) => [name, value])}
      />
      <Lines title={`Answer ${status}`} lines={headers} />
      {error && <p className="border-l-2 border-danger pl-4">{error}</p>}
      {job && showResult(job)}
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-mono text-sm font-semibold">{title}</h3>
      <dl className="grid gap-x-6 gap-y-1 font-mono text-sm/6 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="truncate max-sm:mb-2" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
