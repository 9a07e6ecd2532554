import { bootstrapTime } from '../../bootstrap/bootstrap-data.ts'
import { serverNow } from '../../bootstrap/server-time.ts'
import { useIsHydrating } from '../../ui/use-is-hydrating.ts'
import { useStore } from '../../use-store.ts'
import { formatAge } from './format-age.ts'
import { minute } from './minute-clock.ts'

/** How long ago something happened, by the network's clock. */
export function Age({ at, className = '' }: { at: Date; className?: string }) {
  useStore(minute)
  const hydrating = useIsHydrating()
  return (
    <time
      dateTime={at.toISOString()}
      className={className}
      // Only where it is asked for: a page full of ages would take long to write them all.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = at.toLocaleString()
      }}
    >
      {formatAge((hydrating ? bootstrapTime() : serverNow()) - at.getTime())}
    </time>
  )
}
