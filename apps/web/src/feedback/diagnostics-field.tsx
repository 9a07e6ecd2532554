import type { Diagnostics } from '@infra/protocol/feedback'
import type { ReactNode } from 'react'

interface DiagnosticsFieldProps {
  diagnostics: Diagnostics
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Shows exactly which diagnostics would be sent, and lets the user leave them out. */
export function DiagnosticsField({ diagnostics, checked, onChange }: DiagnosticsFieldProps) {
  const { version, page, browser, requestIds } = diagnostics
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Diagnostics</legend>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="diagnostics"
          checked={checked}
          className="size-5 shrink-0 accent-text"
          onChange={(event) => onChange(event.target.checked)}
        />
        Include technical details that help us find the cause
      </label>
      <dl
        className={`grid gap-x-4 gap-y-2 border border-line p-4 sm:grid-cols-[8rem_minmax(0,1fr)] ${checked ? '' : 'text-muted line-through'}`}
      >
        <Fact name="Version">{version}</Fact>
        <Fact name="Page">{page || 'none before this one'}</Fact>
        <Fact name="Browser">{browser}</Fact>
        <Fact name="Last requests">{requestIds.join(' ') || 'none'}</Fact>
      </dl>
    </fieldset>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="label pt-0.5 text-muted">{name}</dt>
      <dd className="font-mono text-sm/5 break-all">{children}</dd>
    </>
  )
}
