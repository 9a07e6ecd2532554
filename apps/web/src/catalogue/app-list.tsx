import type { CatalogueApp } from '@infra/protocol/apps'
import { useState } from 'react'
import { AppCard } from './app-card.tsx'

type Category = CatalogueApp['category']

const labels: Record<Category, string> = { image: 'Pictures', audio: 'Sound', text: 'Text', test: 'Tests' }

/** The list of apps, with a filter if there are several categories. */
export function AppList({ apps }: { apps: readonly CatalogueApp[] }) {
  const [chosen, choose] = useState<Category>()
  const categories = [...new Set(apps.map(({ category }) => category))]
  const shown = apps.filter(({ category }) => chosen === undefined || category === chosen)
  return (
    <div className="flex flex-col gap-6">
      {categories.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that filter are a group, not fields of a form.
        <div role="group" aria-label="Kind of app" className="flex flex-wrap gap-2">
          {[undefined, ...categories].map((category) => (
            <button
              key={category ?? 'all'}
              type="button"
              aria-pressed={chosen === category}
              className="min-h-11 border border-edge px-4 font-mono text-sm text-muted hover:text-text aria-pressed:bg-text aria-pressed:text-ground"
              onClick={() => choose(category)}
            >
              {category ? labels[category] : 'All'}
            </button>
          ))}
        </div>
      )}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((app) => (
          <AppCard key={app.id} app={app} />
        ))}
      </ul>
    </div>
  )
}

export function AppListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid min-h-dvh content-start gap-5 sm:grid-cols-2 xl:grid-cols-3"
    >
      {Array.from({ length: 6 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={place} className="flex flex-col border border-line">
          <div className="h-44 animate-breathe bg-raised" />
          <div className="flex flex-col gap-3 p-5">
            <div className="h-6 w-2/5 animate-breathe bg-raised" />
            <div className="h-5 w-4/5 animate-breathe bg-raised" />
            <div className="mt-4 h-4 w-3/5 animate-breathe bg-raised" />
          </div>
        </div>
      ))}
    </div>
  )
}
