import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { PriceRule } from '@infra/protocol/apps/price'

/** The app that a message names, in any spelling. */
export function namedApp(message: string, apps: readonly AppManifest[]): AppManifest | undefined {
  const words = ` ${plain(message)} `
  return apps.find(({ id, name }) => words.includes(` ${plain(id)} `) || words.includes(` ${plain(name)} `))
}

export function asksForPrice(message: string): boolean {
  return /\b(costs?|prices?|pric(ed|ey|ing)|expensive|cheap|pay|charged?|fees?)\b/i.test(message)
}

/** The fields of an app's form that a message already answers: choices by their names, and a quoted text. */
export function inputFrom(message: string, app: AppManifest): AppInput {
  const words = ` ${plain(message)} `
  const input: AppInput = {}
  for (const field of app.fields) {
    if (field.kind === 'choice') {
      const chosen = field.options.find(
        ({ value, label }) => words.includes(` ${plain(value)} `) || words.includes(` ${plain(label)} `),
      )
      if (chosen) input[field.name] = chosen.value
    }
    if (field.kind === 'text' || field.kind === 'longtext') {
      const quoted = /["“](.+?)["”]/.exec(message)?.[1]
      if (quoted) input[field.name] = quoted
    }
  }
  return input
}

const units = {
  megapixels: 'megapixel of the picture',
  characters: 'character',
  seconds: 'second of sound',
  amount: 'unit',
} as const

/** A price in words. */
export function priceWords({ base, per }: PriceRule): string {
  const parts = per.map(({ of, credits }) => `${credits} for each ${units[of]}`)
  return [`${base} ${base === 1 ? 'credit' : 'credits'}`, ...parts].join(' and ')
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
