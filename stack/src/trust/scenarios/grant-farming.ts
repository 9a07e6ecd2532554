import { settleJob } from '@infra/trust/money/settle-job'
import { type NewAccount, starterGrant } from '@infra/trust/money/starter-grant'
import type { TrustRules } from '@infra/trust/trust-rules'
import { drawPrice, type Random } from '../assumptions.ts'
import type { Conditions } from '../conditions.ts'
import { randomGenerator } from '../random-generator.ts'
import { percent, type Report, sum, whole } from '../report.ts'

const DAYS = 30
/** Wallets of a farmer that sign in from one network prefix, one per day. */
const WALLETS_PER_PREFIX = 10

interface Farm {
  name: string
  wallets: number
  /** The farmer's operators, and others. */
  own: number
  others: number
  rules: Partial<TrustRules>
}

/** A farmer with many wallets orders with granted credits, and hopes that their own operators get the pay. */
export function grantFarming(conditions: Conditions): Report {
  const unlimited = {
    subsidyPerPayerMax: Number.POSITIVE_INFINITY,
    subsidyPerDayMax: Number.POSITIVE_INFINITY,
  }
  const farms: Farm[] = [
    {
      name: 'without limits, 100 wallets, all orders run by one operator',
      wallets: 100,
      own: 1,
      others: 0,
      rules: unlimited,
    },
    { name: '100 wallets, all orders run by one operator', wallets: 100, own: 1, others: 0, rules: {} },
    { name: '100 wallets, 1 operator of 21', wallets: 100, own: 1, others: 20, rules: {} },
    { name: '100 wallets, 5 operators of 25', wallets: 100, own: 5, others: 20, rules: {} },
    { name: '1,000 wallets, 5 operators of 25', wallets: 1_000, own: 5, others: 20, rules: {} },
  ]
  const rows = farms.map((farm) => ({
    ...farm,
    ...simulateFarm(
      farm,
      { ...conditions.rules, ...farm.rules },
      randomGenerator(conditions.seed, farm.name),
    ),
  }))
  const limited = rows.filter(
    ({ own, wallets, rules }) => own === 1 && wallets === 100 && rules !== unlimited,
  )
  const most = Math.max(...limited.map(({ earned, granted }) => earned / granted))
  return {
    tables: [
      {
        title: 'Starter grants that end as earnings of one person (30 days)',
        header: ['case', 'granted, credits', 'earnings of that person', 'share'],
        rows: rows.map(({ name, granted, earned }) => [
          name,
          whole(granted),
          whole(earned),
          percent(earned / granted, 1),
        ]),
      },
    ],
    claims: [
      {
        name: 'of 100 starter grants at most a tenth ends as earnings of one operator',
        holds: most <= 0.1,
        seen: percent(most, 1),
      },
    ],
  }
}

function simulateFarm({ wallets: count, own, others }: Farm, rules: TrustRules, random: Random) {
  const wallets = Array.from({ length: count }, () => ({
    granted: 0,
    balance: 0,
    given: new Map<number, number>(),
  }))
  const remainders = new Array<number>(own + others).fill(0)
  const earned = new Array<number>(own + others).fill(0)
  for (let day = 0; day < DAYS; day += 1) {
    const givenToday = new Array<number>(own + others).fill(0)
    for (const [at, wallet] of wallets.entries()) {
      const grant = starterGrant(accountOf(wallet.granted, at, day), rules)
      wallet.granted += grant
      wallet.balance += grant
      while (wallet.balance >= 2) {
        const price = Math.min(wallet.balance, drawPrice(random))
        wallet.balance -= price
        // The network chooses the operator, not the wallet.
        const operator = Math.floor(random() * (own + others))
        const settled = settleJob(
          {
            granted: price,
            earned: 0,
            remainder: remainders[operator]!,
            isOwn: false,
            subsidy: {
              level: 'trusted',
              isRelated: false,
              givenForPayer: wallet.given.get(operator) ?? 0,
              givenToday: givenToday[operator]!,
              budgetLeft: Number.POSITIVE_INFINITY,
            },
          },
          rules,
        )
        remainders[operator] = settled.remainder
        earned[operator]! += settled.share
        givenToday[operator]! += settled.subsidy
        wallet.given.set(operator, (wallet.given.get(operator) ?? 0) + settled.subsidy)
      }
    }
  }
  return {
    granted: sum(wallets, ({ granted }) => granted),
    earned: sum(earned.slice(0, own), (credits) => credits),
  }
}

/** The wallets of a prefix sign in a day apart, and from then on each orders every day. */
function accountOf(granted: number, wallet: number, day: number): NewAccount {
  const place = wallet % WALLETS_PER_PREFIX
  const isThere = day >= place
  return {
    granted,
    hasFinishedJobToday: isThere,
    isGrantedToday: false,
    prefixToday: isThere ? 0 : Number.POSITIVE_INFINITY,
    prefixLately: place,
    thisHour: 0,
  }
}
