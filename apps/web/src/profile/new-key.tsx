import { createKey, KEY_CREDITS_PER_DAY_MAX, KEY_DAYS_MAX, KEY_NAME_MAX } from '@infra/protocol/api-keys'
import { hintOf, type KeyScope, makeApiKey } from '@infra/protocol/values/api-key'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import { TextField } from '../ui/text-field.tsx'
import { CheckList } from './check-list.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Wanted {
  name: string
  scopes: KeyScope[]
  perDay: string
  total: string
  perJob: string
  days: string
}

const offered: Wanted = {
  name: '',
  scopes: ['read', 'order'],
  perDay: '50',
  total: '500',
  perJob: '10',
  days: String(KEY_DAYS_MAX),
}

const scopeLabels: Record<KeyScope, string> = {
  read: 'Read your jobs and credits',
  order: 'Order jobs with your credits',
  publish: 'Show jobs to everyone',
}

/** The key is made here: the network gets its hash. */
async function register(wanted: Wanted): Promise<string> {
  const secret = makeApiKey()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  await call(createKey, {
    body: {
      name: wanted.name,
      hash,
      hint: hintOf(secret),
      scopes: wanted.scopes,
      apps: null,
      networks: null,
      creditsPerDay: Number(wanted.perDay),
      creditsTotal: wanted.total === '' ? null : Number(wanted.total),
      creditsPerJob: wanted.perJob === '' ? null : Number(wanted.perJob),
      openMax: 16,
      days: Number(wanted.days),
    },
  })
  return secret
}

const fieldLabels = {
  name: 'The name',
  creditsPerDay: 'Credits per day',
  creditsPerJob: 'Credits per job',
  creditsTotal: 'Credits in all',
  days: 'Days until it expires',
}

export function NewKey({ onSent, onClose }: { onSent: (secret: string) => void; onClose: () => void }) {
  const [wanted, setWanted] = useState(offered)
  const set = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })

  return (
    <FormDialog
      title="Make a key"
      action="Make key"
      send={() => register(wanted)}
      canSend={wanted.name.trim() !== '' && wanted.scopes.length > 0}
      fieldLabels={fieldLabels}
      onSent={onSent}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="What you’ll use this key for."
        value={wanted.name}
        max={KEY_NAME_MAX}
        onChange={(name) => set({ name })}
      />
      <CheckList
        legend="Permissions"
        labels={scopeLabels}
        chosen={wanted.scopes}
        onChange={(scopes) => set({ scopes })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Amount
          label="Credits per day"
          value={wanted.perDay}
          max={KEY_CREDITS_PER_DAY_MAX}
          onChange={(perDay) => set({ perDay })}
        />
        <Amount
          label="Credits per job"
          value={wanted.perJob}
          onChange={(perJob) => set({ perJob })}
          isOptional
        />
        <Amount label="Credits in all" value={wanted.total} onChange={(total) => set({ total })} isOptional />
        <Amount
          label="Days until it expires"
          value={wanted.days}
          min={1}
          max={KEY_DAYS_MAX}
          onChange={(days) => set({ days })}
        />
      </div>
    </FormDialog>
  )
}

interface AmountProps {
  label: string
  value: string
  min?: number
  max?: number
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
