import type { ReactNode } from 'react'
import { HeatScale } from './heat-scale.tsx'
import { type Source, ThermalImage } from './thermal-image.tsx'

interface EmptyStateProps {
  /** The thermal image of this screen. */
  sources: readonly Source[]
  title: string
  children: ReactNode
  /** Buttons for what to do next. */
  actions: ReactNode
}

export const EMPTY_COLUMNS = 64
export const EMPTY_ROWS = 18

export function EmptyState({ sources, title, children, actions }: EmptyStateProps) {
  return (
    <section className="flex flex-col gap-8 sm:gap-10">
      <div className="flex flex-col gap-3">
        <div className="viewfinder">
          <ThermalImage columns={EMPTY_COLUMNS} rows={EMPTY_ROWS} sources={sources} className="p-3 sm:p-4" />
        </div>
        <HeatScale />
      </div>
      <div className="grid gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <h2 className="text-3xl/9 font-semibold tracking-tight text-balance">{title}</h2>
        <div className="flex flex-col gap-7">
          <div className="flex max-w-[38rem] flex-col gap-3 text-lg/7 text-muted">{children}</div>
          <div className="flex flex-wrap gap-3">{actions}</div>
        </div>
      </div>
    </section>
  )
}
