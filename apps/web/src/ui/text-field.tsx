import { useId } from 'react'

interface TextFieldProps {
  name: string
  label: string
  hint: string
  value: string
  /** In characters as people count them, not in UTF-16 units. */
  max: number
  /** More than one makes it a text area. */
  lines?: number
  /** Follows the label: "must have at least 4 characters". */
  problem?: string
  onChange: (value: string) => void
}

export function TextField({ name, label, hint, value, max, lines = 1, problem, onChange }: TextFieldProps) {
  const id = useId()
  const Control = lines > 1 ? 'textarea' : 'input'
  const used = [...value.trim()].length

  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-mono text-sm">
          {label}
        </label>
        <span
          id={`${id}-count`}
          className={`label tabular-nums ${used > max ? 'text-danger' : 'text-muted'}`}
        >
          {used} / {max}
        </span>
      </div>
      <Control
        id={id}
        name={name}
        rows={lines > 1 ? lines : undefined}
        value={value}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note ${id}-count`}
        className="min-h-12 w-full resize-y border border-edge bg-ground px-4 py-3 text-lg/7 hover:border-muted focus:border-text focus:outline-none focus-visible:outline-2 aria-invalid:border-danger"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={problem ? 'text-danger' : 'text-muted'}>
        {problem ? `${label} ${problem}.` : hint}
      </p>
    </div>
  )
}
