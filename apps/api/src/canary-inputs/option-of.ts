import type { AppManifest } from '@infra/protocol/apps/app'
import type { Chance } from './chance.ts'

/** Most people keep the default; the others pick anything. */
const LEFT_AS_IT_IS = 0.4

export function optionOf(app: AppManifest, name: string, chance: Chance): string {
  const field = app.fields.find((one) => one.name === name)
  if (field?.kind !== 'choice') throw new Error(`${app.id} has no choice "${name}".`)
  if (field.default !== undefined && chance.isTrue(LEFT_AS_IT_IS)) return field.default
  return chance.pick(field.options).value
}
