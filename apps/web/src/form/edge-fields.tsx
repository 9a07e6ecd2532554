import type { AppField } from '@infra/protocol/apps/app-field'
import type { ReactNode } from 'react'
import type { AppForm } from './create-app-form.ts'
import type { Expansion, Side } from './drawing/expand-frame.ts'
import { ExpandView } from './drawing/expand-view.tsx'
import { underlyingPicture } from './drawing/underlying-picture.ts'
import type { FieldOf, RawValues } from './raw-value.ts'

/** A field that says how far a picture is expanded on one side. */
export type EdgeField = FieldOf<'integer'> & { edge: NonNullable<FieldOf<'integer'>['edge']> }

export function isEdge(field: AppField): field is EdgeField {
  return field.kind === 'integer' && field.edge !== undefined
}

interface EdgeFieldsProps {
  fields: readonly EdgeField[]
  values: RawValues
  form: Pick<AppForm, 'change'>
  /** The fields as numbers, for exact values. */
  children: ReactNode
}

/** The fields of all edges together: a frame to drag, and a number for each. */
export function EdgeFields({ fields, values, form, children }: EdgeFieldsProps) {
  const picture = underlyingPicture(values, fields[0]!.edge.of)
  const expansion = expansionOf(fields, values)
  const change = (side: Side, pixels: number) => {
    const field = fields.find(({ edge }) => edge.side === side)
    if (field) form.change(field.name, String(pixels))
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {picture ? (
        <>
          <ExpandView
            picture={picture}
            expansion={expansion}
            max={Math.min(...fields.map(({ max }) => max))}
            onChange={change}
          />
          <p className="text-muted">
            Drag an edge of the frame, or move it with the arrow keys.{' '}
            <span className="font-mono text-sm whitespace-nowrap text-text">
              {picture.width + expansion.left + expansion.right} ×{' '}
              {picture.height + expansion.top + expansion.bottom}
            </span>
          </p>
        </>
      ) : (
        <p className="border border-dashed border-line px-4 py-6 text-muted">
          Choose the picture first; then drag its edges here.
        </p>
      )}
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-4">{children}</div>
    </div>
  )
}

/** Text that isn't a number yet counts as zero. */
function expansionOf(fields: readonly EdgeField[], values: RawValues): Expansion {
  const pixels = (side: Side) => {
    const field = fields.find(({ edge }) => edge.side === side)
    const value = field && Number(values[field.name])
    return value && value > 0 ? Math.min(field.max, value) : 0
  }
  return { left: pixels('left'), right: pixels('right'), top: pixels('top'), bottom: pixels('bottom') }
}
