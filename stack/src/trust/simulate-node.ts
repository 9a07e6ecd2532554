import { checkProbability } from '@infra/trust/checks/check-probability'
import { decideCanary } from '@infra/trust/checks/decide-check'
import { resultsToRerun } from '@infra/trust/checks/rerun-results'
import { applyTrustEvent, mayBeginEntrance, type TrustEvent } from '@infra/trust/levels/apply-trust-event'
import { type ClaimRights, claimRights } from '@infra/trust/levels/claim-rights'
import {
  newTrustRecord,
  REFERENCE,
  type SuspensionReason,
  type TrustRecord,
} from '@infra/trust/levels/trust-record'
import { splitFee } from '@infra/trust/money/settle-job'
import { strikeCost } from '@infra/trust/money/strike-cost'
import { DAY_MS } from '@infra/trust/trust-rules'
import * as assumed from './assumptions.ts'
import { type Checker, checkersOf, simulateCheck } from './check-network.ts'
import type { Conditions } from './conditions.ts'
import { PendingQueue } from './pending-queue.ts'

/** How a node behaves; honestly by default. */
export interface Behaviour {
  /** The share of its results that are wrong, and from when on. */
  rate?: number
  from?: 'start' | 'known' | 'trusted'
  /** On which jobs it cheats. */
  only?: (price: number, isPrivate: boolean) => boolean
  /** How often it recognises a canary. */
  knowsCanaries?: number
  calmWhenWatched?: boolean
  /** Stops cheating while this many strikes count. */
  stopsAt?: number
  /** How often an owner reports a wrong result. */
  reported?: number
  /** Operators of the network, and how many of them repeat its wrong results, itself included. */
  ring?: { operators: number; members: number }
  /** How often a check contradicts an honest result. */
  falseRate?: number
}

export interface NodeRun {
  /** The most jobs that it does. */
  jobs: number
  perDay: number
  random: assumed.Random
  conditions: Conditions
  /** What a check costs of the job's price; expensive jobs may be checked in parts. */
  checkCost?: (price: number) => number
}

const OTHER_OPERATORS = 8
/** Entrances after which a node gives up; three days' worth. */
const ENTRANCES_MAX = 9

/** One node in one app, until it has done its jobs or is suspended. */
export class SimulatedNode {
  readonly pending: PendingQueue
  record: TrustRecord
  jobs = 0
  at = 0
  firstCheatAt = Number.NaN
  /** Jobs since the first cheat. */
  struckAfter = Number.POSITIVE_INFINITY
  suspendedAfter = Number.POSITIVE_INFINITY
  trustedAfter = Number.POSITIVE_INFINITY
  isRefused = false
  isSuspended = false
  computing = 0
  fined = 0
  work = 0
  checkCost = 0
  trustedWork = 0
  trustedCheckCost = 0
  cheated = 0
  strikes = 0
  /** The jobs with a wrong result that nobody has found. */
  wrongAt: number[] = []
  private remainder = 0
  private rights: ClaimRights
  private readonly checkers: readonly Checker[]
  private readonly behaviour: Behaviour
  private readonly run: NodeRun
  private readonly falseRate: number

  constructor(behaviour: Behaviour, run: NodeRun) {
    this.behaviour = behaviour
    this.run = run
    this.falseRate = behaviour.falseRate ?? 0.001
    const { rules } = run.conditions
    this.record = newTrustRecord({ linkedAt: 0, appVersion: 1 }, rules)
    this.rights = claimRights(this.record)
    if (this.record.level === 'trusted') this.trustedAfter = 0
    this.pending = new PendingQueue(rules)
    const { operators = OTHER_OPERATORS + 1, members = 1 } = behaviour.ring ?? {}
    this.checkers = checkersOf(operators - 1, members - 1, run.conditions)
  }

  live(): this {
    this.passEntrance()
    while (this.jobs < this.run.jobs && !this.isRefused && !this.isSuspended) this.runJob()
    return this
  }

  get paid(): number {
    return this.pending.paid
  }

  /** Wrong results that weren't found even when the last results of a suspended node were run again. */
  get neverPutRight(): number {
    return this.isSuspended ? this.wrongAt.length - this.countRerun() : this.wrongAt.length
  }

  private passEntrance(): void {
    const { rules } = this.run.conditions
    for (let entrances = 0; this.record.level === 'new'; entrances += 1) {
      while (!mayBeginEntrance(this.record, this.at, rules)) this.at += DAY_MS / 8
      if (entrances >= ENTRANCES_MAX) {
        this.isRefused = true
        this.struckAfter = 0
        this.suspendedAfter = 0
        return
      }
      this.apply({ type: 'entrance_begun', at: this.at })
      while (this.record.entrance.isOpen) {
        const cheats = this.cheatsOnCanary()
        this.computing +=
          assumed.MEAN_PRICE * assumed.SHARE * (cheats ? assumed.CHEAT_COMPUTE : assumed.COMPUTE)
        this.apply({ type: 'entrance_canary', at: this.at, isRight: !this.isFoundWrong(cheats) })
      }
    }
    // Time starts with the first job.
    this.at = 0
    this.record = { ...this.record, levelSince: 0 }
  }

  private runJob(): void {
    const { random, perDay } = this.run
    this.jobs += 1
    this.at = (this.jobs / perDay) * DAY_MS
    const price = assumed.drawPrice(random)
    const { share, remainder } = splitFee(price, this.remainder, this.run.conditions.rules)
    this.remainder = remainder
    const isPrivate = random() < assumed.PRIVATE && this.rights.privateJobs
    const cheats = this.cheatsOn(price, isPrivate)
    this.computing += share * (cheats ? assumed.CHEAT_COMPUTE : assumed.COMPUTE)
    this.work += price
    if (this.record.level === 'trusted') this.trustedWork += price
    if (cheats) {
      if (this.cheated === 0) this.firstCheatAt = this.jobs - 1
      this.cheated += 1
      this.wrongAt.push(this.jobs)
    }
    this.pending.push(this.at, share)
    this.maybeCheck(price, share, isPrivate, cheats)
    if (!this.isSuspended) this.maybeCanary()
    if (!this.isSuspended) this.pending.mature(this.record, this.at)
  }

  private maybeCheck(price: number, share: number, isPrivate: boolean, cheats: boolean): void {
    const { random, conditions } = this.run
    const { record, behaviour } = this
    let probability = checkProbability(
      {
        level: record.level,
        isWatched: record.watchLeft > 0,
        share,
        pending: this.pending.total,
        uncheckedMs: this.at - (record.lastCheckAt ?? record.levelSince),
        isUpdated: false,
      },
      conditions.rules,
    )
    if (isPrivate) probability *= assumed.PRIVATE_CHECKED
    if (cheats && behaviour.reported && random() < behaviour.reported) probability = 1
    if (random() >= probability) return
    const chance = random()
    const isNoise = !cheats && chance < this.falseRate
    const isOthersNoise = !cheats && !isNoise && chance < 3 * this.falseRate
    const isFound = cheats && random() < assumed.SENSITIVITY
    const checked = simulateCheck({
      checkers: this.checkers,
      result: { node: 'own', operator: 'own', prefix: 'own', isPrivate, ageMs: 0 },
      first: isNoise ? 'noise' : isFound ? 'wrong' : 'right',
      resultOf: ({ isFriend }, role) =>
        isOthersNoise && role === 'second' ? 'noise' : isFriend && isFound ? 'wrong' : 'right',
      vouches: this.rights.vouches,
      random,
      ...conditions,
    })
    if (!checked) return
    const costs = this.run.checkCost?.(price) ?? price
    this.pay(costs + price * (checked.runs - 1))
    const { second, decision } = checked
    this.apply({
      type: 'check',
      at: this.at,
      ...decision.first,
      by: second.isReference ? REFERENCE : second.operator,
    })
    if (decision.struck !== 'first') return
    if (cheats) this.wrongAt.pop()
    this.strike(share, true)
  }

  /** A canary is an additional job, paid by the network. */
  private maybeCanary(): void {
    const { random, conditions } = this.run
    const { level } = this.record
    if (level === 'probation' || random() >= conditions.rules.canaryRate) return
    const price = assumed.drawPrice(random)
    this.pay(price)
    const { verdict, isStruck } = decideCanary(this.isFoundWrong(this.cheatsOnCanary()) ? 'wrong' : 'same')
    this.apply({ type: 'check', at: this.at, ...verdict, by: REFERENCE })
    if (isStruck) this.strike(Math.round(price * assumed.SHARE), false)
  }

  private strike(share: number, isOwnPending: boolean): void {
    const since = this.jobs - (this.cheated > 0 ? this.firstCheatAt : 0)
    const isHonest = !this.behaviour.rate
    if (this.struckAfter === Number.POSITIVE_INFINITY && (this.cheated > 0 || isHonest))
      this.struckAfter = since
    this.strikes += 1
    const { rules } = this.run.conditions
    const { voided, fine } = strikeCost({ share, isOwnPending, pending: this.pending.total }, rules)
    this.fined += this.pending.take(voided + fine)
    const suspends = this.apply({ type: 'strike', at: this.at })
    if (!suspends) return
    this.apply({ type: 'suspended', at: this.at, reason: suspends })
    this.isSuspended = true
    this.suspendedAfter = since
    this.fined += this.pending.take(this.pending.total)
  }

  private apply(event: TrustEvent): SuspensionReason | null {
    const { record, suspends } = applyTrustEvent(this.record, event, this.run.conditions.rules)
    this.record = record
    this.rights = claimRights(record)
    if (this.record.level === 'trusted') this.trustedAfter = Math.min(this.trustedAfter, this.jobs)
    return suspends
  }

  private pay(credits: number): void {
    this.checkCost += credits
    if (this.record.level === 'trusted') this.trustedCheckCost += credits
  }

  private cheatsOn(price: number, isPrivate: boolean): boolean {
    const { rate = 0, only, stopsAt } = this.behaviour
    if (rate === 0 || !this.mayCheat()) return false
    if (stopsAt !== undefined && this.strikesThatCount() >= stopsAt) return false
    return (only?.(price, isPrivate) ?? true) && this.run.random() < rate
  }

  private cheatsOnCanary(): boolean {
    const { rate = 0, knowsCanaries = 0 } = this.behaviour
    const { random } = this.run
    return rate > 0 && this.mayCheat() && random() < rate && random() >= knowsCanaries
  }

  private mayCheat(): boolean {
    const { from = 'start', calmWhenWatched } = this.behaviour
    const { level, watchLeft } = this.record
    if (calmWhenWatched && watchLeft > 0) return false
    return from === 'start' || level === from || level === 'trusted'
  }

  private isFoundWrong(cheats: boolean): boolean {
    return this.run.random() < (cheats ? assumed.SENSITIVITY : this.falseRate)
  }

  private strikesThatCount(): number {
    const { strikesAt, checks } = this.record
    const since = checks - this.run.conditions.rules.strikeMemoryChecks
    return strikesAt.filter((at) => at > since).length
  }

  /** The wrong results that were found by running a suspended node's last results again. */
  private countRerun(): number {
    const { rules } = this.run.conditions
    const wrong = new Set(this.wrongAt)
    const last = Math.min(this.jobs, rules.rerunResultsMax)
    const doneAt = Array.from({ length: last }, (_, back) => ((this.jobs - back) / this.run.perDay) * DAY_MS)
    const outcomes: ('agreed' | 'contradicted')[] = []
    for (;;) {
      const count = resultsToRerun(doneAt, outcomes, this.at, rules)
      if (count === 0) return outcomes.filter((outcome) => outcome === 'contradicted').length
      for (let more = 0; more < count; more += 1)
        outcomes.push(wrong.has(this.jobs - outcomes.length) ? 'contradicted' : 'agreed')
    }
  }
}
