import { formatCount } from '@infra/protocol/values/format-count'
import { useEffect, useState } from 'react'

/** Counts down the seconds until a retry makes sense, and then says so. */
export function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(Math.max(1, Math.ceil(seconds)))

  useEffect(() => {
    if (left === 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])

  return left === 0 ? null : (
    <span className="font-mono tabular-nums"> Try again in {formatCount(left, 'second')}.</span>
  )
}
