import type { ReactNode } from 'react'
import { formatPercent, poolShare, type Reading, yearlyShare } from '../reward-rules.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import { TickingRewards } from './ticking-rewards.tsx'

/** The user's stake and its rewards. */
export function MyFigures({ reading }: { reading: Reading }) {
  const { staked, balance } = reading
  return (
    <section aria-label="My stake">
      <dl className="viewfinder grid grid-cols-2 gap-px lg:grid-cols-[repeat(3,minmax(0,4fr))_repeat(2,minmax(0,3fr))]">
        <Figure name="Staked" unit={TOKEN_SYMBOL}>
          {shownTokens(staked)}
        </Figure>
        <Figure name="Rewards to claim" unit={TOKEN_SYMBOL} isWarm={staked > 0n}>
          <TickingRewards reading={reading} />
        </Figure>
        <Figure name="In your wallet" unit={TOKEN_SYMBOL}>
          {shownTokens(balance)}
        </Figure>
        <Figure name="Share of the pool">{formatPercent(poolShare(reading))}</Figure>
        <Figure name="APR now" isWide>
          {formatPercent(yearlyShare(reading))}
        </Figure>
      </dl>
    </section>
  )
}

interface FigureProps {
  name: string
  unit?: string
  isWarm?: boolean
  isWide?: boolean
  children: ReactNode
}

function Figure({ name, unit, isWarm, isWide, children }: FigureProps) {
  return (
    <div className={`flex min-w-0 flex-col gap-1 p-4 sm:p-5 ${isWide ? 'max-lg:col-span-2' : ''}`}>
      <dt className="label text-muted">{name}</dt>
      <dd
        className={`font-mono text-xl/8 wrap-anywhere tabular-nums sm:text-2xl/8 ${isWarm ? 'text-inferno-4' : ''}`}
      >
        {children}
        {unit && <span className="label block text-muted">{unit}</span>}
      </dd>
    </div>
  )
}
