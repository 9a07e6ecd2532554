import type { CatalogueApp } from '@infra/protocol/apps'
import { useId } from 'react'
import { describePrice } from '../profile/describe-price.ts'
import { programApps } from './programs.ts'

interface AppChooserProps {
  /** Undefined until they're loaded; until then, an app is shown by its id. */
  apps: readonly CatalogueApp[] | undefined
  value: string
  onChange: (app: string) => void
}

export function AppChooser({ apps, value, onChange }: AppChooserProps) {
  const id = useId()
  const chosen = apps?.find((app) => app.id === value)
  const ids = apps?.filter((app) => programApps.includes(app.id)).map((app) => app.id) ?? programApps
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="flex w-full flex-col gap-2 sm:w-64">
        <label htmlFor={id} className="font-mono text-sm">
          App
        </label>
        <select
          id={id}
          value={value}
          className="min-h-12 w-full border border-edge bg-ground px-4 py-3 hover:border-muted focus:border-text focus:outline-none focus-visible:outline-2"
          onChange={({ target }) => onChange(target.value)}
        >
          {ids.map((one) => (
            <option key={one} value={one}>
              {apps?.find((app) => app.id === one)?.name ?? one}
            </option>
          ))}
        </select>
      </div>
      {chosen && (
        <p className="min-h-6 pb-3 text-muted">
          {chosen.tagline} {describePrice(chosen.price)}.
        </p>
      )}
    </div>
  )
}
