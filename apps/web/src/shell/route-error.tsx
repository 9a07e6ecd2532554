import { useEffect } from 'react'
import { logError } from '../diagnostics/log-error.ts'
import { isMissingChunk } from '../navigation/missing-chunk.ts'
import { Button } from '../ui/button.tsx'
import type { CaughtProps } from '../ui/catch-boundary.tsx'

/** The fallback for a screen that could not be rendered: what happened, and a button to try again. */
export function RouteError({ error, reset }: CaughtProps) {
  useEffect(() => logError('A screen could not be shown.', error), [error])

  const missing = isMissingChunk(error)
  const retry = () => (missing ? location.reload() : reset())

  return (
    <section role="alert" className="flex max-w-xl flex-col items-start gap-5 py-10">
      <h2 className="text-3xl/9 font-semibold tracking-tight">
        {missing ? 'Couldn’t load part of this page' : 'Something went wrong'}
      </h2>
      <p className="text-lg/7 text-muted">
        {missing
          ? 'Infra may be down, or a new version came out while this page was open. Reload to get it.'
          : 'That’s our fault, not yours. Try again. If it keeps happening, tell us on the Feedback screen; no wallet needed.'}
      </p>
      <Button variant="primary" icon="refresh" onClick={retry}>
        {missing ? 'Reload' : 'Try again'}
      </Button>
    </section>
  )
}
