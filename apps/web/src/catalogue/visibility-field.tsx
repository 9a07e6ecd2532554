import type { FormState } from '../form/form-state.ts'

type Visibility = FormState['visibility']

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
      <div className="grid grid-cols-2 border border-edge">
        {(['public', 'private'] as const).map((visibility) => (
          <label
            key={visibility}
            className="flex min-h-12 items-center justify-center border-l border-edge font-mono text-sm text-muted first:border-l-0 hover:text-text has-checked:bg-text has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
          >
            <input
              type="radio"
              name="visibility"
              value={visibility}
              checked={visibility === value}
              className="sr-only"
              onChange={() => onChange(visibility)}
            />
            {visibility === 'public' ? 'Everyone' : 'Only me'}
          </label>
        ))}
      </div>
      <p className="mt-2.5 text-muted">
        {value === 'public'
          ? 'It goes to the feed when it is finished.'
          : 'It is kept among your jobs alone.'}
      </p>
    </fieldset>
  )
}
