import type { FormState } from '../form/form-state.ts'
import { Segments } from '../ui/segments.tsx'

type Visibility = FormState['visibility']

const labels: Record<Visibility, string> = { public: 'Everyone', private: 'Only me' }

export function VisibilityField({
  value,
  onChange,
}: {
  value: Visibility
  onChange: (value: Visibility) => void
}) {
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-2.5 font-mono text-sm">Who sees the result</legend>
      <Segments name="visibility" labels={labels} value={value} onChange={onChange} />
      <p className="mt-2.5 text-muted">
        {value === 'public'
          ? 'It goes to the feed when it is finished.'
          : 'It is kept among your jobs alone.'}{' '}
        The machine that runs the job reads what you send, even with “Only me”.
      </p>
    </fieldset>
  )
}
