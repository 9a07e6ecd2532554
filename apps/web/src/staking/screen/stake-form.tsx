import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Reading } from '../reward-rules.ts'
import { readAmount } from '../token-amount.ts'
import type { Order } from '../transactions/run-operation.ts'
import { AmountField } from './amount-field.tsx'
import { Projection } from './projection.tsx'

type Way = 'stake' | 'withdraw'

interface StakeFormProps {
  reading: Reading
  /** Why nothing can be signed now, if so. */
  blocked: string | undefined
  /** Resolves with whether it was done. */
  onOrder: (order: Order) => Promise<boolean>
}

export function StakeForm({ reading, blocked, onOrder }: StakeFormProps) {
  const [way, setWay] = useState<Way>('stake')
  const [typed, setTyped] = useState('')
  const [wasTried, setTried] = useState(false)
  const [approves, setApproves] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { max, source, have } = limits(way, reading)
  const { amount, problem } = readAmount(typed, { max, have })
  const isPaused = way === 'stake' && reading.isPaused
  const hindrance =
    blocked ?? (isPaused ? 'New stakes are paused. Withdrawing and claiming go on as ever.' : undefined)

  function type(text: string) {
    setTyped(text)
    setTried(false)
  }

  function choose(next: Way) {
    setWay(next)
    type('')
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (amount === undefined) return field.current?.focus()
    const order: Order =
      way === 'stake' ? { action: way, amount, by: approves ? 'approve' : 'permit' } : { action: way, amount }
    void onOrder(order).then((isDone) => isDone && type(''))
  }

  return (
    <form className="flex flex-col gap-6" onSubmit={submit} noValidate>
      <WayField value={way} onChange={choose} />
      <AmountField
        ref={field}
        source={source}
        max={max}
        typed={typed}
        problem={typed.trim() !== '' || wasTried ? problem : undefined}
        onType={type}
      />
      <Projection reading={reading} way={way} amount={amount ?? 0n} />
      {way === 'stake' && reading.allowance < (amount ?? 1n) && (
        <label className="-my-2 flex min-h-11 items-center gap-3 text-muted has-checked:text-text">
          <input
            type="checkbox"
            checked={approves}
            className="size-5 shrink-0 accent-text"
            onChange={(event) => setApproves(event.target.checked)}
          />
          Approve in a transaction of its own: for wallets that cannot sign a permit
        </label>
      )}
      <div className="flex flex-col gap-2.5">
        <Button
          type="submit"
          look={hindrance ? 'plain' : 'hot'}
          disabled={hindrance !== undefined}
          className="self-start"
        >
          {way === 'stake' ? 'Stake' : 'Withdraw'}
        </Button>
        {hindrance && <p className="text-muted">{hindrance}</p>}
      </div>
    </form>
  )
}

function limits(way: Way, { balance, staked }: Reading) {
  return way === 'stake'
    ? { max: balance, source: 'In your wallet', have: 'You have' }
    : { max: staked, source: 'Staked', have: 'You have staked' }
}

const wayWords: Record<Way, string> = { stake: 'Stake', withdraw: 'Withdraw' }

function WayField({ value, onChange }: { value: Way; onChange: (way: Way) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">What to do</legend>
      <Segments name="way" words={wayWords} value={value} onChange={onChange} />
    </fieldset>
  )
}
