import type { MyNode } from '@infra/protocol/nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { Link } from '../../navigation/link.tsx'
import { Button } from '../../ui/button.tsx'
import { sandboxWarning } from '../describe-node.ts'
import { updating } from '../node-queries.ts'
import { refusalSentence } from '../refusal-sentence.ts'
import { StateMark } from '../state-mark.tsx'
import { NodeUpdate } from '../updates/node-update.tsx'
import { describeLastDay } from './describe-attempt.ts'
import type { Selection } from './selection.ts'
import { TagList } from './tag-list.tsx'
import { WhyNoJobs } from './why-no-jobs.tsx'

interface MyNodeRowProps {
  node: MyNode
  /** Undefined if there's nothing to select. */
  selection?: Selection
}

/** A node in the list: what it does and, if it does nothing, why. The rest is on its own page. */
export function MyNodeRow({ node, selection }: MyNodeRowProps) {
  const { name, alerts, maintenance } = node
  const resting = useMutation(updating, queryClient)
  const warning = sandboxWarning(node.sandbox)
  return (
    <li aria-label={name} className="flex gap-4 border-t border-line p-4 first:border-t-0 sm:px-5">
      {selection && (
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className="mt-3 size-5 shrink-0 accent-hot"
          checked={selection.has(node.id)}
          onChange={(event) =>
            selection.choose(node.id, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
          }
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <p className="min-w-0 flex-1 basis-40 truncate text-lg/7">
            <Link
              to="/profile/nodes"
              search={{ node: node.id }}
              openedHere
              dir="auto"
              className="inline-block max-w-full truncate py-2 align-middle font-semibold underline decoration-edge underline-offset-4 hover:decoration-text"
            >
              {name}
            </Link>
          </p>
          <StateMark node={node} isPaused={node.pausedUntil !== null && !maintenance} />
          {alerts.length > 0 && (
            <span className="font-mono text-sm text-danger">{formatCount(alerts.length, 'alert')}</span>
          )}
          <p className="font-mono text-sm text-muted tabular-nums">24 h: {describeLastDay(node)}</p>
          <Button
            variant="text"
            className="-mx-5 max-sm:ml-auto"
            disabled={resting.isPending}
            onClick={() => resting.mutate({ id: node.id, maintenance: !maintenance })}
          >
            {maintenance ? 'Take jobs again' : 'Start maintenance'}
          </Button>
        </div>
        <TagList tags={node.tags} />
        <NodeUpdate node={node} />
        <WhyNoJobs node={node} />
        {warning && <p className="border-l-2 border-danger pl-4">{warning}</p>}
        <p role="alert" className="text-danger empty:hidden">
          {resting.error && refusalSentence(resting.error)}
        </p>
      </div>
    </li>
  )
}
