import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { Button } from '../ui/button.tsx'
import { describePrice } from './describe-price.ts'
import { pricesQuery } from './profile-queries.ts'

/** What every app costs and how to get credits, loaded when someone opens it. */
export function PriceList() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="border-y border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-mono text-sm text-muted hover:text-text">
        What things cost
      </summary>
      {isOpen && <Prices />}
    </details>
  )
}

function Prices() {
  const { data: prices, error, refetch } = useQuery(pricesQuery, queryClient)
  if (!prices && error) {
    return (
      <div className="flex flex-wrap items-center gap-4 pb-5">
        <p role="alert" className="text-danger">
          Couldn’t load the prices. {errorMessage(error)}
        </p>
        <Button icon="refresh" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!prices)
    return <div role="status" aria-label="Loading" className="mb-5 h-48 animate-breathe bg-raised" />
  return (
    <div className="flex flex-col gap-5 pb-5">
      <dl className="font-mono text-sm">
        {prices.apps.map(({ appId, name, price }) => (
          <div
            key={appId}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-2.5 first:border-0"
          >
            <dt>{name}</dt>
            <dd className="text-muted">{describePrice(price)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        Everyone starts with {formatCredits(prices.starterCredits)}. The node that runs a job earns{' '}
        {prices.operatorPercent} % of its price.
      </p>
    </div>
  )
}
