import { Button } from './ui/button.tsx'
import { wordsFor } from './words-for.ts'

interface ListProgressProps {
  error: Error | null
  isPending: boolean
  onRetry: () => void
}

/** What a list of jobs says while it is on its way, and where it did not arrive. */
export function ListProgress({ error, isPending, onRetry }: ListProgressProps) {
  return (
    <>
      {error && (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert" className="text-hot">
            {wordsFor(error)}
          </p>
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {isPending && <div role="status" aria-label="Loading" className="h-48 animate-breathe bg-raised" />}
    </>
  )
}
