import type { ReactNode } from 'react'
import { Wordmark } from './wordmark.tsx'

/** The name at the top of a small screen, which has no sidebar to show it. */
export function MobileHeader({ children }: { children?: ReactNode }) {
  return (
    <div className="flex items-center justify-between border-b border-line px-4 py-3 sm:hidden">
      <Wordmark />
      {children}
    </div>
  )
}
