import type { ReactNode } from 'react'
import type { AppForm } from '../create-app-form.ts'
import type { FieldOf, Kind, RawByKind, RawValues } from '../raw-value.ts'

export interface ControlProps<K extends Kind> {
  /** The id of the control, or of the first one: the label points to it. */
  id: string
  describedBy: string
  invalid: boolean
  field: FieldOf<K>
  value: RawByKind[K]
  values: RawValues
  /** Another field shows this field's picture larger, below its own content. */
  isShownBelow: boolean
  form: Pick<AppForm, 'pick' | 'sendAgain'>
  onChange: (value: RawByKind[K]) => void
}

export type Control<K extends Kind> = (props: ControlProps<K>) => ReactNode

/** The shared classes of all text inputs. */
export const textInputStyle =
  'min-h-12 w-full border border-edge bg-ground px-4 py-3 text-lg/7 hover:border-muted focus:border-text focus:outline-none focus-visible:outline-2 aria-invalid:border-danger'
