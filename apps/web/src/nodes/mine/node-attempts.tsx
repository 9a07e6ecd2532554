import type { NodeAttempt } from '@infra/protocol/nodes/my-nodes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { Link } from '../../navigation/link.tsx'
import { IN_TEXT } from '../../navigation/link-styles.ts'
import { Choices } from '../../ui/choices.tsx'
import { formatSeconds } from '../../ui/format-seconds.ts'
import { attemptLabels, checkLabels, describeFailure } from './describe-attempt.ts'
import { attemptsQuery } from './my-node-queries.ts'

const choices = { all: 'All', failed: 'Failed' }

/** What a node tried, newest first. */
export function NodeAttempts({ address, id }: { address: string; id: string }) {
  const [choice, setChoice] = useState<keyof typeof choices>('all')
  const only = choice === 'failed' ? choice : undefined
  const list = useInfiniteQuery(attemptsQuery(address, id, only), queryClient)
  return (
    <section aria-labelledby="node-attempts" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="node-attempts" className="text-xl/7 font-semibold">
          Attempts
        </h2>
        <Choices legend="Which attempts" labels={choices} value={choice} onChange={setChoice} />
      </div>
      <PagedList
        list={list}
        keyOf={(attempt) => attempt.id}
        nothing={only ? 'Nothing failed.' : 'It hasn’t tried a job yet.'}
        older="Show earlier attempts"
      >
        {(attempt) => <Attempt attempt={attempt} />}
      </PagedList>
    </section>
  )
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

function Attempt({ attempt }: { attempt: NodeAttempt }) {
  const { app, state, detail, startedAt, endedAt, jobId, check } = attempt
  const failure = describeFailure(attempt)
  const seconds = (endedAt.getTime() - startedAt.getTime()) / 1000
  return (
    <div className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-40 font-semibold">
          {jobId ? (
            <Link to="." search={(search) => ({ ...search, job: jobId })} openedHere className={IN_TEXT}>
              {app.name}
            </Link>
          ) : (
            app.name
          )}
        </p>
        <p className={`font-mono text-sm ${failure ? 'text-danger' : ''}`}>{attemptLabels[state]}</p>
        {check && (
          <p className={`label ${check === 'contradicted' ? 'text-danger' : 'text-muted'}`}>
            {checkLabels[check]}
          </p>
        )}
        <p className="font-mono text-sm text-muted tabular-nums">{formatSeconds(seconds)}</p>
        <p className="label text-muted">
          <time dateTime={endedAt.toISOString()}>{moment.format(endedAt)}</time>
        </p>
      </div>
      {failure && <p className="text-muted">{failure}</p>}
      {detail && (
        <details>
          <summary className="label cursor-pointer py-2 text-muted hover:text-text">
            What the agent said
          </summary>
          <pre className="max-h-64 overflow-auto border border-line p-3 font-mono text-sm break-words whitespace-pre-wrap">
            {detail}
          </pre>
        </details>
      )}
    </div>
  )
}
