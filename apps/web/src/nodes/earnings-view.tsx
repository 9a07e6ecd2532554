import type { MyNode } from '@infra/protocol/nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { saveCsv } from '../download/save-file.ts'
import { Button } from '../ui/button.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { AppBars } from './app-bars.tsx'
import { describeEarned, type EarningLine, earnedByApp, earningLines, sumOf } from './earnings.ts'
import { HourBars } from './hour-bars.tsx'
import { readAllMyNodes } from './mine/my-node-queries.ts'
import { earningsQuery } from './node-queries.ts'
import { refusalSentence } from './refusal-sentence.ts'

/** The earnings of the operator's nodes, by day and by app; each table can be downloaded. */
export function Earnings({ address }: { address: string }) {
  const { data, error, refetch } = useQuery(earningsQuery(address), queryClient)
  const savingNodes = useMutation(
    { mutationFn: async () => saveCsv('infra-nodes.csv', nodeRows(await readAllMyNodes())) },
    queryClient,
  )
  if (error) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p role="alert" className="text-muted">
          Couldn’t load the earnings. {refusalSentence(error)}
        </p>
        <Button variant="text" icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <div role="status" aria-label="Loading" className="h-44 animate-breathe bg-raised" />
  const lines = earningLines(data)
  const apps = earnedByApp(data)
  const total = sumOf(apps)
  return (
    <div className="flex flex-col gap-4">
      <HourBars
        title="Earned per day"
        summary={`${describeEarned(total)} in ${data.days.length} days.`}
        top={`${formatCount(total.credits, 'credit')} in ${data.days.length} days`}
        scale="heat"
        bars={data.days.map(({ day, apps }) => ({
          label: day,
          value: sumOf(apps).credits,
          text: describeEarned(sumOf(apps)),
        }))}
      />
      <AppBars
        title={`Earned by app, ${data.days.length} days`}
        apps={apps.map((app) => ({ appId: app.appId, value: app.credits, text: describeEarned(app) }))}
      />
      {lines.length > 0 && <DayByDay lines={lines} />}
      <div className="flex flex-wrap gap-3">
        <Button
          icon="download"
          disabled={lines.length === 0}
          onClick={() => saveCsv('infra-earnings.csv', earningRows(lines))}
        >
          Earnings as CSV
        </Button>
        <Button icon="download" disabled={savingNodes.isPending} onClick={() => savingNodes.mutate()}>
          Nodes as CSV
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {savingNodes.error && refusalSentence(savingNodes.error)}
      </p>
    </div>
  )
}

const dayColumns = [
  { label: 'Day (UTC)', className: 'py-2' },
  { label: 'App', className: 'py-2' },
  { label: 'Jobs', className: 'py-2 text-right' },
  { label: 'Credits', className: 'py-2 text-right' },
]

/** The figures of the bars as a table. */
function DayByDay({ lines }: { lines: readonly EarningLine[] }) {
  return (
    <details className="border border-line p-4 sm:p-5">
      <summary className="cursor-pointer font-mono text-sm">Day by day</summary>
      <table className="mt-3 w-full border-collapse text-left font-mono text-sm tabular-nums">
        <caption className="sr-only">Earnings by day and app, days in UTC</caption>
        <TableHead columns={dayColumns} />
        <tbody>
          {lines.map(({ day, app, jobs, credits }) => (
            <tr key={`${day} ${app}`} className="border-t border-line">
              <td className="py-2 pr-3 whitespace-nowrap">{day}</td>
              <td className="py-2 pr-3">{app}</td>
              <td className="py-2 text-right">{jobs.toLocaleString('en')}</td>
              <td className="py-2 pl-3 text-right">{credits.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function earningRows(lines: readonly EarningLine[]): (string | number)[][] {
  return [
    ['day (UTC)', 'app', 'jobs', 'credits'],
    ...lines.map(({ day, app, jobs, credits }) => [day, app, jobs, credits]),
  ]
}

function nodeRows(nodes: readonly MyNode[]): (string | number)[][] {
  return [
    [
      'name',
      'address',
      'tags',
      'state',
      'version',
      'jobs',
      'success',
      'uptime week',
      'credits earned',
      'why no jobs',
    ],
    ...nodes.map((node) => [
      node.name,
      node.id,
      node.tags.join(', '),
      node.state,
      node.agentVersion ?? '',
      node.jobsDone,
      node.success?.rate ?? '',
      node.uptime.week,
      node.creditsEarned,
      node.whyNoJobs ?? '',
    ]),
  ]
}
