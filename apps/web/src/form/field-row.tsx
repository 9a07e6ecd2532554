import { type ReactNode, useId } from 'react'
import { AudioControl } from './controls/audio-control.tsx'
import { BoxesControl } from './controls/boxes-control.tsx'
import { ChoiceControl } from './controls/choice-control.tsx'
import type { Control, ControlProps } from './controls/control.ts'
import { ImageControl } from './controls/image-control.tsx'
import { MaskControl } from './controls/mask-control.tsx'
import { IntegerControl, NumberControl } from './controls/number-control.tsx'
import { ColorControl, SeedControl, ToggleControl } from './controls/small-controls.tsx'
import { LongTextControl, TextControl } from './controls/text-control.tsx'
import type { AppForm } from './create-app-form.ts'
import type { FieldOf, Kind, RawValues } from './raw-value.ts'

/** A new kind of field in the protocol does not compile until it has a control here. */
const controls: { [K in Kind]: Control<K> } = {
  text: TextControl,
  longtext: LongTextControl,
  integer: IntegerControl,
  number: NumberControl,
  choice: ChoiceControl,
  toggle: ToggleControl,
  seed: SeedControl,
  color: ColorControl,
  image: ImageControl,
  audio: AudioControl,
  mask: MaskControl,
  boxes: BoxesControl,
}

/** Kinds with more than one control, whose label names a group. */
const grouped: Record<Kind, boolean> = {
  text: false,
  longtext: false,
  integer: false,
  number: false,
  choice: true,
  toggle: true,
  seed: false,
  color: false,
  image: true,
  audio: true,
  mask: true,
  boxes: true,
}

interface FieldRowProps<K extends Kind> {
  field: FieldOf<K>
  values: RawValues
  problem: string | undefined
  isShownBelow: boolean
  form: AppForm
}

export function FieldRow<K extends Kind>({ field, values, problem, isShownBelow, form }: FieldRowProps<K>) {
  const id = useId()
  const value = values[field.name] as ControlProps<K>['value']
  const Control = controls[field.kind as K] as Control<K>
  const control = (
    <Control
      id={id}
      describedBy={`${id}-note`}
      invalid={problem !== undefined}
      field={field}
      value={value}
      values={values}
      isShownBelow={isShownBelow}
      form={form}
      onChange={(next) => form.change(field.name, next)}
    />
  )
  return (
    <Frame id={id} isGroup={grouped[field.kind]} name={field.name} label={field.label}>
      <div className="flex items-baseline justify-between gap-4">
        {grouped[field.kind] ? (
          <span id={`${id}-label`} className="font-mono text-sm">
            {field.label}
            <Optional field={field} />
          </span>
        ) : (
          <label htmlFor={id} className="font-mono text-sm">
            {field.label}
            <Optional field={field} />
          </label>
        )}
        {'maxLength' in field && <Count text={value as string} max={field.maxLength} />}
      </div>
      {control}
      <p id={`${id}-note`} className={problem ? 'text-danger' : 'text-muted'}>
        {problem ? `${field.label} ${problem}.` : field.help}
      </p>
    </Frame>
  )
}

interface FrameProps {
  id: string
  isGroup: boolean
  name: string
  label: string
  children: ReactNode
}

function Frame({ id, isGroup, name, children }: FrameProps) {
  const style = 'flex min-w-0 flex-col gap-2.5'
  if (!isGroup) {
    return (
      <div data-field={name} className={style}>
        {children}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink below its content, and its legend takes no place in a column.
    <div role="group" data-field={name} aria-labelledby={`${id}-label`} className={style}>
      {children}
    </div>
  )
}

function Optional({ field }: { field: { optional?: boolean } }) {
  return field.optional ? <span className="text-muted"> (optional)</span> : null
}

function Count({ text, max }: { text: string; max: number }) {
  const used = [...text.trim()].length
  return (
    <span className={`label tabular-nums ${used > max ? 'text-danger' : 'text-muted'}`}>
      {used} / {max}
    </span>
  )
}
