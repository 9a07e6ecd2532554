import type { StakingDeployment } from '@infra/protocol/staking'
import type { PoolReading } from '../reward-rules.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

interface PoolFactsProps {
  pool: PoolReading
  deployment: StakingDeployment
  chainName: string
  isGenuine: boolean
}

export function PoolFacts({ pool, deployment, chainName, isGenuine }: PoolFactsProps) {
  const { totalStaked, reserve, periodEnd, at } = pool
  const until = day.format(Number(periodEnd) * 1000)
  const facts: [string, string][] = [
    ['Staked by everyone', `${shownTokens(totalStaked)} ${TOKEN_SYMBOL}`],
    ['Rewards not paid out yet', `${shownTokens(reserve)} ${TOKEN_SYMBOL}`],
    [
      periodEnd > at ? 'Rewards are paid until' : 'Rewards ended',
      periodEnd === 0n ? 'not funded yet' : until,
    ],
    ['New stakes', pool.isPaused ? 'paused' : 'open'],
    ['Chain', chainName],
  ]
  return (
    <section aria-labelledby="pool" className="flex flex-col gap-5">
      <h2 id="pool" className="text-xl/7 font-semibold">
        The pool
      </h2>
      <dl className="flex flex-col border-t border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-mono text-sm/6 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
        {[
          ['Contract', deployment.contract],
          ['Token', deployment.token],
        ].map(([name, address]) => (
          <div key={name} className="flex flex-col border-b border-line py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-mono text-sm/6 wrap-anywhere">{address}</dd>
          </div>
        ))}
      </dl>
      {isGenuine && (
        <p className="text-cool">
          The code at both addresses is, byte for byte, the one that this page was built with.
        </p>
      )}
    </section>
  )
}
