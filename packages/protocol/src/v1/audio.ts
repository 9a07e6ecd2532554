import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UPLOAD_BYTES_MAX } from '../files.ts'
import { text } from '../values/text.ts'
import { ignored, Model, optional, ordering, unsupported } from './parameters.ts'

export const createSpeech = endpoint({
  ...ordering,
  path: '/audio/speech',
  summary: 'Read a text aloud: the bytes of the sound, or events where `stream_format` is `sse`.',
  body: z.strictObject({
    model: Model,
    input: text({ min: 1, max: 4096 }),
    voice: z.union([text({ min: 1, max: 40 }), z.strictObject({ id: text({ min: 1, max: 40 }) })]),
    speed: optional(z.number()),
    /** We send WAV for formats that we can't make. */
    response_format: optional(z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'])),
    stream_format: optional(z.enum(['audio', 'sse'])),
    instructions: ignored,
  }),
  bodyBytesMax: 64 * 1024,
  response: null,
})

export const createTranscription = endpoint({
  ...ordering,
  path: '/audio/transcriptions',
  summary: 'Write down what is said in a sound: form data with `file`.',
  parts: { filesMax: 1, bytesMax: UPLOAD_BYTES_MAX },
  body: z.strictObject({
    model: Model,
    response_format: optional(z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json'])),
    stream: optional(z.boolean()),
    timestamp_granularities: optional(z.array(z.enum(['segment'], 'is not supported here'))),
    include: unsupported(),
    known_speaker_names: unsupported(),
    known_speaker_references: unsupported(),
    chunking_strategy: ignored,
    language: ignored,
    prompt: ignored,
    temperature: ignored,
  }),
  bodyBytesMax: 16 * 1024,
  response: null,
})
