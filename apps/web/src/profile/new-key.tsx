import { KEY_CREDITS_PER_DAY_MAX, KEY_DAYS_MAX } from '@infra/protocol/api-keys'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { KeyFields } from './keys/key-fields.tsx'
import { canSend, offeredKey } from './keys/key-form.ts'
import { makeKey, whyNoKey } from './keys/register-key.ts'

export function NewKey({ onSent, onClose }: { onSent: (secret: string) => void; onClose: () => void }) {
  const [form, setForm] = useState(offeredKey)
  return (
    <FormDialog
      title="Make a key"
      action="Make key"
      send={() => makeKey(form)}
      canSend={canSend(form)}
      explain={whyNoKey}
      onSent={onSent}
      onClose={onClose}
    >
      <KeyFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
      <p className="text-sm text-muted">
        Above {KEY_CREDITS_PER_DAY_MAX} credits per day for all your keys together, or {KEY_DAYS_MAX} days,
        your wallet asks you to sign.
      </p>
    </FormDialog>
  )
}
