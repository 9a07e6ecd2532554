import type { Job } from '@infra/protocol/jobs'
import type { ReactElement } from 'react'
import { Sound } from '../../ui/sound.tsx'
import { describe } from '../job-rules.ts'
import { FoundObjects } from './found-objects.tsx'
import { ReadWords } from './read-words.tsx'
import { subtitlesIn } from './subtitles.ts'
import { TextResult } from './text-result.tsx'
import { Transcript } from './transcript.tsx'

export type ShownJob = Pick<Job, 'app' | 'user' | 'alt' | 'input' | 'inputFiles' | 'outputs'>

/** The result of an app whose outputs belong together; undefined for other apps, whose outputs are shown one by one. */
export function appResultOf(job: ShownJob): ReactElement | undefined {
  return Object.hasOwn(views, job.app.id) ? views[job.app.id]!(job) : undefined
}

const views: Record<string, (job: ShownJob) => ReactElement | undefined> = {
  'find-objects': (job) => {
    const [marked, objects] = [outputOf(job, 'picture'), outputOf(job, 'objects')]
    return marked && objects && <FoundObjects job={job} marked={marked} objects={objects} />
  },
  'read-text': (job) => {
    const [text, words] = [outputOf(job, 'text')?.text, outputOf(job, 'words')]
    return typeof text === 'string' && words ? <ReadWords job={job} text={text} words={words} /> : undefined
  },
  transcribe: (job) => {
    const text = outputOf(job, 'text')?.text
    const subtitles = subtitlesIn(outputOf(job, 'srt')?.text ?? '')
    const sound = job.inputFiles.find(({ kind, url }) => kind === 'audio' && url !== null)
    if (sound && subtitles.length > 0)
      return <Transcript sound={sound} label="the sound" subtitles={subtitles} />
    if (text === '') return <p className="text-muted">No speech found.</p>
    return typeof text === 'string' ? <TextResult text={text} /> : undefined
  },
  speak: (job) => {
    const speech = outputOf(job, 'speech')
    const { text } = job.input
    if (!speech?.url || typeof text !== 'string') return undefined
    return (
      <Sound src={speech.url} seconds={speech.seconds} label={describe(job)} eager>
        {() => <TextResult text={text} />}
      </Sound>
    )
  },
}

function outputOf({ outputs }: Pick<Job, 'outputs'>, name: string) {
  return outputs.find((file) => file.name === name)
}
