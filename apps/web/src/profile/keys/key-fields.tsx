import { KEY_NAME_MAX, MANDATE_DAYS_MAX } from '@infra/protocol/api-keys'
import type { KeyScope } from '@infra/protocol/values/api-key'
import { useId } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { CheckList } from '../check-list.tsx'
import type { KeyForm } from './key-form.ts'

const scopeLabels: Record<KeyScope, string> = {
  read: 'Read your jobs and credits',
  order: 'Order jobs with your credits',
  publish: 'Show jobs to everyone',
}

const labelsOf = (scopes: KeyScope[]) =>
  Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope]])) as Record<KeyScope, string>

interface KeyFieldsProps {
  form: KeyForm
  /** The program's request, which the key can't exceed. */
  most?: KeyForm | undefined
  onChange: (change: Partial<KeyForm>) => void
}

export function KeyFields({ form, most, onChange }: KeyFieldsProps) {
  const highest = (name: 'perDay' | 'perJob' | 'total' | 'days') =>
    most && most[name] !== '' ? Number(most[name]) : undefined
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="What you’ll use this key for."
        value={form.name}
        max={KEY_NAME_MAX}
        onChange={(name) => onChange({ name })}
      />
      <CheckList
        legend="Permissions"
        labels={most ? labelsOf(most.scopes) : scopeLabels}
        chosen={form.scopes}
        onChange={(scopes) => onChange({ scopes })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Amount
          label="Credits per day"
          value={form.perDay}
          max={highest('perDay')}
          onChange={(perDay) => onChange({ perDay })}
        />
        <Amount
          label="Credits per job"
          value={form.perJob}
          max={highest('perJob')}
          isOptional={highest('perJob') === undefined}
          onChange={(perJob) => onChange({ perJob })}
        />
        <Amount
          label="Credits in all"
          value={form.total}
          max={highest('total')}
          isOptional={highest('total') === undefined}
          onChange={(total) => onChange({ total })}
        />
        <Amount
          label="Days until it expires"
          value={form.days}
          min={1}
          max={highest('days') ?? MANDATE_DAYS_MAX}
          onChange={(days) => onChange({ days })}
        />
      </div>
    </>
  )
}

interface AmountProps {
  label: string
  value: string
  min?: number
  max?: number | undefined
  isOptional?: boolean
  onChange: (value: string) => void
}

function Amount({ label, value, min = 0, max, isOptional = false, onChange }: AmountProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-mono text-sm">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        required={!isOptional}
        placeholder={isOptional ? 'No limit' : undefined}
        value={value}
        className="min-h-12 w-full border border-edge bg-ground px-4 py-3 tabular-nums hover:border-muted focus:border-text focus:outline-none focus-visible:outline-2 user-invalid:border-danger"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
