import { type JobEvent, JobEvent as JobEventSchema } from '@infra/protocol/jobs'
import { createParser } from 'eventsource-parser'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from './eventually.ts'

export interface SentEvent {
  event: string
  id: string | undefined
  data: unknown
}

export interface EventReader {
  response: Response
  /** All that came so far. */
  events: SentEvent[]
  /** Comments, which keep proxies from closing the connection. */
  comments: string[]
  /** The text of the stream as it came. */
  text: () => string
  /** The next event; it must come within a few seconds. */
  next: () => Promise<SentEvent>
  /** The same, of a job. */
  nextJob: () => Promise<JobEvent>
  isClosed: () => boolean
  close: () => void
}

/** Reads server-sent events as a browser does, and collects all of them. */
export async function readEvents(
  address: string,
  { token, lastEventId }: { token?: string; lastEventId?: string } = {},
): Promise<EventReader> {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(address, {
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const events: SentEvent[] = []
  const comments: string[] = []
  let text = ''
  let taken = 0
  let closed = false
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => void events.push({ event, id, data: JSON.parse(data) }),
    onComment: (comment) => void comments.push(comment.trimStart()),
  })
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      parser.feed(chunk)
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      closed = true
    })

  const next = async () => {
    await eventually(() => expect(events.length).toBeGreaterThan(taken))
    return events[taken++]!
  }
  return {
    response,
    events,
    comments,
    text: () => text,
    next,
    nextJob: async () => z.decode(JobEventSchema, (await next()).data as never),
    isClosed: () => closed,
    close: () => controller.abort(),
  }
}
