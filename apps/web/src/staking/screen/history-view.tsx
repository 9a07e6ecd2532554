import { shortAddress } from '@infra/protocol/values/short-address'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { saveCsv } from '../../download/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { type HistoryLine, historyQuery, historyRows, kindLabels } from '../history.ts'
import type { StakingContext } from '../staking-queries.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import { failureMessage } from '../transactions/failure-message.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The user's history, from the contract's events. */
export function HistoryView({ context }: { context: StakingContext }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyQuery(context),
    queryClient,
  )
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <section aria-labelledby="history" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="history" className="text-xl/7 font-semibold">
          History
        </h2>
        {lines.length > 0 && (
          <Button icon="download" onClick={() => saveCsv('infra-staking.csv', historyRows(lines))}>
            History as CSV
          </Button>
        )}
      </div>
      {lines.length > 0 && <HistoryTable lines={lines} />}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="h-32 animate-breathe bg-raised" />
      )}
      {error && (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert" className="text-muted">
            Couldn’t load the history. {failureMessage(error)}
          </p>
          <Button variant="text" icon="refresh" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && lines.length === 0 && (
        <p className="text-muted">
          Nothing yet{hasNextPage ? ' in the newest blocks' : ''}. What you stake, claim and withdraw is
          listed here.
        </p>
      )}
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

const historyColumns = [
  { label: 'What', className: 'pb-2' },
  { label: TOKEN_SYMBOL, className: 'pb-2 text-right' },
  { label: 'Transaction', className: 'pb-2 pl-4 text-right max-sm:sr-only' },
]

function HistoryTable({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">What I staked, claimed and withdrew, newest first</caption>
      <TableHead columns={historyColumns} />
      <tbody>
        {lines.map(({ kind, amount, at, hash, block, index }) => (
          <tr key={`${block} ${index}`} className="border-t border-line align-baseline">
            <td className="py-2.5">
              {kindLabels[kind]}
              <time dateTime={at.toISOString()} className="label block text-muted">
                {moment.format(at)}
              </time>
            </td>
            <td className="py-2.5 text-right font-mono tabular-nums">{shownTokens(amount, { digits: 6 })}</td>
            <td className="py-2.5 pl-4 text-right font-mono text-sm text-muted max-sm:sr-only" title={hash}>
              {shortAddress(hash)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
