import { Icon } from './icon.tsx'

interface ChoicesProps<Value extends string> {
  legend: string
  labels: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}

/** A filter for a list. */
export function Choices<Value extends string>({ legend, labels, value, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <legend className="sr-only">{legend}</legend>
      <span className="text-muted">
        <Icon name="filters" size={16} />
      </span>
      {(Object.keys(labels) as Value[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          className="min-h-11 border-b-2 border-transparent label text-muted hover:text-text aria-pressed:border-text aria-pressed:text-text"
          onClick={() => onChange(one)}
        >
          {labels[one]}
        </button>
      ))}
    </fieldset>
  )
}
