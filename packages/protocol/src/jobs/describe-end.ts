import type { AppId } from '../apps/app.ts'
import type { Job } from '../jobs.ts'

/** What a person calls the result of an app. */
export const resultNames: Record<AppId, string> = {
  'cut-out': 'cut-out',
  'erase-fill': 'picture',
  'expand-photo': 'picture',
  'find-objects': 'picture',
  imagine: 'picture',
  'read-text': 'text',
  speak: 'recording',
  'story-teller': 'story',
  transcribe: 'transcript',
  upscale: 'picture',
  vectorise: 'drawing',
  write: 'text',
}

interface EndedJob {
  app: Pick<Job['app'], 'id' | 'name'>
  status: 'finished' | 'error'
  charged: number
}

/** The text of a notification. It appears on lock screens, so it says nothing about the input or the output. */
export function describeEnd({ app, status, charged }: EndedJob): { title: string; body: string } {
  if (status === 'finished')
    return { title: `Your ${resultNames[app.id] ?? 'result'} is ready`, body: `From ${app.name}` }
  const title = `${app.name} failed${charged === 0 ? ': nothing was charged' : ''}`
  return { title, body: 'Open it to see why' }
}
