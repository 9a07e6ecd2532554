import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, defaultOf } from '@infra/protocol/apps/app-input'
import { priceOf } from '@infra/protocol/apps/price'
import { findCredits } from '../../ledger/ledger-queries.ts'
import { appDurations } from '../../nodes/app-durations.ts'
import { readNetworkNow } from '../../nodes/network-now.ts'
import type { Facts } from '../dialogue/state-rules.ts'
import type { AnswerContext, LiveAnswer } from './live-answer.ts'
import { count, credits, duration, seconds } from './number-words.ts'
import { priceWords } from './price-words.ts'

/** What an app costs for the size that was named, else its price rule; all apps if none was named. */
export async function answerPrices({ apps, app, facts, order }: AnswerContext): Promise<LiveAnswer> {
  if (app) return priceOfOne(app, facts, order?.appId === app.id ? order.input : undefined)
  const measured = facts ? apps.filter((one) => measures(one, facts)) : []
  if (facts && measured.length > 0) {
    const lines = measured.map(
      (one) => `- [${one.name}](/apps?app=${one.id}): ${credits(priceFor(one, facts))}`,
    )
    return { text: `For ${sizeWords(facts)}:\n\n${lines.join('\n')}\n`, mood: 'neutral' }
  }
  const lines = apps.map(({ id, name, price }) => `- [${name}](/apps?app=${id}): ${priceWords(price)}`)
  return { text: `Rounded up to whole credits:\n\n${lines.join('\n')}\n`, mood: 'neutral' }
}

function priceOfOne(app: AppManifest, facts: Facts | undefined, filled: AppInput | undefined): LiveAnswer {
  const link = `[Open ${app.name}](/apps?app=${app.id})`
  if (facts && measures(app, facts)) {
    const limit = sideMaxOf(app)
    const isTooLarge = limit !== undefined && Math.max(facts.width ?? 0, facts.height ?? 0) > limit
    if (isTooLarge)
      return {
        text: `**${app.name}** takes pictures of up to ${limit} pixels a side, so ${sizeWords(facts)} is too large. At ${limit} × ${limit} it costs **${credits(priceFor(app, { width: limit, height: limit }))}**. ${link}`,
        mood: 'eyebrowraise',
      }
    return {
      text: `**${app.name}** costs **${credits(priceFor(app, facts, filled))}** for ${sizeWords(facts)}${filled ? ', filled in as it is' : ''}. ${link}`,
      mood: 'neutral',
    }
  }
  if (filled && isPriced(app, filled))
    return {
      text: `Filled in as it is, **${app.name}** costs **${credits(priceFor(app, {}, filled))}**: ${priceWords(app.price)}, rounded up. ${link}`,
      mood: 'neutral',
    }
  return {
    text: `**${app.name}** costs ${priceWords(app.price)}, rounded up. Its form shows the exact price before you order. ${link}`,
    mood: 'neutral',
  }
}

/** Whether its price depends on what is known of the input. */
function measures({ price }: AppManifest, facts: Facts): boolean {
  return price.per.some(
    ({ of }) =>
      (of === 'megapixels' && facts.width !== undefined) ||
      (of === 'seconds' && facts.seconds !== undefined) ||
      (of === 'characters' && facts.characters !== undefined),
  )
}

/** Whether what is filled in tells the price: nothing of it is measured on a file, and the text is there. */
function isPriced({ price, fields }: AppManifest, filled: AppInput): boolean {
  return price.per.every(({ of }) => {
    if (of === 'megapixels' || of === 'seconds') return false
    return of !== 'characters' || fields.some(({ kind, name }) => kind === 'longtext' && filled[name])
  })
}

/** Uses the function that charges; unknown facts of the input get their defaults. */
export function priceFor(app: AppManifest, facts: Facts, filled: AppInput = {}): number {
  const input: AppInput = {}
  for (const field of app.fields) {
    const value = defaultOf(field)
    if (value !== undefined) input[field.name] = value
    if (field.kind === 'longtext' && facts.characters)
      input[field.name] = 'x'.repeat(Math.min(facts.characters, 100_000))
  }
  Object.assign(input, filled)
  return priceOf(app.price, input, Object.fromEntries(app.fields.map(({ name }) => [name, facts])))
}

function sideMaxOf({ fields }: AppManifest): number | undefined {
  const picture = fields.find(({ kind }) => kind === 'image')
  return picture?.kind === 'image' ? picture.sideMax : undefined
}

function sizeWords({ width, height, seconds: length, characters }: Facts): string {
  if (width && height)
    return height === 1_000 && width % 1_000 === 0 && width > 4_000
      ? `${width / 1_000} megapixels`
      : `a picture of ${width} × ${height}`
  if (length) return `${duration(length)} of sound`
  return count(characters ?? 0, 'character', 'characters')
}

/** A typical input of an app, to compare apps by. */
export const USUAL: Facts = { width: 2_000, height: 1_500, seconds: 60, characters: 300 }

export function usualPrice(app: AppManifest): number {
  const limit = sideMaxOf(app)
  return priceFor(app, limit ? { ...USUAL, width: limit, height: limit } : USUAL)
}

function usualWords(app: AppManifest): string {
  const [measured] = app.price.per
  if (measured?.of === 'megapixels') {
    const limit = sideMaxOf(app)
    return `, for a picture of ${limit ?? USUAL.width} × ${limit ?? USUAL.height}`
  }
  if (measured?.of === 'seconds') return `, for ${duration(USUAL.seconds!)} of sound`
  return measured?.of === 'characters' ? `, for ${USUAL.characters} characters` : ''
}

const SHOWN = 3

export async function answerCheapest({ deps, apps }: AnswerContext): Promise<LiveAnswer> {
  const network = await readNetworkNow(deps.db)
  const served = apps.filter(({ id }) => network.apps[id])
  const listed = (served.length > 0 ? served : apps).toSorted(
    (one, other) => usualPrice(one) - usualPrice(other),
  )
  const lines = listed
    .slice(0, SHOWN)
    .map((app) => `- [${app.name}](/apps?app=${app.id}): ${credits(usualPrice(app))}${usualWords(app)}`)
  const first = listed[0]!
  return {
    text: `The cheapest is **${first.name}**:\n\n${lines.join('\n')}\n\n[All prices](/apps)`,
    mood: 'confident',
    about: { appId: first.id },
  }
}

export async function answerFastest({ deps, apps }: AnswerContext): Promise<LiveAnswer> {
  const durations = await appDurations(deps.db)
  const timed = apps
    .map((app) => ({ app, p50: durations.get(app.id)?.p50Seconds ?? null }))
    .filter((one): one is { app: AppManifest; p50: number } => one.p50 !== null)
    .toSorted((one, other) => one.p50 - other.p50)
  const [first] = timed
  if (!first)
    return {
      text: 'No app ran in the last day, so I have no times to compare. [The apps](/apps)',
      mood: 'neutral',
    }
  const lines = timed
    .slice(0, SHOWN)
    .map(({ app, p50 }) => `- [${app.name}](/apps?app=${app.id}): about ${seconds(p50)}`)
  return {
    text: `The fastest is **${first.app.name}**, by the last day’s jobs:\n\n${lines.join('\n')}\n\n[The apps](/apps)`,
    mood: 'confident',
    about: { appId: first.app.id },
  }
}

/** What the person's credits buy: of one app, or of several. */
export async function answerAffordable({
  deps,
  address,
  apps,
  app,
  facts,
}: AnswerContext): Promise<LiveAnswer> {
  const { available } = await findCredits(deps.db, address)
  const have = `You have **${credits(available)}**.`
  if (app) {
    const price = facts && measures(app, facts) ? priceFor(app, facts) : usualPrice(app)
    const size = facts && measures(app, facts) ? `, for ${sizeWords(facts)}` : usualWords(app)
    const many = Math.floor(available / price)
    return {
      text: `${have} ${app.name} costs ${credits(price)}${size}: enough for **${count(many, 'job', 'jobs')}**. [Open ${app.name}](/apps?app=${app.id})`,
      mood: many > 0 ? 'happy' : 'surprise',
    }
  }
  const lines = apps.map(
    (one) =>
      `- [${one.name}](/apps?app=${one.id}): ${Math.floor(available / usualPrice(one))} at ${credits(usualPrice(one))}${usualWords(one)}`,
  )
  return {
    text: `${have} That buys, for example, one of these:\n\n${lines.join('\n')}\n\n[Your credits](/profile/credits)`,
    mood: available > 0 ? 'happy' : 'surprise',
  }
}
