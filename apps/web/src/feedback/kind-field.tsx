import type { FeedbackReport } from '@infra/protocol/feedback'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Segments } from '../ui/segments.tsx'

type Kind = FeedbackReport['kind']

export function KindField({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2.5 font-mono text-sm">Kind</legend>
      <Segments name="kind" labels={labels} value={value} onChange={onChange} />
    </fieldset>
  )
}

const labels: Record<Kind, ReactNode> = {
  bug: (
    <>
      <Icon name="shield-bug" size={16} />
      Bug
    </>
  ),
  idea: (
    <>
      <Icon name="plus" size={16} />
      Idea
    </>
  ),
  praise: (
    <>
      <Icon name="hearts" size={16} />
      Praise
    </>
  ),
}
