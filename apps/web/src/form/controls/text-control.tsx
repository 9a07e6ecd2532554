import { type ControlProps, textInputStyle } from './control.ts'

export function TextControl({ id, describedBy, invalid, field, value, onChange }: ControlProps<'text'>) {
  return (
    <input
      id={id}
      name={field.name}
      value={value}
      autoComplete="off"
      aria-invalid={invalid}
      aria-describedby={describedBy}
      className={textInputStyle}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function LongTextControl(props: ControlProps<'longtext'>) {
  const { id, describedBy, invalid, field, value, onChange } = props
  return (
    <textarea
      id={id}
      name={field.name}
      rows={6}
      value={value}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      className={`${textInputStyle} resize-y`}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
