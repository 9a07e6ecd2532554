import { settleCancelled } from '@infra/trust/money/settle-cancelled'
import { type Settlement, settleJob } from '@infra/trust/money/settle-job'
import { strikeCost } from '@infra/trust/money/strike-cost'
import { auditBudget, type SubsidyLimits } from '@infra/trust/money/subsidy'
import type { TrustRules } from '@infra/trust/trust-rules'
import type { Conditions } from '../conditions.ts'
import type { Report } from '../report.ts'

type Line = [account: string, bucket: string, credits: number]

/** Double entry: each event sums to zero, happens once, and leaves no person below zero. */
class Books {
  private readonly balances = new Map<string, number>()
  private readonly events = new Set<string>()

  book(event: string, lines: Line[]): void {
    if (this.events.has(event)) throw new Error(`${event} is booked already`)
    this.events.add(event)
    const total = lines.reduce((sum, [, , credits]) => sum + credits, 0)
    if (total !== 0) throw new Error(`${event} adds up to ${total}`)
    for (const [account, bucket, credits] of lines) {
      if (!Number.isInteger(credits)) throw new Error(`${event}: ${credits} is not a whole number`)
      const balance = this.of(account, bucket) + credits
      if (account !== 'network' && balance < 0)
        throw new Error(`${event}: ${account} has ${balance} ${bucket}`)
      this.balances.set(`${account}/${bucket}`, balance)
    }
  }

  of(account: string, bucket: string): number {
    return this.balances.get(`${account}/${bucket}`) ?? 0
  }

  get total(): number {
    return [...this.balances.values()].reduce((sum, credits) => sum + credits, 0)
  }
}

const limits: SubsidyLimits = {
  level: 'known',
  isRelated: false,
  givenForPayer: 0,
  givenToday: 0,
  budgetLeft: 1_000,
}

function linesOf(settled: Settlement, payer: string, operator: string, price: number): Line[] {
  return [
    [payer, 'held', -price],
    [payer, 'granted', settled.refundGranted],
    [payer, 'available', settled.refundEarned],
    ['network', 'grants', settled.grants],
    ['network', 'fees', settled.fees],
    ['network', 'subsidy', -settled.subsidy],
    [operator, 'pending', settled.share],
  ]
}

/** Books every kind of movement once, with the amounts of the rules. */
export function books({ rules }: Conditions): Report {
  const ledger = new Books()
  bookGranted(ledger, rules)
  bookCancelled(ledger, rules)
  const fees = bookSmallOnes(ledger, rules)
  bookBan(ledger)
  return {
    tables: [],
    claims: [
      { name: 'the fee of ten jobs of 2 credits is 1 credit', holds: fees === 1, seen: String(fees) },
      {
        name: 'every event adds up to nothing, and so do the books',
        holds: ledger.total === 0,
        seen: String(ledger.total),
      },
    ],
  }
}

const granted = (price: number, givenForPayer = 0) => ({
  granted: price,
  earned: 0,
  remainder: 0,
  isOwn: false,
  subsidy: { ...limits, givenForPayer },
})

/** Books granted credits, a wrong result, its fine, and the second machine that is paid from the fine. */
function bookGranted(ledger: Books, rules: TrustRules): void {
  ledger.book('starter:alice:1', [
    ['network', 'grants', -150],
    ['alice', 'granted', 150],
  ])
  const jobs = [12, 8, 40].map((price, at) => {
    ledger.book(`hold:${at}`, [
      ['alice', 'granted', -price],
      ['alice', 'held', price],
    ])
    const settled = settleJob(granted(price), rules)
    ledger.book(`settle:${at}`, linesOf(settled, 'alice', 'olga', price))
    return { price, settled }
  })
  const wrong = jobs[1]!
  const pending = ledger.of('olga', 'pending')
  const { voided, fine } = strikeCost({ share: wrong.settled.share, isOwnPending: true, pending }, rules)
  ledger.book('void:1', [
    ['olga', 'pending', -voided],
    ['network', 'subsidy', wrong.settled.subsidy],
    ['network', 'grants', -wrong.settled.grants],
    ['alice', 'granted', wrong.price],
  ])
  ledger.book('fine:1', [
    ['olga', 'pending', -fine],
    ['network', 'audits', fine],
  ])
  const { fromFees, fromSubsidy } = auditBudget(0, 60, rules)
  ledger.book('budget:day', [
    ['network', 'fees', -fromFees],
    ['network', 'subsidy', -fromSubsidy],
    ['network', 'audits', fromFees + fromSubsidy],
  ])
  ledger.book('replay:1', [
    ['network', 'audits', -8],
    ['rita', 'pending', 8],
  ])
}

/** Books a job that is cancelled at 90 %: one event settles that part and refunds the rest. */
function bookCancelled(ledger: Books, rules: TrustRules): void {
  ledger.book('hold:part', [
    ['alice', 'granted', -10],
    ['alice', 'held', 10],
  ])
  const { paid, refund } = settleCancelled(
    { granted: 10, earned: 0, shown: 0.9, isRunning: true, cancelsToday: 0 },
    rules,
  )
  const settled = settleJob({ ...granted(paid.granted), earned: paid.earned }, rules)
  ledger.book('part:1', [
    ...linesOf(settled, 'alice', 'rita', paid.granted + paid.earned),
    ['alice', 'held', -refund.granted - refund.earned],
    ['alice', 'granted', refund.granted],
    ['alice', 'available', refund.earned],
  ])
}

/** Books ten small jobs that are paid with earned credits, and a job on one's own node. Returns the fees of the ten. */
function bookSmallOnes(ledger: Books, rules: TrustRules): number {
  ledger.book('test:alice', [
    ['network', 'grants', -30],
    ['alice', 'available', 30],
  ])
  const before = ledger.of('network', 'fees')
  let remainder = 0
  for (let at = 0; at < 11; at += 1) {
    const isOwn = at === 10
    ledger.book(`hold:small:${at}`, [
      ['alice', 'available', -2],
      ['alice', 'held', 2],
    ])
    const settled = settleJob({ ...granted(0), earned: 2, remainder, isOwn }, rules)
    remainder = settled.remainder
    ledger.book(`settle:small:${at}`, linesOf(settled, 'alice', isOwn ? 'alice' : 'rita', 2))
  }
  return ledger.of('network', 'fees') - before
}

/** Books matured earnings, then a suspension, a ban, and the end of the ban. */
function bookBan(ledger: Books): void {
  ledger.book('mature:1', [
    ['rita', 'pending', -5],
    ['rita', 'available', 5],
  ])
  const frozen = ledger.of('rita', 'pending')
  ledger.book('freeze:rita:1', [
    ['rita', 'pending', -frozen],
    ['rita', 'frozen', frozen],
  ])
  ledger.book('seize:rita:1', [
    ['rita', 'frozen', -frozen],
    ['network', 'audits', frozen],
  ])
  ledger.book('unseize:rita:1', [
    ['network', 'audits', -frozen],
    ['rita', 'available', frozen],
  ])
}
