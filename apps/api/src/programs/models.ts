import { findApp } from '@infra/protocol/apps/catalogue'
import { Refusal } from '@infra/protocol/refusal'

/** The app behind each of OpenAI's endpoints, and model names that are accepted for it because the endpoint leaves no doubt. */
const served: Record<string, { app: string; aliases: string[] }> = {
  '/audio/speech': { app: 'speak', aliases: ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'] },
  '/audio/transcriptions': { app: 'transcribe', aliases: ['whisper-1'] },
  '/images/edits': { app: 'erase-fill', aliases: ['dall-e-2', 'gpt-image-1'] },
  '/images/generations': { app: 'imagine', aliases: ['dall-e-2', 'gpt-image-1'] },
  '/chat/completions': { app: 'write', aliases: [] },
  '/completions': { app: 'story-teller', aliases: [] },
}

/** The app that an endpoint runs, if that matches the requested model. */
export function appAt(path: string, model: string | null | undefined): string {
  const { app, aliases } = served[path]!
  if (model === undefined || model === null || model === app || aliases.includes(model)) return app
  const elsewhere = findApp(model) ? ` ${model} is at ${endpointsOf(model).join(' and ')}.` : ''
  throw new Refusal('app_unknown', `The model here is "${app}", not "${model}".${elsewhere}`)
}

export function endpointsOf(appId: string): string[] {
  const own = Object.entries(served).filter(([, { app }]) => app === appId)
  return [...own.map(([path]) => `/v1${path}`), `/v1/apps/${appId}`]
}
