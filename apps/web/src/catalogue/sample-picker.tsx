import type { AppManifest } from '@infra/protocol/apps/app'
import { useEffect, useState } from 'react'
import type { AppForm } from '../form/create-app-form.ts'
import { findSample, type Sample, samplesOf } from './samples.ts'

interface SamplePickerProps {
  app: Pick<AppManifest, 'id'>
  form: Pick<AppForm, 'change' | 'pick' | 'waitFor'>
  /** The sample that the address names, used once. */
  asked: string | undefined
  onFilled: () => void
}

/** Fills in the form with a sample for trying the app. */
export function SamplePicker({ app, form, asked, onFilled }: SamplePickerProps) {
  const [lost, setLost] = useState<string>()
  const samples = samplesOf(app.id)
  const fill = (sample: Sample) => {
    setLost(undefined)
    // If the user presses Run meanwhile, they get what they chose.
    form.waitFor(fillIn(form, sample).catch(() => setLost(sample.name)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address asks.
  useEffect(() => {
    if (asked === undefined) return
    const sample = findSample(samples, asked)
    if (sample) fill(sample)
    onFilled()
  }, [asked])
  if (samples.length === 0) return null
  return (
    <section aria-label="Samples" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="font-mono text-sm text-muted max-sm:basis-full">Try a sample</p>
      {samples.map((sample) => (
        <button
          key={sample.name}
          type="button"
          className="flex min-h-12 items-center gap-3 border border-edge pr-4 font-mono text-sm hover:border-text hover:bg-raised"
          onClick={() => fill(sample)}
        >
          <Thumbnail sample={sample} />
          {sample.name}
        </button>
      ))}
      <p role="alert" className="basis-full text-danger empty:hidden">
        {lost && `Couldn’t load the sample “${lost}”. Try again.`}
      </p>
    </section>
  )
}

function Thumbnail({ sample: { file } }: { sample: Sample }) {
  if (file?.field !== 'image') return <span className="pl-1" />
  return <img src={file.url} alt="" loading="lazy" className="h-12 w-16 object-cover" />
}

async function fillIn(form: SamplePickerProps['form'], { name, file, marks, texts }: Sample): Promise<void> {
  if (file) {
    const response = await fetch(file.url)
    if (!response.ok) throw new Error(`The sample could not be fetched: ${response.status}.`)
    const content = await response.blob()
    void form.pick(file.field, new File([content], name.toLowerCase(), { type: content.type }))
  }
  // A new picture clears what was painted over the last one, so this comes after it.
  if (marks) form.change(marks.field, { marks: marks.marks, base: null })
  for (const [field, words] of Object.entries(texts ?? {})) form.change(field, words)
}
