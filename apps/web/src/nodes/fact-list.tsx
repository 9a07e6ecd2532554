import type { ReactNode } from 'react'

interface FactListProps {
  facts: readonly [string, ReactNode][]
  /** It has a whole page, so on large screens names may be longer. */
  isWide?: boolean
}

/** Facts about a node, each with its name. */
export function FactList({ facts, isWide = false }: FactListProps) {
  return (
    <dl
      className={`grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-y border-line font-mono text-sm ${isWide ? 'sm:grid-cols-[10rem_minmax(0,1fr)]' : ''}`}
    >
      {facts.map(([name, fact]) => (
        <div
          key={name}
          className="col-span-2 grid grid-cols-subgrid border-t border-line py-2.5 first:border-t-0"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
