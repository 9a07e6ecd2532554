import { findApp } from '@infra/protocol/apps/catalogue'
import { inferno } from '../ui/inferno.ts'

import { isShownApp } from './describe-node.ts'

interface AppBarsProps {
  title: string
  apps: readonly { appId: string; value: number; text: string }[]
}

/** The number of jobs by app, most first. Renders nothing if there were none. */
export function AppBars({ title, apps }: AppBarsProps) {
  const ranked = apps.filter(({ appId }) => isShownApp(appId)).toSorted((a, b) => b.value - a.value)
  const most = ranked[0]?.value ?? 0
  if (ranked.length === 0) return null
  return (
    <figure className="flex flex-col gap-3 border border-line p-4 sm:p-5">
      <figcaption>
        <h3 className="font-mono text-sm">{title}</h3>
      </figcaption>
      <ul className="flex flex-col gap-2.5">
        {ranked.map(({ appId, value, text }) => (
          <li
            key={appId}
            className="grid grid-cols-[minmax(5rem,9rem)_minmax(2rem,1fr)] items-center gap-x-4 font-mono text-sm lg:grid-cols-[9rem_minmax(0,1fr)_20rem]"
          >
            <span className="truncate">{findApp(appId)?.name ?? appId}</span>
            <span aria-hidden="true" className="h-2 bg-raised">
              <span
                className="block h-full"
                style={{
                  width: `${most > 0 ? (value / most) * 100 : 0}%`,
                  background: inferno(0.25 + 0.7 * (most > 0 ? value / most : 0)),
                }}
              />
            </span>
            <span className="col-span-2 text-muted lg:col-span-1 lg:text-right">{text}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
