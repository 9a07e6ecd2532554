import type { CheckJudgement, DisputedCheck } from '@infra/protocol/moderation'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { mainOutput } from '../jobs/job-rules.ts'
import { describeInput, fieldLabel } from '../jobs/viewer/describe-input.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { disputedChecksQuery, judgingCheck } from './moderation-queries.ts'
import { NodeLink } from './node-link.tsx'
import { OutputPreview } from './output-preview.tsx'
import { ReasonForm } from './reason-form.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Checks in which machines differ and there's no majority. */
export function DisputedChecks() {
  const list = useInfiniteQuery(disputedChecksQuery, queryClient)
  return (
    <PagedList
      list={list}
      keyOf={({ id }) => id}
      nothing="Nothing to review. Checks that machines can’t decide appear here."
      older="Older checks"
    >
      {(check) => <CheckCard check={check} />}
    </PagedList>
  )
}

function CheckCard({ check }: { check: DisputedCheck }) {
  const { app, at, input, results } = check
  return (
    <article aria-label={`${app.name}, ${moment.format(at)}`} className="flex flex-col gap-5 py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">{app.name}</p>
        <time dateTime={at.toISOString()} className="label text-muted">
          {moment.format(at)}
        </time>
      </div>
      {input ? (
        <Input appId={app.id} input={input} />
      ) : (
        <p className="text-muted">This job is private, so you can’t see it and can only leave it as it is.</p>
      )}
      <ol className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {results.map(({ node, isReference, outputs }, index) => (
          <li key={node.id} className="flex min-w-0 flex-col gap-2">
            <p className="label text-muted">{roleOf(index)}</p>
            <p>
              <NodeLink id={node.id}>
                <bdi>{node.name}</bdi>
              </NodeLink>
              {isReference && <span className="text-muted"> · of the network</span>}
            </p>
            {input && (
              <OutputPreview file={mainOutput({ outputs })} name={`${roleOf(index)}, by ${node.name}`} />
            )}
          </li>
        ))}
      </ol>
      <Decision check={check} />
    </article>
  )
}

/** If the first is found wrong, its owner gets the second one. */
function roleOf(index: number): string {
  return ['Result under check', 'Second machine'][index] ?? 'Asked after it'
}

function Input({ appId, input }: { appId: string; input: NonNullable<DisputedCheck['input']> }) {
  return (
    <div className="flex flex-col gap-3 border-l border-edge pl-4">
      {input.files.map((file) => (
        <div key={file.name} className="max-w-64">
          <OutputPreview file={file} name={`Input: ${fieldLabel(appId, file.name)}`} />
        </div>
      ))}
      {Object.entries(input.values).map(([name, value]) => {
        const [label, words] = describeInput(appId, name, value)
        return (
          <p key={name} className="break-words">
            <span className="text-muted">{label}: </span>
            <bdi>{words}</bdi>
          </p>
        )
      })}
    </div>
  )
}

function Decision({ check: { id, input } }: { check: DisputedCheck }) {
  const decide = useMutation(
    {
      ...judgingCheck,
      onSuccess: (_, { act }) => toast('notice', doneMessages[act]),
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  const acts: CheckJudgement[] = input ? ['leave', 'agreed', 'contradicted'] : ['leave']
  return (
    <ReasonForm
      hint={
        input
          ? 'It stays on record. If the result is wrong, its owner gets the second one and their credits back, and its node is fined.'
          : 'It stays on record.'
      }
      isPending={decide.isPending}
      onDecide={(why, act = acts[0]) => decide.mutate({ id, act: act as CheckJudgement, why })}
    >
      {acts.map((act) => (
        <Button key={act} type="submit" value={act} disabled={decide.isPending}>
          {actLabels[act]}
        </Button>
      ))}
    </ReasonForm>
  )
}

const actLabels: Record<CheckJudgement, string> = {
  leave: 'Nobody can tell',
  agreed: 'The result is right',
  contradicted: 'The result is wrong',
}

const doneMessages: Record<CheckJudgement, string> = {
  leave: 'Left as it is. It counts against nobody.',
  agreed: 'Counted as right.',
  contradicted: 'Counted as wrong. Its owner gets the other result.',
}
