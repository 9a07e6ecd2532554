import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface ResultNoticeProps {
  isLoading: boolean
  children: ReactNode
  onRetry?: () => unknown
}

/** Shown in place of a list that is loading or empty. */
export function ResultNotice({ isLoading, children, onRetry }: ResultNoticeProps) {
  if (isLoading) return <div role="status" aria-label="Loading" className="h-20 animate-breathe bg-raised" />
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">{children}</p>
      {onRetry && (
        <Button icon="refresh" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}
