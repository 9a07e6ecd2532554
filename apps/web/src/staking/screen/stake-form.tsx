import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Reading } from '../reward-rules.ts'
import { readAmount } from '../token-amount.ts'
import type { Order } from '../transactions/run-operation.ts'
import { AmountField } from './amount-field.tsx'
import { Projection } from './projection.tsx'

type Direction = 'stake' | 'withdraw'

interface StakeFormProps {
  reading: Reading
  /** Why nothing can be signed now, if so. */
  blocked: string | undefined
  /** Resolves with whether the order was carried out. */
  onOrder: (order: Order) => Promise<boolean>
}

export function StakeForm({ reading, blocked, onOrder }: StakeFormProps) {
  const [direction, setDirection] = useState<Direction>('stake')
  const [typed, setTyped] = useState('')
  const [wasTried, setTried] = useState(false)
  const [approves, setApproves] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { max, source, have } = limits(direction, reading)
  const { amount, problem } = readAmount(typed, { max, have })
  const isPaused = direction === 'stake' && reading.isPaused
  const blocker =
    blocked ?? (isPaused ? 'New stakes are paused. You can still withdraw and claim.' : undefined)

  function type(text: string) {
    setTyped(text)
    setTried(false)
  }

  function choose(next: Direction) {
    setDirection(next)
    type('')
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (amount === undefined) return field.current?.focus()
    const order: Order =
      direction === 'stake'
        ? { action: direction, amount, by: approves ? 'approve' : 'permit' }
        : { action: direction, amount }
    void onOrder(order).then((isDone) => isDone && type(''))
  }

  return (
    <form className="flex flex-col gap-6" onSubmit={submit} noValidate>
      <DirectionField value={direction} onChange={choose} />
      <AmountField
        ref={field}
        source={source}
        max={max}
        typed={typed}
        problem={typed.trim() !== '' || wasTried ? problem : undefined}
        onType={type}
      />
      <Projection reading={reading} direction={direction} amount={amount ?? 0n} />
      {direction === 'stake' && reading.allowance < (amount ?? 1n) && (
        <label className="-my-2 flex min-h-11 items-center gap-3 text-muted has-checked:text-text">
          <input
            type="checkbox"
            checked={approves}
            className="size-5 shrink-0 accent-text"
            onChange={(event) => setApproves(event.target.checked)}
          />
          Approve in a separate transaction, for wallets that can’t sign a permit
        </label>
      )}
      <div className="flex flex-col gap-2.5">
        <Button
          type="submit"
          variant={blocker ? 'secondary' : 'primary'}
          disabled={blocker !== undefined}
          className="self-start"
        >
          {direction === 'stake' ? 'Stake' : 'Withdraw'}
        </Button>
        {blocker && <p className="text-muted">{blocker}</p>}
      </div>
    </form>
  )
}

function limits(direction: Direction, { balance, staked }: Reading) {
  return direction === 'stake'
    ? { max: balance, source: 'In your wallet', have: 'You have' }
    : { max: staked, source: 'Staked', have: 'You have staked' }
}

const directionLabels: Record<Direction, string> = { stake: 'Stake', withdraw: 'Withdraw' }

function DirectionField({ value, onChange }: { value: Direction; onChange: (direction: Direction) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">What to do</legend>
      <Segments name="direction" labels={directionLabels} value={value} onChange={onChange} />
    </fieldset>
  )
}
