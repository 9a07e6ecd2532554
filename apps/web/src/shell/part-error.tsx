import { useEffect } from 'react'
import { logError } from '../diagnostics/log-error.ts'
import { Button } from '../ui/button.tsx'
import type { CaughtProps } from '../ui/catch-boundary.tsx'

/** The fallback for parts beside the screen, such as the chat button: the screen stays, and a corner says what happened. */
export function PartError({ error }: CaughtProps) {
  useEffect(() => logError('A part of the page could not be shown.', error), [error])
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(9rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-4 border border-l-2 border-line border-l-danger bg-raised py-3 pr-3 pl-4 sm:right-auto sm:bottom-6 sm:left-1/2 sm:-translate-x-1/2"
    >
      <p className="font-mono text-sm/6">Couldn’t load part of this page.</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
