import { useEffect } from 'react'
import { reachability, watchReachability } from '../api/reachability.ts'
import { useStore } from '../store/use-store.ts'
import { Icon } from '../ui/icon.tsx'

export function OfflineBanner() {
  useEffect(watchReachability, [])
  const reach = useStore(reachability)

  return (
    <div role="status">
      {reach !== 'reachable' && (
        <p className="flex items-center gap-3 border-b border-line bg-raised px-4 py-3 font-mono text-sm/5 sm:px-8 lg:px-12">
          <span className="text-danger">
            <Icon name="connection" size={16} />
          </span>
          {reach === 'offline'
            ? 'You’re offline. What you typed stays here.'
            : 'Infra isn’t responding. Trying again.'}
        </p>
      )}
    </div>
  )
}
