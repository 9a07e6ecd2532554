import { ButtonLink } from '../navigation/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

/** An empty feed, or one without results of the chosen app. */
export function NothingYet({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      sources={cards}
      title={filtered ? 'No results from this app yet.' : 'No results yet.'}
      actions={
        <>
          <ButtonLink to="/apps" variant="primary">
            Make the first one
          </ButtonLink>
          {filtered && <ButtonLink to="/feed">See everything</ButtonLink>}
        </>
      }
    >
      <p>
        Finished results appear here, newest first: pictures, text and sound, each with the app that made it
        and the node that ran it.
      </p>
      <p>Leave this page open: new results appear by themselves.</p>
    </EmptyState>
  )
}

/** A wall of results, none of them lit. */
const cards: Source[] = [
  { x: 3, y: 2, width: 10, height: 7, heat: 0.12 },
  { x: 3, y: 12, width: 10, height: 4, heat: 0.2 },
  { x: 16, y: 2, width: 9, height: 4, heat: 0.22 },
  { x: 16, y: 9, width: 9, height: 7, heat: 0.1 },
  { x: 28, y: 2, width: 12, height: 9, heat: 0.17 },
  { x: 28, y: 14, width: 12, height: 2, heat: 0.09 },
  { x: 43, y: 2, width: 7, height: 6, heat: 0.1 },
  { x: 43, y: 11, width: 7, height: 5, heat: 0.16 },
  { x: 53, y: 2, width: 8, height: 3, heat: 0.14 },
  { x: 53, y: 8, width: 8, height: 8, heat: 0.2 },
]
