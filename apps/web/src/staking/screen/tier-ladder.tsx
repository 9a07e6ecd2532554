import { type Staking, stakeTiers } from '@infra/protocol/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { serverNow } from '../../bootstrap/server-time.ts'
import { inferno } from '../../ui/inferno.ts'
import { tierStanding } from '../reward-rules.ts'
import { allowanceQuery } from '../staking-queries.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import { describeCountsFrom } from './describe-counts-from.ts'

const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** The tiers: beside rewards, a stake gives daily credits for jobs. */
export function TierLadder({ staked, address }: { staked: bigint; address: string }) {
  const { tier, next, missing } = tierStanding(staked)
  const { data, error } = useQuery(
    {
      ...allowanceQuery(address),
      // Poll more often until the API has read the chain's current state.
      refetchInterval: ({ state }) => (state.data?.mine.stake === String(staked) ? 30_000 : 5_000),
    },
    queryClient,
  )
  return (
    <section aria-labelledby="tiers" className="flex flex-col gap-5">
      <h2 id="tiers" className="text-xl/7 font-semibold">
        Daily credits
      </h2>
      <ol className="flex flex-col border-t border-line">
        {stakeTiers.map(({ name, stakeMin, dailyCredits }, step) => (
          <li
            key={name}
            aria-current={name === data?.mine.tier ? 'true' : undefined}
            className="group flex items-center gap-4 border-b border-line py-3 text-muted aria-[current]:text-text"
          >
            <span
              aria-hidden="true"
              className="size-4 shrink-0 border border-edge"
              style={{ background: staked >= BigInt(stakeMin) ? inferno(0.55 + step * 0.2) : undefined }}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                {name}
                {data && <TierNote name={name} reached={tier?.name} mine={data.mine} />}
              </span>
              <span className="label">
                from {shownTokens(BigInt(stakeMin))} {TOKEN_SYMBOL}
              </span>
            </span>
            <span className="text-right font-mono text-lg/6 tabular-nums">
              {dailyCredits.toLocaleString('en')}
              <span className="label block text-muted">credits per day</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-muted">
        {next
          ? `${shownTokens(missing, { digits: 18 })} ${TOKEN_SYMBOL} more, and you are ${next.name}: ${next.dailyCredits.toLocaleString('en')} credits per day.`
          : 'This is the highest tier.'}
      </p>
      <p className="text-muted">A stake counts after a day; what you withdraw stops counting at once.</p>
      <Today data={data} error={error} />
    </section>
  )
}

/** Whether the user has a tier, or when they will. */
function TierNote({ name, reached, mine }: { name: string; reached?: string; mine: Staking['mine'] }) {
  if (name === mine.tier) return <span className="label ml-3 text-cool">your tier</span>
  const coming = mine.comingTiers.find((one) => one.name === name)
  if (coming)
    return (
      <span className="label ml-3 text-muted">
        {describeCountsFrom(coming.countsAt, new Date(serverNow()))}
      </span>
    )
  // Reached on the chain; the API reads it within a minute, and then knows from when it counts.
  if (name === reached && mine.stake !== null && !isAbove(mine.tier, name))
    return <span className="label ml-3 text-muted">counts after a day</span>
  return null
}

function isAbove(tier: string | null, other: string): boolean {
  const rank = (name: string | null) => stakeTiers.findIndex((one) => one.name === name)
  return rank(tier) > rank(other)
}

/** The API uses what it last read from the chain, which may be a minute old. */
function Today({ data, error }: { data: Staking | undefined; error: Error | null }) {
  if (error)
    return (
      <p className="text-muted">We can’t tell whether you got today’s credits: Infra isn’t responding.</p>
    )
  if (!data) return null
  const { isGivenToday, dailyCredits, nextDayAt } = data.mine
  const nextDay = `The next day begins at ${hour.format(nextDayAt)}.`
  if (isGivenToday) return <p className="text-muted">Today’s allowance is in your credits. {nextDay}</p>
  if (dailyCredits > 0 && !data.isChainReachable)
    return (
      <p className="text-muted">
        Today’s {dailyCredits.toLocaleString('en')} credits come once Infra can read your stake again.{' '}
        {nextDay}
      </p>
    )
  if (dailyCredits > 0)
    return (
      <p className="text-muted">
        Today’s {dailyCredits.toLocaleString('en')} credits are on their way. {nextDay}
      </p>
    )
  return <p className="text-muted">The allowance is given once a day, by what counts then. {nextDay}</p>
}
