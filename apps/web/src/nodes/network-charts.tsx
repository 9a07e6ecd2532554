import { findApp } from '@infra/protocol/catalogue'
import type { PerfStats } from '@infra/protocol/stats'
import { HeatScale } from '../ui/heat-scale.tsx'
import { inferno } from '../ui/inferno.ts'
import { secondsWords } from '../ui/seconds-words.ts'
import { type Bar, HourBars } from './hour-bars.tsx'
import { percent } from './node-words.ts'

const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The last 24 hours of the network. */
export function NetworkCharts({ stats }: { stats: PerfStats }) {
  const finished = sum(stats.hours.map((hour) => hour.finished))
  const failed = sum(stats.hours.map((hour) => hour.failed))
  const most = Math.max(...stats.hours.map((hour) => hour.finished), 0)
  const slowest = Math.max(...stats.hours.map(({ p90Seconds }) => p90Seconds ?? 0), 0)
  const rate = finished + failed > 0 ? failed / (finished + failed) : 0
  return (
    <section aria-label="The last 24 hours" className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-3">
        <HourBars
          title="Finished an hour"
          summary={`${finished} jobs in 24 hours, ${most} in the busiest hour.`}
          top={`${finished} in 24 h`}
          scale="heat"
          bars={barsOf(
            stats,
            ({ finished }) => finished,
            (value) => `${value ?? 0} finished`,
          )}
        />
        <HourBars
          title="Run time, slowest tenth"
          summary={
            slowest > 0 ? `One in ten took ${secondsWords(slowest)} or more at worst.` : 'Nothing ran.'
          }
          top={slowest > 0 ? `up to ${secondsWords(slowest)}` : 'nothing ran'}
          scale="still"
          bars={barsOf(stats, ({ p90Seconds }) => p90Seconds, secondsWords)}
        />
        <HourBars
          title="Failed an hour"
          summary={`${failed} jobs failed in 24 hours, ${percent(rate)} of all.`}
          top={`${failed}, ${percent(rate)} of all`}
          scale="hot"
          bars={barsOf(
            stats,
            ({ failed }) => failed,
            (value) => `${value ?? 0} failed`,
          )}
        />
      </div>
      <AppBars apps={stats.apps} />
      <HeatScale />
    </section>
  )
}

function barsOf(
  { hours }: PerfStats,
  value: (hour: PerfStats['hours'][number]) => number | null,
  words: (value: number | null) => string,
): Bar[] {
  return hours.map((hour) => ({
    label: hourFormat.format(hour.hour),
    value: value(hour),
    words: words(value(hour)),
  }))
}

/** Which apps the network is busy with. */
function AppBars({ apps }: { apps: PerfStats['apps'] }) {
  const ranked = apps.toSorted((a, b) => b.finished - a.finished)
  const most = ranked[0]?.finished ?? 0
  if (ranked.length === 0) return null
  return (
    <figure className="flex flex-col gap-3 border border-line p-4 sm:p-5">
      <figcaption>
        <h3 className="font-mono text-sm">By app, 24 hours</h3>
      </figcaption>
      <ul className="flex flex-col gap-2.5">
        {ranked.map(({ appId, finished, failed, p50Seconds }) => (
          <li
            key={appId}
            className="grid grid-cols-[minmax(5rem,9rem)_minmax(2rem,1fr)] items-center gap-x-4 font-mono text-sm lg:grid-cols-[9rem_minmax(0,1fr)_14rem]"
          >
            <span className="truncate">{findApp(appId)?.name ?? appId}</span>
            <span aria-hidden="true" className="h-2 bg-raised">
              <span
                className="block h-full"
                style={{
                  width: `${most > 0 ? (finished / most) * 100 : 0}%`,
                  background: inferno(0.25 + 0.7 * (most > 0 ? finished / most : 0)),
                }}
              />
            </span>
            <span className="col-span-2 text-muted lg:col-span-1 lg:text-right">
              {finished} done{failed > 0 && `, ${failed} failed`}, {secondsWords(p50Seconds)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
