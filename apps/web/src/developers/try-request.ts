import { Job } from '@infra/protocol/jobs'
import { z } from 'zod'
import { type Sample, samplesOf } from '../catalogue/samples.ts'
import { drawMask } from '../form/drawing/draw-mask.ts'

/** The request and the response. */
export interface Outcome {
  /** The fields of the form, as a person reads them. */
  fields: readonly (readonly [name: string, value: string])[]
  status: number
  /** The response headers that are ours. */
  headers: readonly (readonly [name: string, value: string])[]
  /** The finished job, or why there is none. */
  job?: Job
  error?: string
}

interface Request {
  address: string
  key: string
  app: string
  signal: AbortSignal
}

const ErrorAnswer = z.object({ error: z.object({ message: z.string() }) })

/** Sends the app's sample to `/v1`, as any program would, and waits for the result. */
export async function tryRequest({ address, key, app, signal }: Request): Promise<Outcome> {
  const form = await formOf(samplesOf(app)[0]!, signal)
  const response = await fetch(`${address}/v1/apps/${app}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    body: form,
    signal,
  })
  const body: unknown = await response.json()
  const fields = [...form].map(([name, value]) => [name, describe(value)] as const)
  const headers = [...response.headers].filter(([name]) => /^(infra-|x-request-id$)/.test(name))
  const about = { fields, status: response.status, headers }
  if (response.ok) return { ...about, job: z.decode(Job, body as z.input<typeof Job>) }
  return { ...about, error: ErrorAnswer.parse(body).error.message }
}

async function formOf({ name, file, marks, texts }: Sample, signal: AbortSignal): Promise<FormData> {
  const form = new FormData()
  for (const [field, words] of Object.entries(texts ?? {})) form.append(field, words)
  if (!file) return form
  const response = await fetch(file.url, { signal })
  if (!response.ok) throw new Error(`The sample could not be fetched: ${response.status}.`)
  const content = await response.blob()
  form.append(file.field, content, `${name.toLowerCase().replaceAll(' ', '-')}.${content.type.split('/')[1]}`)
  if (marks) {
    const { width, height } = await createImageBitmap(content)
    const mask = await drawMask({ marks: marks.marks, base: null }, { width, height })
    form.append(marks.field, mask, 'mask.png')
  }
  return form
}

function describe(value: FormDataEntryValue): string {
  return typeof value === 'string' ? value : `@${value.name}`
}
