import { createKey, KEY_CREDITS_PER_DAY_MAX, KEY_DAYS_MAX, KEY_NAME_MAX } from '@infra/protocol/api-keys'
import { hintOf, type KeyScope, makeApiKey } from '@infra/protocol/values/api-key'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'

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

export function NewKey({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const [wanted, setWanted] = useState(offered)
  const making = useMutation({ mutationFn: () => register(wanted), onSuccess: onMade }, queryClient)
  const set = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })
  const refusal = making.error && describeRefusal(making.error)

  return (
    <Modal title="Make a key" onClose={onClose}>
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        <TextField
          name="name"
          label="Name"
          hint="What you’ll use this key for."
          value={wanted.name}
          max={KEY_NAME_MAX}
          onChange={(name) => set({ name })}
        />
        <Scopes chosen={wanted.scopes} onChange={(scopes) => set({ scopes })} />
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
          <Amount
            label="Credits in all"
            value={wanted.total}
            onChange={(total) => set({ total })}
            isOptional
          />
          <Amount
            label="Days until it expires"
            value={wanted.days}
            min={1}
            max={KEY_DAYS_MAX}
            onChange={(days) => set({ days })}
          />
        </div>
        <p role="alert" className="text-danger empty:hidden">
          {refusal && [refusal.sentence, ...problemsOf(making.error)].join(' ')}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={making.isPending || wanted.name.trim() === '' || wanted.scopes.length === 0}
          >
            Make key
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const fieldLabels: Record<string, string> = {
  '/name': 'The name',
  '/creditsPerDay': 'Credits per day',
  '/creditsPerJob': 'Credits per job',
  '/creditsTotal': 'Credits in all',
  '/days': 'Days until it expires',
}

function problemsOf(error: unknown): string[] {
  const { errors = [] } = error as { errors?: { pointer: string; message: string }[] }
  return errors.map(({ pointer, message }) => `${fieldLabels[pointer] ?? pointer} ${message}.`)
}

function Scopes({ chosen, onChange }: { chosen: KeyScope[]; onChange: (scopes: KeyScope[]) => void }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-2 font-mono text-sm">Permissions</legend>
      {Object.entries(scopeLabels).map(([name, label]) => {
        const scope = name as KeyScope
        return (
          <label key={scope} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-current"
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
            {label}
          </label>
        )
      })}
    </fieldset>
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
