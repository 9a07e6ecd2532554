import { type ControlProps, textInputStyle } from './control.ts'

export function IntegerControl(props: ControlProps<'integer'>) {
  const { field } = props
  // The edges of a picture are dragged on the picture itself.
  return <SliderAndNumber {...props} step={1} span={field.edge ? undefined : field} />
}

/** The slider covers the usual range; values beyond it, within the limits, are typed. */
export function NumberControl(props: ControlProps<'number'>) {
  const { field } = props
  return <SliderAndNumber {...props} step={field.step} span={field.soft ?? field} />
}

interface SliderProps
  extends Pick<ControlProps<'integer' | 'number'>, 'id' | 'describedBy' | 'invalid' | 'field' | 'value'> {
  step: number
  /** The slider's range; undefined if there's no slider. */
  span: { min: number; max: number } | undefined
  onChange: (value: string) => void
}

function SliderAndNumber({ id, describedBy, invalid, field, value, step, span, onChange }: SliderProps) {
  const at = Number(value)
  return (
    <div className="flex items-center gap-4">
      {span && (
        <input
          type="range"
          aria-label={`${field.label}, slider`}
          min={span.min}
          max={span.max}
          step={step}
          value={value.trim() === '' || Number.isNaN(at) ? span.min : at}
          className="h-11 min-w-0 flex-1 accent-text"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <input
        id={id}
        name={field.name}
        inputMode={step % 1 === 0 && field.min >= 0 ? 'numeric' : 'decimal'}
        value={value}
        autoComplete="off"
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={`${textInputStyle} max-w-28 font-mono text-base tabular-nums`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          const by = { ArrowUp: step, ArrowDown: -step }[event.key]
          if (by === undefined || Number.isNaN(at)) return
          event.preventDefault()
          onChange(stepped(at, by, field))
        }}
      />
    </div>
  )
}

/** Avoids rounding errors of binary fractions: 0.1 + 0.2 is 0.3. */
function stepped(at: number, by: number, { min, max }: { min: number; max: number }): string {
  return String(Number(Math.min(max, Math.max(min, at + by)).toFixed(6)))
}
