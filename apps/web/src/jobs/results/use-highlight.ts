import { type KeyboardEvent, useState } from 'react'

export type Highlight = ReturnType<typeof useHighlight>

/** Which item is highlighted: the one under the pointer, else the one chosen by tap or arrow keys. */
export function useHighlight(count: number) {
  const [hovered, setHovered] = useState<number>()
  const [chosen, setChosen] = useState<number>()
  return {
    at: hovered ?? chosen,
    handlersOf: (at: number) => ({
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        if (pointerType === 'mouse') setHovered(at)
      },
      onPointerLeave: () => setHovered(undefined),
      onClick: () => setChosen(chosen === at ? undefined : at),
    }),
    /** For the list itself, which keeps the focus while arrow keys move through its options. */
    onKeyDown: (event: KeyboardEvent) => {
      const next = afterKey(event.key, chosen, count)
      if (next === undefined) return
      event.preventDefault()
      // Arrow keys in the list must not also open the next job.
      event.stopPropagation()
      setHovered(undefined)
      setChosen(next)
    },
  }
}

/** Undefined for keys without a function here. */
function afterKey(key: string, chosen: number | undefined, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return chosen === undefined ? 0 : Math.min(last, chosen + 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return chosen === undefined ? last : Math.max(0, chosen - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
