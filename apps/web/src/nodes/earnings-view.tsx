import type { MyNode } from '@infra/protocol/nodes'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { earningsByDay } from './earnings.ts'
import { HourBars } from './hour-bars.tsx'
import { earningsQuery } from './node-queries.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { saveCsv } from './save-csv.ts'

const DAYS_SHOWN = 30

/** What the operator's nodes brought in, day by day; each table can be taken along. */
export function Earnings({ address, nodes }: { address: string; nodes: readonly MyNode[] }) {
  const { data, error, refetch } = useQuery(earningsQuery(address), queryClient)
  if (error) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p role="alert" className="text-muted">
          The earnings did not arrive. {refusalSentence(error)}
        </p>
        <Button look="quiet" icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <div role="status" aria-label="Loading" className="h-44 animate-breathe bg-raised" />
  const days = earningsByDay(data)
  const total = days.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <div className="flex flex-col gap-3">
      {days.length > 0 && (
        <HourBars
          title="Earned a day"
          summary={`${total} credits in ${days.length} days.`}
          top={`${total.toLocaleString('en')} credits`}
          scale="heat"
          bars={days
            .slice(0, DAYS_SHOWN)
            .reverse()
            .map(({ day, credits, jobs }) => ({
              label: day,
              value: credits,
              words: `${credits} credits for ${jobs} jobs`,
            }))}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          icon="download"
          disabled={days.length === 0}
          onClick={() =>
            saveCsv('infra-earnings.csv', [
              ['day', 'credits', 'jobs'],
              ...days.map(({ day, credits, jobs }) => [day, credits, jobs]),
            ])
          }
        >
          Earnings as CSV
        </Button>
        <Button icon="download" onClick={() => saveCsv('infra-nodes.csv', nodeRows(nodes))}>
          Nodes as CSV
        </Button>
      </div>
    </div>
  )
}

function nodeRows(nodes: readonly MyNode[]): (string | number)[][] {
  return [
    ['name', 'address', 'state', 'jobs', 'success', 'uptime week', 'credits earned', 'why no jobs'],
    ...nodes.map((node) => [
      node.name,
      node.id,
      node.state,
      node.jobsDone,
      node.success?.rate ?? '',
      node.uptime.week,
      node.creditsEarned,
      node.whyNoJobs ?? '',
    ]),
  ]
}
