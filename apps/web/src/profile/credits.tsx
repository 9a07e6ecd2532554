import type { StatementLine } from '@infra/protocol/credits'
import { stakeTiers } from '@infra/protocol/staking'
import type { Me } from '@infra/protocol/users'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { saveCsv } from '../download/save-file.ts'
import { Button } from '../ui/button.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { type FoldedLine, foldStatement } from './fold-statement.ts'
import { PriceList } from './price-list.tsx'
import { creditsQuery, readWholeStatement, statementQuery } from './profile-queries.ts'
import { Section } from './section.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const statementColumns = [
  { label: 'What', className: 'pb-2' },
  { label: 'Credits', className: 'pb-2 text-right' },
]

interface CreditsProps {
  address: string
  tier: Me['tier']
  /** Renders a link to the job that a line is about. */
  jobLink: (id: string, children: ReactNode) => ReactNode
}

/** The balance and its history: one line per job. The download has every movement. */
export function Credits({ address, tier, jobLink }: CreditsProps) {
  const { data: credits, error } = useQuery(creditsQuery(address), queryClient)
  const statement = useInfiniteQuery(statementQuery(address), queryClient)
  const lines = statement.data?.pages.flatMap(({ items }) => items) ?? []
  const saving = useMutation(
    { mutationFn: async () => saveCsv('infra-statement.csv', statementRows(await readWholeStatement())) },
    queryClient,
  )
  const problem = error ?? statement.error ?? saving.error
  return (
    <Section title="Credits">
      <dl className="grid gap-px border border-line bg-line sm:grid-cols-3">
        <Amount name="To spend" amount={credits?.available} />
        <Amount name="Held for open jobs" amount={credits?.held} />
        <Amount name="Pending earnings" amount={credits?.pending} />
      </dl>
      {credits !== undefined && credits.pending > 0 && (
        <p className="text-muted">
          What your nodes earn can be spent after three days and a hundred further results, or after thirty
          days.
        </p>
      )}
      {tier && (
        <p className="text-muted">
          Your stake ({tier}) brings {dailyCreditsOf(tier)} more per day.
        </p>
      )}
      <PriceList />
      {problem && (
        <p role="alert" className="text-danger">
          {describeRefusal(problem).sentence}
        </p>
      )}
      {lines.length > 0 && (
        <table className="w-full text-left">
          <caption className="sr-only">Statement</caption>
          <TableHead columns={statementColumns} />
          <tbody>
            {foldStatement(lines).map((line) => (
              <Line key={line.key} line={line} jobLink={jobLink} />
            ))}
          </tbody>
        </table>
      )}
      {statement.isPending && (
        <div role="status" aria-label="Loading" className="h-32 animate-breathe bg-raised" />
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {statement.hasNextPage && (
          <Button disabled={statement.isFetchingNextPage} onClick={() => void statement.fetchNextPage()}>
            Older entries
          </Button>
        )}
        {lines.length > 0 && (
          <Button icon="download" disabled={saving.isPending} onClick={() => saving.mutate()}>
            Statement as CSV
          </Button>
        )}
        {statement.error && (
          <Button icon="refresh" onClick={() => void statement.refetch()}>
            Try again
          </Button>
        )}
      </div>
    </Section>
  )
}

function dailyCreditsOf(tier: Me['tier']): string | undefined {
  return stakeTiers.find(({ name }) => name === tier)?.dailyCredits.toLocaleString('en')
}

function Amount({ name, amount }: { name: string; amount: number | undefined }) {
  return (
    <div className="flex flex-col-reverse gap-1 bg-ground p-4">
      <dt className="label text-muted">{name}</dt>
      <dd className="font-mono text-2xl/8 tabular-nums">{amount ?? '–'}</dd>
    </div>
  )
}

function Line({ line, jobLink }: { line: FoldedLine; jobLink: CreditsProps['jobLink'] }) {
  const { kind, at, credits, held, jobId, appName } = line
  const name = appName ?? (jobId ? 'Deleted job' : kinds[kind])
  return (
    <tr className="border-t border-line align-baseline">
      <td className="py-2.5">
        {jobId && appName ? jobLink(jobId, name) : name}
        <span className="block label text-muted">
          <time dateTime={at.toISOString()}>{moment.format(at)}</time>
          {jobId && kind !== 'settle' && ` · ${kinds[kind]}`}
        </span>
      </td>
      <td className="py-2.5 text-right font-mono tabular-nums">
        {kind === 'hold' ? <span className="text-muted">{held} held</span> : signed(credits)}
      </td>
    </tr>
  )
}

function signed(amount: number): string {
  if (amount === 0) return '0'
  return amount > 0 ? `+${amount}` : `−${-amount}`
}

/** All entries, newest first, as shown; times in UTC, so that the file is the same everywhere. */
function statementRows(lines: readonly StatementLine[]): (string | number)[][] {
  return [
    ['time (UTC)', 'what', 'to spend', 'held', 'waiting', 'job'],
    ...lines.map(({ at, kind, available, held, pending, jobId }) => [
      at.toISOString(),
      kinds[kind],
      available,
      held,
      pending,
      jobId ?? '',
    ]),
  ]
}

const kinds: Record<StatementLine['kind'], string> = {
  starter: 'Welcome gift',
  hold: 'Held for a job',
  settle: 'Paid for a job',
  refund: 'Given back',
  earning: 'Earned by a node',
  release: 'Earnings released',
  allowance: 'Daily allowance',
  lapse: 'Allowance lapsed',
  own: 'Run on your own node, free',
  seize: 'Taken after a ban',
  unseize: 'Given back: the ban was lifted',
  void: 'Given back: the result was wrong',
  voided: 'Taken back: a result was wrong',
  fine: 'Fine for a wrong result',
  unfine: 'Fine given back',
}
