import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UPLOAD_BYTES_MAX } from '../files.ts'
import { integer } from '../values/integer.ts'
import { text } from '../values/text.ts'
import { ignored, Model, optional, ordering, unsupported } from './parameters.ts'

const picture = {
  model: optional(Model),
  n: unsupported(1),
  response_format: optional(z.enum(['b64_json', 'url'])),
  background: ignored,
  moderation: ignored,
  output_compression: ignored,
  output_format: ignored,
  user: ignored,
}

export const ImagesAnswer = z.object({
  created: z.int(),
  data: z.array(z.object({ b64_json: z.string().optional(), url: z.string().optional() })),
  output_format: z.string(),
})

export const createImage = endpoint({
  ...ordering,
  path: '/images/generations',
  summary: 'Paint what is described.',
  body: z.strictObject({
    ...picture,
    prompt: text({ min: 1, max: 32_000 }),
    size: optional(z.string().max(20)),
    quality: optional(z.enum(['auto', 'standard', 'hd', 'low', 'medium', 'high'])),
    style: ignored,
    stream: optional(z.boolean()),
    partial_images: optional(integer({ min: 0, max: 3 })),
  }),
  bodyBytesMax: 256 * 1024,
  response: ImagesAnswer,
})

export const editImage = endpoint({
  ...ordering,
  path: '/images/edits',
  summary: 'Take out of a picture what is transparent in the mask: form data with `image` and `mask`.',
  parts: { filesMax: 2, bytesMax: UPLOAD_BYTES_MAX },
  body: z.strictObject({
    ...picture,
    size: optional(z.string().max(20)),
    stream: unsupported(false),
    partial_images: unsupported(0),
    input_fidelity: ignored,
    prompt: ignored,
    quality: ignored,
  }),
  bodyBytesMax: 16 * 1024,
  response: ImagesAnswer,
})
