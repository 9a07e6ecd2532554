import { type Ref, useId } from 'react'
import { textInputStyle } from '../../form/controls/control.ts'
import { Button } from '../../ui/button.tsx'
import { exactTokens, shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'

interface AmountFieldProps {
  ref: Ref<HTMLInputElement>
  /** Where the amount comes from: "In your wallet". */
  source: string
  max: bigint
  typed: string
  problem: string | undefined
  onType: (typed: string) => void
}

export function AmountField({ ref, source, max, typed, problem, onType }: AmountFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2.5">
      <label htmlFor={id} className="font-mono text-sm">
        Amount in {TOKEN_SYMBOL}
      </label>
      <div className="flex gap-3">
        <input
          ref={ref}
          id={id}
          name="amount"
          inputMode="decimal"
          value={typed}
          placeholder="0"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          className={`${textInputStyle} min-w-0 flex-1 font-mono tabular-nums placeholder:text-muted`}
          onChange={(event) => onType(event.target.value)}
        />
        <Button disabled={max === 0n} onClick={() => onType(exactTokens(max))}>
          Max
        </Button>
      </div>
      <p id={`${id}-note`} className={problem ? 'text-danger' : 'text-muted'}>
        {problem ?? `${source}: ${shownTokens(max)} ${TOKEN_SYMBOL}`}
      </p>
    </div>
  )
}
