import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from '../store/use-store.ts'
import type { AppForm } from './create-app-form.ts'
import { EdgeFields, isEdge } from './edge-fields.tsx'
import { FieldRow } from './field-row.tsx'
import { shownFields } from './form-input.ts'
import { blankValue } from './raw-value.ts'

interface SchemaFormProps {
  app: Pick<AppManifest, 'fields' | 'name'>
  form: AppForm
  /** Below the fields: price, credits, and the button that submits. */
  children: ReactNode
  /** Increases with each attempt that found a problem; then the first field with one gets the focus. */
  rejections: number
  onSubmit: () => void
}

/** The form of any app, generated from its manifest. */
export function SchemaForm({ app, form, children, rejections, onSubmit }: SchemaFormProps) {
  const { values, problems } = useStore(form.state)
  const element = useRef<HTMLFormElement>(null)
  const shown = shownFields(app.fields, values)
  const advanced = shown.filter((field) => field.advanced)
  const [isOpen] = useState(() => advanced.some((field) => values[field.name] !== blankValue(field)))
  usePaste(element, app.fields, form)

  useEffect(() => {
    const name = rejections > 0 ? form.firstProblem() : undefined
    if (name) focusField(element.current, name)
  }, [rejections, form])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  const row = (field: AppField) => (
    <FieldRow
      key={field.name}
      field={field}
      values={values}
      problem={problems[field.name]}
      isShownBelow={shown.some((other) => pictureUnder(other) === field.name)}
      form={form}
    />
  )
  const edges = shown.filter(isEdge)
  return (
    <form
      ref={element}
      data-app-form
      noValidate
      aria-label={app.name}
      className="flex min-w-0 flex-col gap-8"
      onSubmit={submit}
    >
      {shown.filter((field) => !field.advanced && !isEdge(field)).map(row)}
      {edges.length > 0 && (
        <EdgeFields fields={edges} values={values} form={form}>
          {edges.map(row)}
        </EdgeFields>
      )}
      {advanced.length > 0 && (
        <details
          className="group border-y border-line"
          // Nothing that was filled in for the user is hidden.
          open={isOpen || advanced.some(({ name }) => problems[name]) || undefined}
        >
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 font-mono text-sm text-muted hover:text-text">
            More options
            <span aria-hidden="true" className="group-open:rotate-45">
              +
            </span>
          </summary>
          <div className="flex flex-col gap-8 pt-3 pb-8">{advanced.map(row)}</div>
        </details>
      )}
      {children}
    </form>
  )
}

/** The field whose picture is below this one. */
function pictureUnder(field: AppField): string | undefined {
  if (isEdge(field)) return field.edge.of
  return 'over' in field ? field.over : undefined
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const controls =
    field?.querySelectorAll<HTMLElement>('input,textarea,select,button,canvas,[tabindex]') ?? []
  const control = [...controls].find((one) => !one.matches('[type="range"],[type="color"]')) ?? controls[0]
  control?.focus()
}

/** A pasted picture goes to the focused field, or to the first empty one; of several forms, to the focused or the last. */
function usePaste(
  element: RefObject<HTMLFormElement | null>,
  fields: readonly AppField[],
  form: AppForm,
): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file || element.current !== formToPasteInto()) return
      const pictures = fields.filter(({ kind }) => kind === 'image')
      const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field
      const target =
        pictures.find(({ name }) => name === focused) ??
        pictures.find(({ name }) => form.state.get().values[name] === null) ??
        pictures[0]
      if (!target) return
      event.preventDefault()
      void form.pick(target.name, file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [element, fields, form])
}

function formToPasteInto(): Element | null | undefined {
  const focused = document.activeElement?.closest('form[data-app-form]')
  return focused ?? [...document.querySelectorAll('form[data-app-form]')].at(-1)
}
