import type { CatalogueApp } from '@infra/protocol/apps'
import { type Audience, takesFiles } from '../form/audience.ts'
import { Segments } from '../ui/segments.tsx'

interface AudienceFieldProps {
  app: Pick<CatalogueApp, 'fields' | 'isChecked'>
  value: Audience
  onChange: (value: Audience) => void
}

/** Who sees the job. With an input file, the original can stay private while the result is public. */
export function AudienceField({ app, value, onChange }: AudienceFieldProps) {
  const kind = takesFiles(app.fields) ? 'file' : 'text'
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-2.5 font-mono text-sm">Who sees it</legend>
      {kind === 'file' ? (
        <Segments name="audience" labels={fileLabels} value={value} onChange={onChange} />
      ) : (
        <Segments
          name="audience"
          labels={textLabels}
          value={value === 'private' ? 'private' : 'public'}
          onChange={onChange}
        />
      )}
      <p className="mt-2.5 text-muted" aria-live="polite">
        {sentences[kind][value]} The machine that runs the job reads what you send.{' '}
        {app.isChecked && checkedBy(value)}
      </p>
    </fieldset>
  )
}

/** Only the network's own machines rerun jobs that not everyone may see. */
function checkedBy(audience: Audience): string {
  const who = audience === 'public' ? 'A second machine' : 'A machine of the network itself'
  return `${who} may read it too, to check the result.`
}

const textLabels = { private: 'Only me', public: 'Everyone' }

const fileLabels: Record<Audience, string> = {
  private: 'Only me',
  result: 'Result public',
  public: 'All public',
}

const everyoneSeesText = 'Everyone sees the result and what you entered, in the feed.'

const sentences: Record<'file' | 'text', Record<Audience, string>> = {
  file: {
    private: 'Only you see your original and the result.',
    result: 'Everyone sees the result and its settings, in the feed. Only you see your original.',
    public: 'Everyone sees the result and your original, in the feed.',
  },
  text: {
    private: 'Only you see what you entered and the result.',
    result: everyoneSeesText,
    public: everyoneSeesText,
  },
}
