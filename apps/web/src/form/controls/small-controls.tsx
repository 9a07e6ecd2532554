import { SEED_MAX } from '@infra/protocol/apps/app-field'
import { Button } from '../../ui/button.tsx'
import { type ControlProps, textInputStyle } from './control.ts'

export function ToggleControl({ id, describedBy, field, value, onChange }: ControlProps<'toggle'>) {
  return (
    <label className="flex min-h-11 items-center gap-3 self-start font-mono text-sm text-muted hover:text-text has-checked:text-text">
      <input
        id={id}
        type="checkbox"
        aria-label={field.label}
        name={field.name}
        checked={value}
        aria-describedby={describedBy}
        className="size-5 accent-text"
        onChange={(event) => onChange(event.target.checked)}
      />
      {value ? 'On' : 'Off'}
    </label>
  )
}

/** If it is empty, the API draws a seed and stores it with the job. */
export function SeedControl(props: ControlProps<'seed'>) {
  const { id, describedBy, invalid, field, value, onChange } = props
  return (
    <div className="flex flex-wrap gap-3">
      <input
        id={id}
        name={field.name}
        inputMode="numeric"
        value={value}
        placeholder="Random"
        autoComplete="off"
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={`${textInputStyle} min-w-0 flex-1 basis-40 font-mono text-base tabular-nums placeholder:text-muted`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button icon="refresh" onClick={() => onChange(String(drawSeed()))}>
        Surprise me
      </Button>
    </div>
  )
}

function drawSeed(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return Math.min(drawn, SEED_MAX)
}

export function ColorControl(props: ControlProps<'color'>) {
  const { id, describedBy, invalid, field, value, onChange } = props
  return (
    <div className="flex gap-3">
      <input
        type="color"
        aria-label={`${field.label}, picker`}
        value={/^#[0-9a-f]{6}$/.test(value) ? value : '#000000'}
        className="h-12 w-16 border border-edge bg-ground p-1"
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        id={id}
        name={field.name}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={`${textInputStyle} max-w-40 font-mono text-base`}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
      />
    </div>
  )
}
