import { WHY_CHARACTERS_MAX } from '@infra/protocol/moderation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { TextField } from '../ui/text-field.tsx'

const WHY_CHARACTERS_MIN = 4

interface ReasonFormProps {
  hint: string
  isPending: boolean
  /** Called with the value of the pressed button, or without one after Enter. */
  onDecide: (why: string, chosen: string | undefined) => void
  /** The buttons. */
  children: ReactNode
}

/** Every decision needs a reason, which the person concerned can read and which stays on record. */
export function ReasonForm({ hint, isPending, onDecide, children }: ReasonFormProps) {
  const [why, setWhy] = useState('')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (why.trim().length >= WHY_CHARACTERS_MIN) return onDecide(why, button?.value || undefined)
    setProblem(`must have at least ${WHY_CHARACTERS_MIN} characters`)
    event.currentTarget.querySelector<HTMLElement>('[name="why"]')?.focus()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        name="why"
        label="Reason"
        hint={hint}
        value={why}
        max={WHY_CHARACTERS_MAX}
        problem={problem}
        onChange={(value) => {
          setWhy(value)
          setProblem(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">{children}</div>
    </form>
  )
}
