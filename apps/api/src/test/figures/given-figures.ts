import type { AppManifest } from '@infra/protocol/apps/app'
import { stakeTiers } from '@infra/protocol/staking'
import { formatUnits } from 'viem'
import { ago } from '../../chat/answers/number-words.ts'
import { priceFor, USUAL, usualPrice } from '../../chat/answers/price-answers.ts'
import type { DialogueState } from '../../chat/dialogue/state-rules.ts'
import { figuresIn } from '../../chat/figures/figure-rules.ts'

type Figure = ReturnType<typeof figuresIn>[number]

/** Figures of what the database gave: its numbers, their sums, how many there are, and how long ago its times are. */
export function figuresOfRows(lists: readonly object[][], now: Date): Figure[] {
  const numbers = lists.flatMap((rows) => {
    const values = rows.map((row) => numbersIn(row, now))
    const columns = Math.max(0, ...values.map((row) => row.length))
    const sums = Array.from({ length: columns }, (_, at) =>
      values.reduce((sum, row) => sum + (row[at] ?? 0), 0),
    )
    return [rows.length, ...values.flat(), ...sums]
  })
  return numbers.map(figure)
}

/** Whole numbers, also of minutes where the number is one of seconds. */
function numbersIn(value: unknown, now: Date): number[] {
  if (value instanceof Date) return figuresIn(ago(value, now)).map((one) => one.value)
  if (typeof value === 'number') return [value, Math.round(value), Math.round(value / 60)]
  if (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value))
    return [Number(value), value.length > 18 ? Number(formatUnits(BigInt(value), 18)) : 0]
  if (value && typeof value === 'object') return Object.values(value).flatMap((one) => numbersIn(one, now))
  return []
}

/** Prices by the function that charges, how many of them the credits buy, and what the catalogue says of an app. */
export function figuresOfApps(
  apps: readonly AppManifest[],
  { facts, appId, order }: DialogueState,
  available: number,
): Figure[] {
  // All price rules are listed together, whatever the topic.
  const rules = apps.flatMap(({ price }) => [price.base, ...price.per.map(({ credits }) => credits)])
  const ofApps = apps
    .filter(({ id }) => appId === undefined || id === appId)
    .flatMap((app) => {
      const limits = app.fields.flatMap((field) => (field.kind === 'image' ? (field.sideMax ?? []) : []))
      const atLimit = limits.map((side) => priceFor(app, { width: side, height: side }))
      const filled = order?.appId === app.id ? order.input : undefined
      const asFilled = filled
        ? [priceFor(app, {}, filled), ...(facts ? [priceFor(app, facts, filled)] : [])]
        : []
      const prices = [usualPrice(app), ...(facts ? [priceFor(app, facts)] : []), ...asFilled, ...atLimit]
      const many = prices.map((price) => Math.floor(available / price))
      return [...prices, ...limits, ...many, app.limits.memoryMb, ...Object.values(USUAL)]
    })
  return [...rules, ...ofApps].map(figure)
}

export function figuresOfTiers(): Figure[] {
  return stakeTiers
    .flatMap(({ stakeMin, dailyCredits }) => [Number(formatUnits(BigInt(stakeMin), 18)), dailyCredits])
    .map(figure)
}

const figure = (value: number): Figure => ({ at: 0, end: 0, value, unit: undefined })
