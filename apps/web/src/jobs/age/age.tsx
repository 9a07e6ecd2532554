import { bootstrapTime } from '../../bootstrap/bootstrap-data.ts'
import { serverNow } from '../../bootstrap/server-time.ts'
import { useStore } from '../../store/use-store.ts'
import { useIsHydrating } from '../../ui/use-is-hydrating.ts'
import { formatAge } from './format-age.ts'
import { minuteClock } from './minute-clock.ts'

/** How long ago something happened, by the server's clock. */
export function Age({ at, className = '' }: { at: Date; className?: string }) {
  useStore(minuteClock)
  const hydrating = useIsHydrating()
  return (
    <time
      dateTime={at.toISOString()}
      className={className}
      // Only on hover, because formatting the dates of a whole page would take long.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = at.toLocaleString()
      }}
    >
      {formatAge((hydrating ? bootstrapTime() : serverNow()) - at.getTime())}
    </time>
  )
}
