import { useState } from 'react'

export interface Selection {
  has: (id: string) => boolean
  /** With `isRange`, selects all from the last selected one to this one. */
  choose: (id: string, isChosen: boolean, isRange: boolean) => void
  chooseAll: (isChosen: boolean) => void
}

/** Which nodes of a list are selected. A node that leaves the list is deselected. */
export function useSelection<Item extends { id: string }>(
  items: readonly Item[],
): Selection & { chosen: Item[] } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()

  function set(changed: readonly string[], isChosen: boolean) {
    const change = new Set(changed)
    setIds((before) => (isChosen ? before.union(change) : before.difference(change)))
  }

  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    choose: (id, isChosen, isRange) => {
      set(isRange ? between(items, last, id) : [id], isChosen)
      setLast(id)
    },
    chooseAll: (isChosen) =>
      set(
        items.map(({ id }) => id),
        isChosen,
      ),
  }
}

/** From one to the other, in either direction; only the other if the one isn't there. */
export function between(items: readonly { id: string }[], one: string | undefined, other: string): string[] {
  const [from, to] = [one, other].map((wanted) => items.findIndex(({ id }) => id === wanted))
  if (from === -1) return [other]
  return items.slice(Math.min(from!, to!), Math.max(from!, to!) + 1).map(({ id }) => id)
}
