import type { NodeTrust, TrustNumbers } from '@infra/protocol/trust'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { Link } from '../navigation/link.tsx'
import { describeChecks, describeLevel, describeNext, levelLabels } from './describe-trust.ts'
import { nodeTrustQuery, trustFiguresQuery } from './trust-queries.ts'

/** For everyone: a node's standing in each app. Renders nothing on a network that doesn't check nodes. */
export function NodeTrustSection({ id }: { id: string }) {
  const { data, error } = useQuery(nodeTrustQuery(id), queryClient)
  if (error) return <p className="text-muted">Couldn’t load its checks. {errorMessage(error)}</p>
  if (!data || data.items.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-mono text-sm">Checks by app</h3>
      {data.isReference && (
        <p className="text-muted">A machine of the network itself: others are compared with it.</p>
      )}
      <AppChecks items={data.items} />
      <AboutTrust />
    </section>
  )
}

/** For its operator: the same, with the jobs that the node gets and how to get more. Loaded when it's opened. */
export function OperatorTrust({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const trust = useQuery({ ...nodeTrustQuery(id), enabled: isOpen }, queryClient)
  const figures = useQuery({ ...trustFiguresQuery, enabled: isOpen }, queryClient)
  const error = trust.error ?? figures.error
  return (
    <details className="border border-line p-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-mono text-sm">Checks by app</summary>
      <div className="mt-4 flex flex-col gap-4" aria-live="polite">
        {error && <p role="alert">Couldn’t load the checks. {errorMessage(error)}</p>}
        {figures.data && !figures.data.checksNodes && (
          <p className="text-muted">This network does not check its nodes, so every node gets every job.</p>
        )}
        {trust.data && figures.data?.checksNodes && (
          <>
            {trust.data.items.length === 0 && (
              <p className="text-muted">
                Results of the apps that it serves cannot be compared, so they are not checked. It gets public
                jobs.
              </p>
            )}
            <AppChecks items={trust.data.items} numbers={figures.data.numbers} />
          </>
        )}
        <AboutTrust />
      </div>
    </details>
  )
}

function AppChecks({ items, numbers }: { items: readonly NodeTrust[]; numbers?: TrustNumbers }) {
  return (
    <ul className="flex flex-col border-y border-line empty:hidden">
      {items.map((trust) => (
        <li key={trust.app.id} className="flex flex-col gap-1 border-t border-line py-3 first:border-t-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{trust.app.name}</span>
            <span className={`label ${trust.isWatched ? 'text-danger' : ''}`}>
              {trust.isWatched ? 'Watched' : levelLabels[trust.level]}
            </span>
          </p>
          <p className="text-muted">
            {numbers ? describeNext(trust, numbers) : describeLevel(trust)} {describeChecks(trust)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function AboutTrust() {
  return (
    <Link to="/nodes" search={{ about: 'trust' }} className="self-start underline underline-offset-4">
      How results are checked
    </Link>
  )
}
