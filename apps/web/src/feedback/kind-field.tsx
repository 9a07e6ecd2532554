import { type FeedbackReport, feedbackKinds } from '@infra/protocol/feedback'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'

type Kind = FeedbackReport['kind']

export function KindField({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2.5 font-mono text-sm">Kind</legend>
      <div className="grid grid-cols-3 border border-edge">
        {feedbackKinds.map((kind) => (
          <label
            key={kind}
            className="flex min-h-12 items-center justify-center gap-2.5 border-l border-edge font-mono text-sm text-muted first:border-l-0 hover:text-text has-checked:bg-text has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
          >
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={kind === value}
              className="sr-only"
              onChange={() => onChange(kind)}
            />
            <Icon name={looks[kind].icon} size={16} />
            {looks[kind].label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const looks: Record<Kind, { label: string; icon: IconName }> = {
  bug: { label: 'Bug', icon: 'shield-bug' },
  idea: { label: 'Idea', icon: 'plus' },
  praise: { label: 'Praise', icon: 'hearts' },
}
