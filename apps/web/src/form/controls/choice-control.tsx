import { type ControlProps, textInputStyle } from './control.ts'

/** More options than this do not fit side by side on a phone. */
const SIDE_BY_SIDE_MAX = 4

export function ChoiceControl(props: ControlProps<'choice'>) {
  const { id, describedBy, invalid, field, value, onChange } = props
  if (field.options.length <= SIDE_BY_SIDE_MAX) return <SideBySide {...props} />
  return (
    <select
      id={id}
      name={field.name}
      aria-label={field.label}
      value={value}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      className={textInputStyle}
      onChange={(event) => onChange(event.target.value)}
    >
      {value === '' && <option value="">Choose</option>}
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function SideBySide({ id, describedBy, field, value, onChange }: ControlProps<'choice'>) {
  return (
    <div className="flex flex-wrap gap-px border border-edge bg-edge">
      {field.options.map((option, place) => (
        <label
          key={option.value}
          className="flex min-h-12 flex-1 basis-24 items-center justify-center bg-ground px-3 py-2 text-center font-mono text-sm text-muted hover:text-text has-checked:bg-text has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
        >
          <input
            id={place === 0 ? id : undefined}
            type="radio"
            name={field.name}
            value={option.value}
            checked={option.value === value}
            aria-describedby={describedBy}
            className="sr-only"
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
