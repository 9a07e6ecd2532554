import type { PublicNode } from '@infra/protocol/nodes'

export const sortKeys = ['name', 'state', 'jobs', 'success', 'speed', 'uptime', 'earned'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sorting {
  by: SortKey
  /** Largest, busiest, best first. */
  descending: boolean
}

const stateOrder: Record<PublicNode['state'], number> = { busy: 3, online: 2, maintenance: 1, offline: 0 }

const measures: Record<Exclude<SortKey, 'name'>, (node: PublicNode) => number> = {
  state: ({ state }) => stateOrder[state],
  jobs: ({ jobsDone }) => jobsDone,
  // By the lower bound: one success out of one is no better record than 999 out of 1,000.
  success: ({ success }) => success?.low ?? -1,
  speed: ({ p50Seconds }) => -(p50Seconds ?? Number.MAX_VALUE),
  uptime: ({ uptime }) => uptime.week,
  earned: ({ creditsEarned }) => creditsEarned,
}

export function sortNodes(nodes: readonly PublicNode[], { by, descending }: Sorting): PublicNode[] {
  const sign = descending ? -1 : 1
  return nodes.toSorted((a, b) => {
    const order = by === 'name' ? 0 : sign * (measures[by](a) - measures[by](b))
    // Equal nodes are sorted by name, so that rows do not jump when figures are updated.
    return order || (by === 'name' ? sign : 1) * byName(a, b)
  })
}

function byName(a: PublicNode, b: PublicNode): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

/** Filters by name, operator, address or app. The text is no pattern. */
export function searchNodes(nodes: readonly PublicNode[], typed: string): PublicNode[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return [...nodes]
  return nodes.filter(({ id, name, operator, apps }) =>
    [id, name, operator?.name ?? '', operator?.id ?? '', ...apps].some((text) =>
      text.toLowerCase().includes(query),
    ),
  )
}
