import { findApp } from '@infra/protocol/apps/catalogue'
import type { Estimate } from '@infra/protocol/earning/estimates'
import { formatNumber } from '../../ui/format-count.ts'
import {
  describeAddition,
  describeDone,
  describeLimits,
  describeRange,
  describeTooFew,
} from './describe-estimate.ts'

/** What the machine would earn, what keeps it from more, and what would change that. */
export function EstimateView({ estimate }: { estimate: Estimate }) {
  const { credits, firstWeek, jobs, additions, slots } = estimate
  return (
    <div className="flex flex-col gap-8">
      <div className="viewfinder flex flex-col gap-3 p-4 sm:p-5">
        {credits ? (
          <>
            <p className="font-mono text-2xl/8 tabular-nums sm:text-3xl/9">
              {describeRange(credits)} credits per week
            </p>
            <p className="text-muted">
              In about 9 of 10 weeks like the last one, with {slots === 1 ? 'one job' : `${slots} jobs`} at a
              time. It goes by {formatNumber(jobs)} jobs that this machine could have run.
            </p>
          </>
        ) : (
          <>
            <p className="text-xl/7 font-semibold">Too few jobs to tell.</p>
            <p className="text-muted">{describeTooFew(jobs)}</p>
          </>
        )}
        {firstWeek && (
          <p>
            In its first week, {describeRange(firstWeek)} at best. New nodes are checked: for three days they
            get few jobs, then public ones, and private ones after 14 days.
          </p>
        )}
      </div>
      {additions.length > 0 && (
        <section className="flex flex-col gap-3">
          <h4 className="text-lg/7 font-semibold">What to add to earn more</h4>
          <ul className="flex flex-col border-t border-line">
            {additions.map((addition) => (
              <li
                key={describeAddition(addition)}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5"
              >
                {describeAddition(addition)}
                <span className="font-mono text-sm/7 text-muted tabular-nums">
                  about {formatNumber(addition.credits)} more per week
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ByApp apps={estimate.apps} />
    </div>
  )
}

function ByApp({ apps }: { apps: Estimate['apps'] }) {
  const asked = apps.filter((app) => app.asked > 0 && findApp(app.appId)?.state === 'published')
  if (asked.length === 0) return null
  const sorted = asked.toSorted((a, b) => (b.credits ?? 0) - (a.credits ?? 0) || b.asked - a.asked)
  return (
    <section className="flex flex-col gap-3">
      <h4 className="text-lg/7 font-semibold">App by app</h4>
      <ul className="flex flex-col border-t border-line">
        {sorted.map((app) => (
          <li key={app.appId} className="flex flex-col gap-1 border-b border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-6">
              <span className="font-semibold">{findApp(app.appId)!.name}</span>
              <span className="font-mono text-sm/7 tabular-nums">{describeDone(app)}</span>
            </p>
            <p className="text-muted">{describeLimits(app)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
