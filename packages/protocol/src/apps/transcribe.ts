import { app } from './app.ts'

export const transcribe = app({
  id: 'transcribe',
  name: 'Transcribe',
  tagline: 'Writes down what is said, with times.',
  description:
    'Turns speech into text and subtitles. It finds the language by itself, knows English best, and does not distinguish speakers. Music, noise and several people at once make it err.',
  category: 'audio',
  version: 1,
  icon: 'mic',
  fields: [
    {
      kind: 'audio',
      name: 'audio',
      label: 'Sound',
      help: 'WAV, up to ten minutes and 8 MB: four minutes of one channel at 16 kHz with 16 bits, twice that at 8 kHz.',
      secondsMax: 600,
    },
    {
      kind: 'choice',
      name: 'model',
      label: 'Model',
      help: 'Careful makes fewer mistakes; quick takes two thirds of the time.',
      options: [
        { value: 'base', label: 'Careful' },
        { value: 'tiny', label: 'Quick' },
      ],
      default: 'base',
    },
  ],
  outputs: [
    { name: 'text', kind: 'text', label: 'Text' },
    { name: 'srt', kind: 'text', label: 'Subtitles (SRT)' },
  ],
  price: { base: 1, per: [{ of: 'seconds', field: 'audio', credits: 0.03 }] },
  streams: { of: 'seconds', field: 'audio' },
  limits: { runSeconds: 900, memoryMb: 1536 },
  weights: ['whisper-tiny', 'whisper-base'],
  credits: [{ name: 'Whisper', licence: 'MIT' }],
  state: 'published',
})
