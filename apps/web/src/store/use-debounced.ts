import { useEffect, useState } from 'react'

/** Long enough to type a word, short enough that nobody notices the wait. */
const PAUSE_MS = 300

/** The value once it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
