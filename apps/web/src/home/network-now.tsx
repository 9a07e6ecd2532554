import { Link } from '../navigation/link.tsx'
import { Counters } from './counters.tsx'
import { ThermalView } from './thermal-view.tsx'
import type { Network } from './use-network.ts'

/** What the network is doing, as a picture and in numbers. */
export function NetworkNow({
  network,
  className = '',
}: {
  network: Network | undefined
  className?: string
}) {
  return (
    <section aria-labelledby="now" className={`flex flex-col gap-8 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
        <h2 id="now">The network now</h2>
        <Link to="/nodes" className="underline-offset-4 hover:text-text hover:underline">
          Run a node
        </Link>
      </div>
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-2">
        <ThermalView network={network} />
        <Counters network={network} />
      </div>
    </section>
  )
}
