/** Future events, soonest first: a binary heap. */
export interface EventHeap<T> {
  push: (at: number, event: T) => void
  /** The time of the first event; infinity if there's none. */
  nextAt: () => number
  pop: () => T
}

export function openEventHeap<T>(): EventHeap<T> {
  const heap: { at: number; event: T }[] = []

  function swap(a: number, b: number): void {
    const held = heap[a]!
    heap[a] = heap[b]!
    heap[b] = held
  }

  function sink(): void {
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let first = place
      if (left < heap.length && heap[left]!.at < heap[first]!.at) first = left
      if (right < heap.length && heap[right]!.at < heap[first]!.at) first = right
      if (first === place) return
      swap(first, place)
      place = first
    }
  }

  return {
    push: (at, event) => {
      heap.push({ at, event })
      for (let place = heap.length - 1; place > 0; ) {
        const parent = (place - 1) >> 1
        if (heap[parent]!.at <= heap[place]!.at) return
        swap(parent, place)
        place = parent
      }
    },
    nextAt: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
    pop: () => {
      const { event } = heap[0]!
      const last = heap.pop()!
      if (heap.length > 0) {
        heap[0] = last
        sink()
      }
      return event
    },
  }
}
