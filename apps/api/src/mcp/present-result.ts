import type { Job, JobFile } from '@infra/protocol/jobs'
import type { Refusal } from '@infra/protocol/refusal'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { readWhole } from '../files/storage/read-whole.ts'

/**
 * Files up to this size are in the response itself; larger ones are read as resources. The Python client takes no event above 1 MiB, in which
 * a file is a third larger. No app has two such files.
 */
const INLINE_BYTES_MAX = 700 * 1024

type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

/** The result of a tool call. */
export interface ToolResult {
  content: Content[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export function uriOf(jobId: string, output: string): string {
  return `infra://job/${jobId}/${output}`
}

/** A job that has ended or still runs, for a model and for its program. */
export async function presentResult(
  deps: Pick<Deps, 'files'>,
  job: Job,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ToolResult> {
  const structuredContent = {
    job: job.id,
    status: job.status,
    credits: job.charged,
    outputs: job.outputs.map(({ name, kind, mime, bytes }) => ({
      name,
      kind,
      mime,
      bytes,
      uri: uriOf(job.id, name),
    })),
    receipt: job.receipt,
  }
  const { text, isError } = sentenceOf(job)
  const files = await Promise.all(job.outputs.map((output) => contentOf(deps, job, output, log)))
  return { content: [...files, { type: 'text', text }], structuredContent, ...(isError && { isError }) }
}

export function sentenceOf({ id, status, charged, reason }: Job): { text: string; isError: boolean } {
  const cost = charged === 1 ? '1 credit' : `${charged} credits`
  switch (status) {
    case 'finished':
      return { text: `Job ${id} is done and cost ${cost}.`, isError: false }
    case 'error':
      return { text: `Job ${id} failed (${reason}) and cost ${cost}.`, isError: true }
    case 'cancelled':
      return { text: `Job ${id} was cancelled and cost ${cost}.`, isError: true }
    default:
      return {
        text: `Job ${id} is still ${status === 'queued' ? 'waiting for a node' : 'running'}. Ask get_job for it.`,
        isError: false,
      }
  }
}

async function contentOf(
  { files }: Pick<Deps, 'files'>,
  { id }: Job,
  output: JobFile,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Content> {
  const { name, kind, mime, bytes } = output
  if (kind === 'text') return { type: 'text', text: output.text ?? '' }
  const link = { type: 'resource_link', uri: uriOf(id, name), name, mimeType: mime, size: bytes } as const
  if ((kind !== 'image' && kind !== 'audio') || bytes > INLINE_BYTES_MAX) return link
  const content = await readWhole(files, output, log)
  if (!content) return link
  return { type: kind, data: content.toString('base64'), mimeType: mime }
}

/** A refusal that the model can do something about. */
export function presentRefusal({ code, message, errors }: Refusal): ToolResult {
  const fields = errors.map((error) => `${error.pointer.replace('/input/', '')}: ${error.message}`)
  return { content: [{ type: 'text', text: [`${message} (${code})`, ...fields].join('\n') }], isError: true }
}
