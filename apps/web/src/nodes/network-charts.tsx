import type { PerfStats } from '@infra/protocol/stats'
import { formatCount, formatNumber } from '@infra/protocol/values/format-count'
import { formatSeconds } from '../ui/format-seconds.ts'
import { AppBars } from './app-bars.tsx'
import { percent } from './describe-node.ts'
import { HourBars } from './hour-bars.tsx'

const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The last 24 hours of the network. */
export function NetworkCharts({ stats }: { stats: PerfStats }) {
  const finished = sum(stats.hours.map((hour) => hour.finished))
  const failed = sum(stats.hours.map((hour) => hour.failed))
  const most = Math.max(...stats.hours.map((hour) => hour.finished), 0)
  const rate = finished + failed > 0 ? failed / (finished + failed) : 0
  return (
    <section aria-label="The last 24 hours" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        <HourBars
          title="Finished per hour"
          summary={`${formatCount(finished, 'job')} in 24 hours, ${formatNumber(most)} in the busiest hour.`}
          top={`${formatNumber(finished)} in 24 h`}
          scale="heat"
          bars={stats.hours.map(({ hour, finished }) => ({
            label: hourFormat.format(hour),
            value: finished,
            text: `${formatNumber(finished)} finished`,
          }))}
        />
        <Durations
          title="Wait for a node"
          hours={stats.hours.map((hour) => [hour.hour, hour.waitP50Seconds, hour.waitP90Seconds])}
        />
        <Durations
          title="Run time"
          hours={stats.hours.map((hour) => [hour.hour, hour.p50Seconds, hour.p90Seconds])}
        />
        <HourBars
          title="Failed per hour"
          summary={`${formatCount(failed, 'job')} failed in 24 hours, ${percent(rate)} of all.`}
          top={`${formatNumber(failed)}, ${percent(rate)} of all`}
          scale="hot"
          bars={stats.hours.map(({ hour, failed }) => ({
            label: hourFormat.format(hour),
            value: failed,
            text: `${formatNumber(failed)} failed`,
          }))}
        />
      </div>
      <AppBars
        title="By app, 24 hours"
        apps={stats.apps.map(({ appId, finished, failed, p50Seconds }) => ({
          appId,
          value: finished,
          text: `${formatNumber(finished)} done${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}, ${formatSeconds(p50Seconds)}`,
        }))}
      />
    </section>
  )
}

interface DurationsProps {
  title: string
  /** The median and the 90th percentile of durations. */
  hours: [hour: Date, p50Seconds: number | null, p90Seconds: number | null][]
}

/** The median is drawn solid, the 90th percentile above it faint. */
function Durations({ title, hours }: DurationsProps) {
  const slowest = Math.max(...hours.map(([, , p90Seconds]) => p90Seconds ?? 0))
  return (
    <HourBars
      title={title}
      summary={slowest > 0 ? `In the slowest hour, 10 % took ${formatSeconds(slowest)} or more.` : 'No jobs.'}
      top={slowest > 0 ? `slowest 10 %: ${formatSeconds(slowest)}` : 'no jobs'}
      scale="still"
      bars={hours.map(([hour, p50Seconds, p90Seconds]) => ({
        label: hourFormat.format(hour),
        value: p90Seconds,
        full: p50Seconds,
        text:
          p90Seconds === null
            ? 'no jobs'
            : `typically ${formatSeconds(p50Seconds)}, slowest 10 %: ${formatSeconds(p90Seconds)} or more`,
      }))}
    />
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
