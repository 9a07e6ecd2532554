import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EventStream, eventBytes, openEventStream } from '../http/event-stream.ts'
import type { JobRow } from '../jobs/job-queries.ts'
import type { OrderedJob } from './call-job.ts'
import { errorFor, JobFailed } from './openai-errors.ts'

/** Events for OpenAI's clients: JSON without an event name. */
export type SendChunk = (chunk: unknown) => void

/**
 * Responds with a stream that starts right away and lasts as long as the job. Since the status has already been sent, later errors become
 * the event `error`.
 */
export async function streamJob(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  job: OrderedJob,
  {
    begin,
    onChange,
    end,
    isDone,
  }: {
    begin?: (send: SendChunk) => void
    /** Throws if what was already sent can't be corrected. */
    onChange?: (row: JobRow, send: SendChunk) => void
    end: (row: JobRow, send: SendChunk) => Promise<void> | void
    /** Ends with `[DONE]`, as completions do. */
    isDone?: true
  },
): Promise<FastifyReply> {
  const stream = openEventStream(request, reply, { sendsRetry: false })
  const send: SendChunk = (chunk) => stream.sendBytes(eventBytes({ json: JSON.stringify(chunk) }))
  let broken: unknown
  try {
    begin?.(send)
    const row = await job.finished((change) => {
      if (broken !== undefined || change.status !== 'running') return
      try {
        onChange?.(change, send)
      } catch (error) {
        broken = error
        // This cancels the job, and the end of the job ends the stream.
        job.discard().catch((failure) => request.log.warn({ err: failure }, 'could not cancel a job'))
      }
    })
    await end(row, send)
    if (isDone) stream.sendBytes(eventBytes({ json: '[DONE]' }))
  } catch (error) {
    sendError(stream, broken ?? error, request)
  }
  stream.close()
  return reply
}

function sendError(stream: EventStream, error: unknown, request: FastifyRequest): void {
  stream.send('error', { error: errorFor(error, request).error })
}

/** Sends a text as it grows. If it starts over because another node takes the job, what was sent can't be taken back. */
export function textSender(send: (added: string) => void): (text: string) => void {
  let sent = ''
  return (text) => {
    if (text.length <= sent.length && sent.startsWith(text)) return
    if (!text.startsWith(sent))
      throw new JobFailed(
        'node_lost',
        'The node was lost while it wrote, and the text began anew. Nothing was charged.',
      )
    send(text.slice(sent.length))
    sent = text
  }
}
