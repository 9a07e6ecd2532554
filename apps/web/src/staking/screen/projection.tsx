import { dailyReward, formatPercent, type Reading, tierStanding, yearlyShare } from '../reward-rules.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'

interface ProjectionProps {
  reading: Reading
  direction: 'stake' | 'withdraw'
  amount: bigint
}

/** The figures as they would be after the typed amount is staked or withdrawn. */
export function Projection({ reading, direction, amount }: ProjectionProps) {
  const moved = direction === 'stake' ? amount : -amount
  const after = reading.staked + moved
  const perDay = dailyReward(reading, { amount: after, isNew: moved })
  const { tier } = tierStanding(after)
  const facts: [string, string][] = [
    ['Your stake after', `${shownTokens(after)} ${TOKEN_SYMBOL}`],
    ['Projected APR', formatPercent(yearlyShare(reading, moved))],
    ['Rewards per day', `${shownTokens(perDay)} ${TOKEN_SYMBOL}`],
    [
      direction === 'stake' ? 'Credits per day, after a day' : 'Credits per day',
      tier ? `${tier.dailyCredits.toLocaleString('en')} (${tier.name})` : 'none yet',
    ],
    ['Current allowance', `${shownTokens(reading.allowance)} ${TOKEN_SYMBOL}`],
  ]
  return (
    <dl className="flex flex-col border-t border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="font-mono text-sm/6 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
