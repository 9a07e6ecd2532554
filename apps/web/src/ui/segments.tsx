import type { ReactNode } from 'react'

interface SegmentsProps<Value extends string> {
  /** The name of the radio buttons, which makes them one group. */
  name: string
  labels: Record<Value, ReactNode>
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control of a few options. Put it into a `fieldset` that names the choice. */
export function Segments<Value extends string>({ name, labels, value, onChange }: SegmentsProps<Value>) {
  return (
    <div className="grid auto-cols-fr grid-flow-col border border-edge">
      {(Object.keys(labels) as Value[]).map((one) => (
        <label
          key={one}
          className="flex min-h-12 items-center justify-center gap-2.5 border-l border-edge font-mono text-sm text-muted first:border-l-0 hover:text-text has-checked:bg-text has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            className="sr-only"
            onChange={() => onChange(one)}
          />
          {labels[one]}
        </label>
      ))}
    </div>
  )
}
