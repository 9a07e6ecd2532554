import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'

/** A setting with the label of its field. If the app's current version does not have the field, it is shown as it is. */
export function describeInput(
  appId: string,
  name: string,
  value: AppInput[string],
): [label: string, value: string] {
  const field = fieldOf(appId, name)
  const label = fieldLabel(appId, name)
  if (typeof value === 'object') return [label, `${value.length} marked`]
  if (typeof value === 'boolean') return [label, value ? 'yes' : 'no']
  const option = field?.kind === 'choice' && field.options.find((option) => option.value === value)
  return [label, option ? option.label : String(value)]
}

export function fieldLabel(appId: string, name: string): string {
  return fieldOf(appId, name)?.label ?? name
}

function fieldOf(appId: string, name: string) {
  return findApp(appId)?.fields.find((field) => field.name === name)
}
