import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'

/** A setting as its form names it. An app of another version may not know it; then it is told as it is. */
export function inputWords(
  appId: string,
  name: string,
  value: AppInput[string],
): [label: string, value: string] {
  const field = findApp(appId)?.fields.find((field) => field.name === name)
  const label = field?.label ?? name
  if (typeof value === 'object') return [label, `${value.length} marked`]
  if (typeof value === 'boolean') return [label, value ? 'yes' : 'no']
  const option = field?.kind === 'choice' && field.options.find((option) => option.value === value)
  return [label, option ? option.label : String(value)]
}
