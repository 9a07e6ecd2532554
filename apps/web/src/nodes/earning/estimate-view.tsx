import { findApp } from '@infra/protocol/apps/catalogue'
import {
  ADDITIONS_TITLE,
  appsInDemand,
  describeAddition,
  describeBasis,
  describeDone,
  describeFirstWeek,
  describeGain,
  describeLimits,
  describeRange,
  describeTooFew,
  TOO_FEW,
} from '@infra/protocol/earning/describe-estimate'
import type { Estimate } from '@infra/protocol/earning/estimates'

/** What the machine would earn, what limits it, and what would change that. */
export function EstimateView({ estimate }: { estimate: Estimate }) {
  const { credits, firstWeek, jobs, additions } = estimate
  return (
    <div className="flex flex-col gap-8">
      <div className="viewfinder flex flex-col gap-3 p-4 sm:p-5">
        {credits ? (
          <>
            <p className="font-mono text-2xl/8 tabular-nums sm:text-3xl/9">
              {describeRange(credits)} credits per week
            </p>
            <p className="text-muted">{describeBasis(estimate)}</p>
          </>
        ) : (
          <>
            <p className="text-xl/7 font-semibold">{TOO_FEW}</p>
            <p className="text-muted">{describeTooFew(jobs)}</p>
          </>
        )}
        {firstWeek && <p>{describeFirstWeek(firstWeek)}</p>}
      </div>
      {additions.length > 0 && (
        <section className="flex flex-col gap-3">
          <h4 className="text-lg/7 font-semibold">{ADDITIONS_TITLE}</h4>
          <ul className="flex flex-col border-t border-line">
            {additions.map((addition) => (
              <li
                key={describeAddition(addition)}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5"
              >
                {describeAddition(addition)}
                <span className="font-mono text-sm/7 text-muted tabular-nums">{describeGain(addition)}</span>
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
  const inDemand = appsInDemand(apps)
  if (inDemand.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h4 className="text-lg/7 font-semibold">App by app</h4>
      <ul className="flex flex-col border-t border-line">
        {inDemand.map((app) => (
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
