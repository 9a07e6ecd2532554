import type { Sanction, SanctionDecision, SanctionStage } from '@infra/protocol/sanctions'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { PagedList } from '../lists/paged-list.tsx'
import { PersonLink } from '../navigation/person-link.tsx'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { decidingSanction, sanctionsQuery } from './moderation-queries.ts'
import { NodeLink } from './node-link.tsx'
import { ReasonForm } from './reason-form.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const stageLabels: Record<SanctionStage, string> = {
  appealed: 'With an appeal',
  in_force: 'In force',
  lifted: 'Lifted',
}

/** Suspended and banned nodes and operators, and their appeals. */
export function SanctionQueue() {
  const [stage, setStage] = useState<SanctionStage>('appealed')
  const list = useInfiniteQuery(sanctionsQuery(stage), queryClient)
  return (
    <>
      <Choices legend="Which decisions" labels={stageLabels} value={stage} onChange={setStage} />
      <PagedList
        list={list}
        keyOf={({ id }) => id}
        nothing={
          stage === 'appealed'
            ? 'No appeal waits for an answer. To suspend or ban a node, open it on Nodes.'
            : 'There is none.'
        }
        older="Older decisions"
      >
        {(sanction) => <SanctionCard sanction={sanction} />}
      </PagedList>
    </>
  )
}

function SanctionCard({ sanction }: { sanction: Sanction }) {
  const { node, operator, kind, why, at, appeal, lifted } = sanction
  return (
    <article
      aria-label={node ? node.name : (operator.name ?? operator.shortAddress)}
      className="flex flex-col gap-4 py-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          {node ? (
            <NodeLink id={node.id}>
              <bdi>{node.name}</bdi>
            </NodeLink>
          ) : (
            'All nodes'
          )}{' '}
          · {kind}
        </p>
        <p className="label text-muted">
          of <PersonLink id={operator.id}>{operator.name ?? operator.shortAddress}</PersonLink> ·{' '}
          <time dateTime={at.toISOString()}>{moment.format(at)}</time>
        </p>
      </div>
      <p className="break-words">
        <bdi>{why}</bdi>
      </p>
      {appeal && (
        <div className="flex flex-col gap-2 border-l border-edge pl-4">
          <p className="break-words">
            Appeal: <bdi>{appeal.text}</bdi>
          </p>
          {appeal.answer !== null && (
            <p className="break-words text-muted">
              Answered: <bdi>{appeal.answer}</bdi>
            </p>
          )}
        </div>
      )}
      {lifted ? (
        <p className="break-words text-muted">
          Lifted: <bdi>{lifted.why}</bdi>
        </p>
      ) : (
        <Decision sanction={sanction} />
      )}
    </article>
  )
}

function Decision({ sanction: { id, appeal } }: { sanction: Sanction }) {
  const decide = useMutation(
    {
      ...decidingSanction,
      onSuccess: (_, { act }) => toast('notice', doneMessages[act]),
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  const acts: SanctionDecision[] = appeal && appeal.answer === null ? ['lift', 'uphold'] : ['lift']
  return (
    <ReasonForm
      hint="Its operator reads this, and it stays on record."
      isPending={decide.isPending}
      onDecide={(why, act = acts[0]) => decide.mutate({ id, act: act as SanctionDecision, why })}
    >
      {acts.map((act) => (
        <Button key={act} type="submit" value={act} disabled={decide.isPending}>
          {actLabels[act]}
        </Button>
      ))}
    </ReasonForm>
  )
}

const actLabels: Record<SanctionDecision, string> = { lift: 'Lift it', uphold: 'Reject the appeal' }

const doneMessages: Record<SanctionDecision, string> = {
  lift: 'Lifted. The operator is notified.',
  uphold: 'Rejected. The operator is notified.',
}
