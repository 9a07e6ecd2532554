import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readerOf } from '../../account/account.ts'
import { useAccount } from '../../account/account-context.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { queryClient } from '../../api/query-client.ts'
import { SubPageHead } from '../../navigation/sub-page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { myNodesQuery } from '../mine/my-node-queries.ts'
import { DemandBoard } from './demand-board.tsx'
import { demandQuery, estimateQuery } from './estimate-queries.ts'
import { EstimateView } from './estimate-view.tsx'
import { type Machine, queryOf, usualMachine } from './machine.ts'
import { MachineForm } from './machine-form.tsx'

/** What a machine would earn here, and what people ask for. */
export function EarningPage({ onClose }: { onClose: () => void }) {
  const reader = readerOf(useAccount())
  const mine = useInfiniteQuery({ ...myNodesQuery(reader ?? ''), enabled: reader !== undefined }, queryClient)
  const [asked, setAsked] = useState<Machine>()
  const query = queryOf(asked ?? usualMachine, new Date().getTimezoneOffset())
  const estimate = useQuery({ ...estimateQuery(query), enabled: asked !== undefined }, queryClient)
  const demand = useQuery(demandQuery, queryClient)
  const nodes =
    mine.data?.pages.flatMap(({ items }) => items).filter(({ hardware }) => hardware !== null) ?? []
  return (
    <article className="flex flex-col gap-10">
      <header className="flex flex-col gap-3">
        <SubPageHead title="What would a machine earn?" above="All nodes" onClose={onClose} />
        <p className="max-w-[38rem] text-lg/7 text-muted">
          We replay the jobs of the last seven days as if your machine had been online, by the network’s own
          rules. Next week may differ.
        </p>
      </header>
      <div>
        <Part title="Your machine">
          <MachineForm nodes={nodes} isBusy={estimate.isFetching} onAsk={setAsked} />
          <div aria-live="polite" className="flex flex-col gap-4 pt-4 empty:hidden">
            {estimate.error && asked && (
              <Failed what="the estimate" error={estimate.error} onRetry={() => estimate.refetch()} />
            )}
            {estimate.data && asked && <EstimateView estimate={estimate.data} />}
          </div>
        </Part>
        <Part title="What people ask for" isWide>
          {demand.error && !demand.data && (
            <Failed what="it" error={demand.error} onRetry={() => demand.refetch()} />
          )}
          {!demand.data && !demand.error && (
            <div role="status" aria-label="Loading" className="h-64 animate-breathe bg-raised" />
          )}
          {demand.data && <DemandBoard apps={demand.data.items} />}
        </Part>
      </div>
    </article>
  )
}

function Part({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-4 border-t border-line py-8 xl:grid-cols-[14rem_minmax(0,1fr)]">
      <h3 className="text-xl/7 font-semibold">{title}</h3>
      <div className={`flex min-w-0 flex-col gap-4 ${isWide ? '' : 'max-w-[42rem]'}`}>{children}</div>
    </section>
  )
}

function Failed({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="alert">
        Couldn’t load {what}. {errorMessage(error)}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
